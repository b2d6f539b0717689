import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

/// Where exports are found, and where they are not.
@Suite struct LayoutTests {
  @Test(
    "An export is found in its directory, the one inside, and the one around",
    arguments: ["export", "export/firestore_export", "."])
  func finds(directory: String) throws {
    let scratch = try Scratch()
    try scratch.export([document])
    try scratch.write("", to: "notes.txt")
    let path = scratch.file(directory)
    #expect(ExportReader.recognises(directory: path))
    #expect(try documents(in: path).map(\.path) == ["c/d"])
  }

  @Test(
    "What is no export is called what it is",
    arguments: [
      ("nothing", "there is no such directory"),
      ("empty", "it is an empty directory"),
      ("empty.txt", "it is an empty file"),
      ("archive.gz", "it is a gzip archive"),
      ("photos", #"it holds "a.jpg", "b.jpg""#),
      ("auth", "it describes an export without Firestore"),
      ("list", "it is not the JSON that the emulator suite writes"),
      ("two", "it holds 2 exports"),
      ("both", "it holds several"),
      ("future", #"its format is "4", not 3"#),
    ])
  func explains(name: String, found: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.file("empty"), withIntermediateDirectories: true)
    try scratch.write("", to: "empty.txt")
    try scratch.write([0x1f, 0x8b, 8, 0], to: "archive.gz")
    for photo in ["a", "b"] { try scratch.write("x", to: "photos/\(photo).jpg") }
    try scratch.write(#"{"version":"1","auth":{}}"#, to: "auth/" + Layout.suite)
    try scratch.write("[]", to: "list/" + Layout.suite)
    for export in ["one", "other"] { try scratch.write("{}", to: "two/\(export)/" + Layout.suite) }
    for overall in ["a", "b"] {
      try scratch.write("", to: "both/\(overall).overall_export_metadata")
    }
    try scratch.write(record([0x34]) + record([]), to: "future/x.overall_export_metadata")
    try expect(scratch.file(name), isRefusedFor: "is no Firestore export: \(found)")
  }

  @Test(
    "Paths in metadata can't lead out of the export",
    arguments: [
      "/etc/passwd", "../secret", "all_namespaces/../../secret", #"..\secret"#, "", "a\0b", "link",
      "link/../x", "directory/secret",
    ])
  func escapes(path: String) throws {
    let scratch = try Scratch()
    try scratch.write("secret", to: "secret")
    try scratch.write("", to: "x/unused")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: scratch.file("x/link"), withDestinationPath: scratch.file("secret"))
    try files.createSymbolicLink(
      atPath: scratch.file("x/directory"), withDestinationPath: scratch.path)
    let overall = record(field(1, field(2, path)))
    try scratch.write(record([0x33]) + overall, to: "x/x.overall_export_metadata")
    try expect(scratch.file("x"), isRefusedFor: "which is outside the export")
  }

  @Test(
    "A file that metadata names and nobody copied is named",
    arguments: [
      (Layout.output, #"names "output-0", which is not there"#),
      (Layout.selection, #"export_metadata", which is not there"#),
      (Layout.overall, #"overall_export_metadata", which is not there"#),
    ])
  func missingFiles(file: String, reason: String) throws {
    let scratch = try Scratch()
    let export = try scratch.export([document])
    try FileManager.default.removeItem(atPath: export + "/" + file)
    try expect(export, isRefusedFor: reason)
  }

  @Test("An output file that metadata doesn't name is not passed over")
  func unnamedFile() throws {
    let scratch = try Scratch()
    let export = try scratch.export([document])
    try scratch.write("", to: "export/" + Layout.outputs + "/output-1")
    try expect(export, isRefusedFor: "doesn't name")
  }

  @Test("A managed export of some collections has a directory for each")
  func filtered() throws {
    let scratch = try Scratch()
    let padded = record(entity()) + [UInt8](repeating: 0, count: 32_768 - record(entity()).count)
    let export = try scratch.handmade(outputs: [padded, padded], selections: ["kind_a", "kind_b"])
    let files = try ExportReader(directory: export).outputFiles
    #expect(
      files.map { $0.suffix(15) } == [
        "kind_a/output-0", "kind_a/output-1", "kind_b/output-0", "kind_b/output-1",
      ])
    #expect(try documents(in: export).count == 4)
  }

  @Test("Output files are read in the order of their numbers")
  func naturalOrder() throws {
    let scratch = try Scratch()
    let export = try scratch.handmade(outputs: (0..<12).map { _ in record(entity()) })
    let numbers = try ExportReader(directory: export).outputFiles.map {
      $0.split(separator: "-").last
    }
    #expect(numbers == (0..<12).map { Substring("\($0)") })
  }

  @Test("An export that Windows wrote has paths with backslashes")
  func windows() throws {
    let scratch = try Scratch()
    let export = try scratch.export([document])
    let path = #"all_namespaces\all_kinds\all_namespaces_all_kinds.export_metadata"#
    try scratch.write(
      record([0x33]) + record(field(1, field(2, path))), to: "export/" + Layout.overall)
    #expect(try documents(in: export).map(\.path) == ["c/d"])
  }

  @Test("A managed export's projects have another prefix", arguments: ["s~demo", "e~demo", "demo"])
  func managedProject(app: String) throws {
    let scratch = try Scratch()
    let reference = group(12, field(13, "dev~demo"), group(14, field(15, "c"), field(16, -7)))
    let output = record(key(app: app, element("c", "d")) + property("r", reference))
    try ExportReader(directory: scratch.handmade(outputs: [output])).forEachDocument { found in
      #expect(found.project == "demo")
      #expect(text(found.document) == "c/d {r: ref c/__id-7__}")
    }
  }

  private let document = Document(path: "c/d", fields: [])

  private func expect(_ directory: String, isRefusedFor reason: String) throws {
    let error = #expect(throws: ExportError.self) { try ExportReader(directory: directory) }
    let description = error.map { "\($0)" } ?? ""
    #expect(description.contains(reason), "\(description)")
  }
}
