import CommandTesting
import Foundation
import Testing

/// Where a document was in its source, in the terms of that source.
@Suite struct PlaceTests {
  private static let output = "firestore_export/all_namespaces/all_kinds/output-0"

  /// Two documents in all formats.
  private func sources() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(documents("a/1", "a/2"), to: "lines.ndjson")
    try scratch.succeed("import", "lines.ndjson")
    for destination in ["tree.json", "export", "export2"] {
      try scratch.succeed("export", destination)
    }
    return scratch
  }

  @Test("explain names line, or file and byte offset, of a document")
  func explain() throws {
    let scratch = try sources()
    let lines = try scratch.succeed("explain", "a/2").text
    #expect(lines.contains("imported from lines.ndjson, line 2\n"), "\(lines)")
    try scratch.succeed("import", "tree.json", "--store", "tree")
    let tree = try scratch.succeed("explain", "a/2", "--store", "tree").text
    let offset = try #require(
      tree.firstMatch(of: /imported from tree.json, byte offset (\d+)\n/)?.1)
    let rest = try scratch.contents("tree.json").dropFirst(try #require(Int(offset)))
    #expect(rest.starts(with: Data(#"{"v":1"#.utf8)))
    try scratch.succeed("import", "export", "--store", "export.sqlite")
    let export = try scratch.succeed("explain", "a/2", "--store", "export.sqlite").text
    #expect(
      export.contains(/imported from export\/[a-z_\/]+\/output-0, byte offset [0-9]+\n/),
      "\(export)")
  }

  @Test("A path that is there twice is told of by line, or by file and byte offset")
  func duplicates() throws {
    let scratch = try sources()
    let lines = try scratch.run("import", "lines.ndjson", "lines.ndjson", "--store", "new")
    #expect(
      lines.errors.contains("hallo-migrate: lines.ndjson, line 1: the path"), "\(lines.errors)")
    let exports = try scratch.run("import", "export", "export2", "--store", "new")
    let place = "hallo-migrate: export2/\(Self.output), byte offset "
    #expect(exports.errors.hasPrefix(place), "\(exports.errors)")
    try scratch.succeed("import", "export", "export2", "--store", "new", "--skip-invalid")
    let rejected = try scratch.text("export2.rejected.ndjson")
    #expect(rejected.contains(#""place":"export2/\#(Self.output), byte offset "#), "\(rejected)")
  }
}
