import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

/// What the writer refuses.
@Suite struct UnrepresentableTests {
  @Test(
    "Values that the format has no place for are refused",
    arguments: [
      (.array([.array([])]), #"the array "f" holds an array"#),
      (.array([.integer(1), .vector([1])]), #"the array "f" holds a vector"#),
      (.vector([]), #"the vector "f" is empty"#),
      (.geopoint(latitude: 0, longitude: 181), "no point at latitude 0.0, longitude 181.0"),
      (.geopoint(latitude: .nan, longitude: 0), "no point at"),
      (.timestamp(microseconds: .max), "not in the years 1 to 9999"),
      (.reference("users"), #""users" is not the path of a document"#),
      (.reference(""), "is not the path"),
      (.reference("a/b/c"), "is not the path"),
      (.reference("projects/p/databases/d/documents"), "is not the path"),
      (.reference("projects//databases/d/documents/a/b"), #""" is not a valid project"#),
      (.reference("users/__id07__"), #""__id07__" is not a valid"#),
      (.map([Field(name: "__ref__", value: .null)]), #""__ref__" is not a valid field name"#),
      (.map([Field(name: "", value: .null)]), "is not a valid field name"),
      (.map([Field(name: "x", value: .null), Field(name: "x", value: .null)]), "more than once"),
    ] as [(Value, String)])
  func values(value: Value, reason: String) throws {
    let document = Document(path: "c/d", fields: [Field(name: "f", value: value)])
    try expect(document, isRefusedFor: reason)
  }

  @Test("A document that a reader would refuse to hold in memory is refused")
  func largeDocument() throws {
    let bytes = Value.bytes([UInt8](repeating: 0, count: 16 * 1024 * 1024))
    let document = Document(path: "c/d", fields: [Field(name: "f", value: bytes)])
    try expect(document, isRefusedFor: "are more than 16777216")
  }

  @Test("Maps nest at most a hundred deep")
  func deepMaps() throws {
    let deep = (0...100).reduce(Value.null) { value, _ in .map([Field(name: "m", value: value)]) }
    let document = Document(path: "c/d", fields: [Field(name: "m", value: deep)])
    try expect(document, isRefusedFor: "nest more than 100 deep")
  }

  @Test(
    "Paths that are no document's are refused",
    arguments: [
      "", "c", "c/", "/d", "c/.", "../d", "c/__x__", "c/__id9223372036854775808__", "c/d/",
    ])
  func paths(path: String) throws {
    try expect(Document(path: path, fields: []), isRefusedFor: "is not")
  }

  @Test("Names that look alike are different names")
  func lookAlikes() throws {
    let scratch = try Scratch()
    let fields = ["é", "e\u{301}"].map { Field(name: $0, value: .string($0)) }
    let document = Document(path: "c/e\u{301}", fields: fields)
    let export = try scratch.export([document])
    #expect(try texts(in: export) == [text(document)])
  }

  @Test("A refused document leaves no trace, and others can follow")
  func goesOn() throws {
    let scratch = try Scratch()
    var writer = try ExportWriter(directory: scratch.file("x"), project: "demo", startedAt: 0)
    #expect(throws: ExportError.self) { try writer.append(Document(path: "c", fields: [])) }
    try writer.append(Document(path: "c/d", fields: []))
    try writer.finish(endedAt: 0)
    #expect(try documents(in: scratch.file("x")).map(\.path) == ["c/d"])
  }

  @Test("Nothing is written over")
  func notEmpty() throws {
    let scratch = try Scratch()
    let file = try scratch.write("x", to: "full/file")
    for path in [scratch.file("full"), file] {
      let error = #expect(throws: ExportError.self) {
        try ExportWriter(directory: path, project: "demo", startedAt: 0)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("is not an empty directory"))
    }
    #expect(try contents(of: file) == [UInt8]("x".utf8))
  }

  @Test("Without its end, what was written is no export")
  func unfinished() throws {
    let scratch = try Scratch()
    var writer = try ExportWriter(directory: scratch.file("x"), project: "demo", startedAt: 0)
    try writer.append(Document(path: "c/d", fields: []))
    #expect(!ExportReader.recognises(directory: scratch.file("x")))
    #expect(throws: ExportError.self) { try ExportReader(directory: scratch.file("x")) }
  }

  private func expect(_ document: Document, isRefusedFor reason: String) throws {
    let scratch = try Scratch()
    var writer = try ExportWriter(directory: scratch.file("x"), project: "demo", startedAt: 0)
    let error = #expect(throws: ExportError.self) { try writer.append(document) }
    let description = error.map { "\($0)" } ?? ""
    #expect(description.hasPrefix("\"\(document.path)\" can't be written"), "\(description)")
    #expect(description.contains(reason), "\(description)")
  }
}
