import CommandTesting
import Foundation
import Testing

/// Sources that are something else, or damaged.
@Suite struct BadSourceTests {
  @Test(
    "A file of another kind is named as what it is",
    arguments: [
      ("", "an empty file"), ("  \n\n", "a file of nothing but white space"),
      ("hello", "a text file"),
      ("[{}]", "a JSON array"), ("SQLite format 3\0…", "an SQLite database"),
      ("PK\u{3}\u{4}…", "a zip archive"), ("%PDF-1.7", "a PDF document"),
      ("\u{7F}ELF\0\u{1}", "a binary file"),
    ])
  func foreign(text: String, name: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "source")
    let outcome = try scratch.run("import", "source")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("source is \(name)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("expected"))
    #expect(!scratch.exists("hallo.sqlite"))
  }

  @Test(
    "A directory without an export, and no file at all",
    arguments: [
      ("empty", "an empty directory"), ("other", "a directory with no export"),
      ("nothing", "there is no such file"),
    ])
  func directories(source: String, name: String) throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "other/x.txt")
    try FileManager.default.createDirectory(
      atPath: scratch.file("empty"), withIntermediateDirectories: true)
    let outcome = try scratch.run("import", source, "--json")
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.message.contains(source) && error.message.contains(name), "\(error.message)")
    #expect(!scratch.exists("hallo.sqlite"))
  }

  @Test("What is empty is refused also where its format is given")
  func emptyLines() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "empty")
    for source in ["empty", "-"] {
      let outcome = try scratch.run("import", source, "--format", "ndjson")
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("is empty"), "\(outcome.errors)")
      #expect(!scratch.exists("hallo.sqlite"))
    }
    let directory = try scratch.run("import", scratch.path, "--format", "ndjson")
    #expect(directory.code == 1)
    #expect(directory.errors.contains("cannot read \(scratch.path): Is a directory"))
  }

  static let output = "firestore_export/all_namespaces/all_kinds/output-0"

  @Test(
    "A damaged export is refused with file and byte offset",
    arguments: [0.1, 0.33, 0.5, 0.75, 0.999], [true, false])
  func damaged(part: Double, isCut: Bool) throws {
    let scratch = try Scratch.withSample()
    let before = try scratch.contents("hallo.sqlite")
    try scratch.copy(Program.firestoreExport, to: "export")
    var bytes = try scratch.contents("export/" + Self.output)
    let place = Int(Double(bytes.count) * part)
    if isCut { bytes = bytes[..<place] } else { bytes[place] ^= 1 }
    try scratch.write(bytes, to: "export/" + Self.output)
    let outcome = try scratch.run("import", "export")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("export/" + Self.output), "\(outcome.errors)")
    #expect(outcome.errors.contains("at byte "))
    #expect(outcome.errors.contains("again"))
    #expect(try scratch.contents("hallo.sqlite") == before)
  }

  @Test("The records around damage are imported with --skip-invalid")
  func skipsDamage() throws {
    let scratch = try Scratch()
    try scratch.copy(Program.firestoreExport, to: "export")
    var bytes = try scratch.contents("export/" + Self.output)
    bytes[40_000] ^= 1
    try scratch.write(bytes, to: "export/" + Self.output)
    let outcome = try scratch.succeed("import", "export", "--skip-invalid", "--json")
    let counts = try outcome.json(Shape.Import.self)
    #expect(counts.rejected == 1 && counts.imported > 250)
    #expect(outcome.errors.contains("fewer than its metadata says"))
    let rejected = try scratch.text("export.rejected.ndjson")
    #expect(rejected.contains(#""place":"export/\#(Self.output), byte offset "#), "\(rejected)")
  }

  @Test("An output file that the metadata names is missing")
  func missingOutput() throws {
    let scratch = try Scratch()
    try scratch.copy(Program.firestoreExport, to: "export")
    try scratch.remove("export/" + Self.output)
    let outcome = try scratch.run("import", "export")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("output-0"))
    #expect(outcome.errors.contains("export_metadata"))
    #expect(outcome.errors.contains("copy the export again"))
    #expect(!scratch.exists("hallo.sqlite"))
  }

  @Test("Other data at a path needs --replace, which undo takes back")
  func conflict() throws {
    let scratch = try Scratch()
    try scratch.write(documents("a/1"), to: "old.ndjson")
    try scratch.write(documents("a/0", "a/1", value: 2), to: "new.ndjson")
    try scratch.succeed("import", "old.ndjson")
    let (bytes, digest) = (try scratch.contents("hallo.sqlite"), try scratch.digest())
    let outcome = try scratch.run("import", "new.ndjson")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("a/1") && outcome.errors.contains("--replace"))
    #expect(try scratch.contents("hallo.sqlite") == bytes)
    try scratch.succeed("import", "new.ndjson", "--replace")
    #expect(try scratch.digest() != digest)
    try scratch.succeed("undo", "2")
    #expect(try scratch.digest() == digest)
  }
}
