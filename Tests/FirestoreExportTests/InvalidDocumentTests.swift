import Documents
import FirestoreExport
import FirestoreTesting
import Testing

/// Records that are intact, and no document of Firestore's.
@Suite struct InvalidDocumentTests {
  @Test(
    "What can't be a document is refused, with the reason",
    arguments: [
      ([9, 9, 9, 9], "not a protocol buffer"),
      ([], "has no key"),
      (field(15, ""), "has no key"),
      (key(), "has no path"),
      (entity(field(15, field(3, [0xff]) + field(5, ""))), "not valid UTF-8"),
      (key(element("c", "")), #""" is not a valid collection or document id"#),
      (key(element("c", "..")), #"".." is not a valid"#),
      (key(element("c", "a/b")), #""a/b" is not a valid"#),
      (key(element("c", "a/\u{301}b")), "is not a valid"),
      (key(element("__c__", "d")), #""__c__" is not a valid"#),
      (key(element("c", "__id7__")), #""__id7__" is not a valid"#),
      (key(element("c", String(repeating: "x", count: 1501))), "is not a valid"),
      (key(group(1, field(2, "c"), field(3, 0))), #""__id0__" is not a valid"#),
      (key(group(1, field(2, "c"))), "a path has"),
      (key(group(1, field(2, "c"), field(3, 7), field(4, "d"))), "a path has"),
      (key(app: "dev~", element("c", "d")), #""" is not a valid project"#),
      (key(app: "s~a/b", element("c", "d")), #""a/b" is not a valid project"#),
    ])
  func keys(record: [UInt8], reason: String) throws { try expect(record, isRefusedFor: reason) }

  @Test(
    "Properties that are no fields of Firestore's are refused, with the reason",
    arguments: [
      (property("", field(1, 1)), #""" is not a valid field name"#),
      (property("__time__", field(3, "x")), #""__time__" is not a valid field name"#),
      (property("a", field(3, [0xff])), "not valid UTF-8"),
      (field(15, field(3, "a") + field(4, 0)), #"no value for the field "a""#),
      (property("a", field(1, 1)) + property("a", field(1, 1)), #""a" occurs more than once"#),
      (property("a", [], meaning: 24, number: 14) + property("a", field(1, 1)), "more than once"),
      (property("a", group(8, field(9, "x"))), "is not known here"),
      (
        property("a", field(1, 1), meaning: 9),
        #""a" has no known type (meaning 9, value: an integer)"#
      ),
      (property("a", field(3, "x"), meaning: 15), "meaning 15, value: text or bytes"),
      (property("a", field(3, "x"), meaning: 7), "meaning 7"),
      (property("a", [], meaning: 19), "meaning 19, value: empty"),
      (property("a", field(1, 1), meaning: 24), "meaning 24"),
      (property("a", [], meaning: 24, multiple: true), "meaning 24"),
      (property("a", double(4, 1.0), meaning: 31), "meaning 31"),
      (property("a", field(1, 1), meaning: 31, multiple: true), "something other than doubles"),
      (property("a", field(1, 253_402_300_800_000_000), meaning: 7), "not in the years 1 to 9999"),
      (property("a", field(1, -62_135_596_800_000_001), meaning: 7), "not in the years 1 to 9999"),
      (
        property("a", group(5, double(6, 91.0), double(7, 0.0)), meaning: 9),
        "no point at latitude 91"
      ),
      (property("a", group(5, double(6, 0.0), double(7, .nan)), meaning: 9), "no point at"),
      (property("a", group(5, double(6, 0.0)), meaning: 9), "no latitude or longitude"),
      (property("a", group(12, field(13, "dev~p"))), "no path in a reference"),
      (
        property("a", group(12, group(14, field(15, "c"), field(17, "d")))),
        "no project in a reference"
      ),
      (property("a", field(3, [9, 9, 9]), meaning: 19), "not a protocol buffer"),
      (property("a", field(3, nested(100)), meaning: 19), "nest more than 100 deep"),
      (property("a", field(3, nested(300)), meaning: 19), "nest more than 100 deep"),
    ] as [([UInt8], String)])
  func properties(property: [UInt8], reason: String) throws {
    try expect(entity(property), isRefusedFor: reason, naming: "c/d")
  }

  @Test("Maps may nest a hundred deep, five times what Firestore allows")
  func deepMaps() throws {
    let scratch = try Scratch()
    let deep = log(entity(property("a", field(3, Self.nested(99)), meaning: 19)))
    let export = try scratch.handmade(outputs: [deep])
    let read = try documents(in: export)
    let copy = try scratch.export(read, to: "copy")
    #expect(try texts(in: copy) == read.map(text))
  }

  /// A map in a map, and so on.
  private static func nested(_ depth: Int) -> [UInt8] {
    (0..<depth).reduce(map()) { inner, _ in map(property("m", field(3, inner), meaning: 19)) }
  }

  private func expect(
    _ record: [UInt8], isRefusedFor reason: String, naming path: String? = nil
  ) throws {
    let scratch = try Scratch()
    let good = log(entity())
    // The good record that follows begins a block: the one before may be of any size.
    var output = good + log(record, at: good.count)
    output += [UInt8](repeating: 0, count: 32_768 - output.count % 32_768) + good
    let export = try scratch.handmade(outputs: [output])
    var (errors, read): ([String], Int) = ([], 0)
    try ExportReader(directory: export).forEachDocument(onInvalid: { errors.append("\($0)") }) {
      _ in read += 1
    }
    #expect(read == 2)
    #expect(errors.count == 1)
    let error = errors.first ?? ""
    #expect(error.contains(reason), "\(error)")
    #expect(error.contains("output-0\" holds at byte \(good.count) "), "\(error)")
    if let path { #expect(error.contains("\"\(path)\""), "\(error)") }
  }
}
