import CommandTesting
import Foundation
import Testing

/// Lines that are no documents.
@Suite struct BadLineTests {
  struct Line: CustomTestStringConvertible {
    let testDescription: String
    let text: Data
    let reason: String

    init(_ testDescription: String, _ text: String, _ reason: String) {
      self.init(testDescription, Data(text.utf8), reason)
    }

    init(_ testDescription: String, _ text: Data, _ reason: String) {
      (self.testDescription, self.text, self.reason) = (testDescription, text, reason)
    }
  }

  static let lines = [
    Line("not JSON", #"{"path":"a/b","data":{"#, "not JSON"),
    Line("something behind it", #"{"path":"a/b","data":{}} x"#, "not JSON"),
    Line("a list", "[1]", "not a JSON object"),
    Line("a text", #""a""#, "not a JSON object"),
    Line("one byte over 16 MiB", long((16 << 20) + 1), "longer than 16 MiB"),
    Line("20 MiB", long(20 << 20), "longer than 16 MiB"),
    Line("no UTF-8", Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]), "UTF-8"),
    Line("a NUL byte", Data([0x7B, 0x00, 0x7D]), "not JSON"),
    Line("a duplicate path", #"{"path":"good/1","data":{"v":2}}"#, "there twice"),
    Line("no path", #"{"data":{}}"#, "no `path`"),
    Line("no data", #"{"path":"a/b"}"#, "no `data`"),
    Line("data that is a list", #"{"path":"a/b","data":[]}"#, "no `data`"),
    Line("another member", #"{"path":"a/b","data":{},"x":1}"#, "`x`"),
    Line("an empty path", #"{"path":"","data":{}}"#, "the path is empty"),
    Line("a collection's path", #"{"path":"a/b/c","data":{}}"#, "odd number of segments"),
    Line("an empty segment", #"{"path":"a//c/d","data":{}}"#, "empty segment"),
    Line("a segment ..", #"{"path":"a/..","data":{}}"#, "segment `.` or `..`"),
    Line("a reserved segment", #"{"path":"a/__b__","data":{}}"#, "reserved form"),
    Line("a long segment", #"{"path":"a/\#(x(1501))","data":{}}"#, "1,500 bytes"),
    Line("an empty field name", #"{"path":"a/b","data":{"":1}}"#, "name is empty"),
    Line("a reserved field name", #"{"path":"a/b","data":{"__x__":1}}"#, "reserved form"),
    Line("a long field name", #"{"path":"a/b","data":{"\#(x(1501))":1}}"#, "1,500 bytes"),
    Line("a field twice", #"{"path":"a/b","data":{"c":1,"c":2}}"#, "there twice"),
    Line("a lone surrogate", #"{"path":"a/b","data":{"c":"\ud83d"}}"#, "not JSON"),
    Line("a lone low surrogate", #"{"path":"a/b","data":{"c":"\ude00"}}"#, "not JSON"),
    Line("an integer", #"{"path":"a/b","data":{"c":9223372036854775808}}"#, "64 bits"),
    Line("a number", #"{"path":"a/b","data":{"c":1e999}}"#, "number"),
    Line("101 levels", #"{"path":"a/b","data":\#(levels(102))}"#, "too deep"),
  ]

  @Test("is refused with file, line, reason and a way on", arguments: lines)
  func refused(line: Line) throws {
    let scratch = try Scratch()
    try scratch.write(documents("old/1"), to: "old.ndjson")
    try scratch.succeed("import", "old.ndjson")
    let before = try scratch.contents("hallo.sqlite")
    try scratch.write(file(line), to: "bad.ndjson")
    let outcome = try scratch.run("import", "bad.ndjson")
    #expect(outcome.code == 1)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains("bad.ndjson, line 2: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(line.reason), "\(outcome.errors)")
    #expect(outcome.errors.contains("--skip-invalid"))
    #expect(try scratch.contents("hallo.sqlite") == before)
    #expect(
      try scratch.names() == ["bad.ndjson", "hallo.sqlite", "hallo.sqlite.lock", "old.ndjson"])
  }

  @Test("leaves no new store behind", arguments: [lines[0], lines[8]])
  func noStore(line: Line) throws {
    let scratch = try Scratch()
    try scratch.write(file(line), to: "bad.ndjson")
    let outcome = try scratch.run("import", "bad.ndjson")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("bad.ndjson, line 2: "), "\(outcome.errors)")
    #expect(try scratch.names() == ["bad.ndjson", "hallo.sqlite.lock"])
  }

  @Test("is set aside with --skip-invalid", arguments: lines, [true, false])
  func setAside(line: Line, intoNewStore: Bool) throws {
    let scratch = try Scratch()
    if !intoNewStore {
      try scratch.write(documents("old/1"), to: "old.ndjson")
      try scratch.succeed("import", "old.ndjson")
    }
    try scratch.write(file(line), to: "bad.ndjson")
    let outcome = try scratch.succeed("import", "bad.ndjson", "--skip-invalid", "--json")
    let counts = try outcome.json(Shape.Import.self)
    #expect(counts.imported == 2 && counts.rejected == 1)
    let text = try scratch.text("bad.ndjson.rejected.ndjson")
    let rejected = try JSONDecoder().decode(Rejected.self, from: Data(text.utf8))
    #expect(rejected.place == "line 2" && rejected.source == "bad.ndjson")
    #expect(rejected.reason.contains(line.reason), "\(rejected.reason)")
    if line.text.count < 16 << 20, !line.text.contains(0xFF) {
      #expect(rejected.text == String(decoding: line.text, as: UTF8.self))
    }
  }

  @Test("An import that is refused leaves nothing that it has set aside, and keeps what was")
  func refusedAfterwards() throws {
    let scratch = try Scratch()
    try scratch.write(documents("a/1") + "{\n", to: "bad.ndjson")
    try scratch.succeed("import", "bad.ndjson", "--skip-invalid")
    let (names, aside) = (try scratch.names(), try scratch.text("bad.ndjson.rejected.ndjson"))
    try scratch.write("{}\n" + documents("a/1", value: 2), to: "bad.ndjson")
    try scratch.write("{\n" + documents("a/2"), to: "other.ndjson")
    let outcome = try scratch.run("import", "other.ndjson", "bad.ndjson", "--skip-invalid")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("--replace"), "\(outcome.errors)")
    #expect(try scratch.names() == (names + ["other.ndjson"]).sorted())
    #expect(try scratch.text("bad.ndjson.rejected.ndjson") == aside)
    try scratch.succeed("import", "other.ndjson", "bad.ndjson", "--skip-invalid", "--replace")
    #expect(try scratch.text("bad.ndjson.rejected.ndjson") != aside)
    #expect(try scratch.text("other.ndjson.rejected.ndjson").contains("line 1"))
  }

  @Test("A line of exactly 16 MiB is read")
  func longest() throws {
    let scratch = try Scratch()
    try scratch.write(Self.long(16 << 20) + Data("\n".utf8), to: "long.ndjson")
    let outcome = try scratch.run("import", "long.ndjson")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test("A duplicate that was set aside can be imported again, with its photos")
  func duplicatePhotos() throws {
    let scratch = try Scratch()
    let photo = try Data(contentsOf: URL(fileURLWithPath: Program.samples + "/photos/cat.gif"))
    let line = #"{"path":"a/1","data":{"photoData":"\#(photo.base64EncodedString())"}}"#
    try scratch.write(documents("a/1") + line + "\n", to: "two.ndjson")
    try scratch.succeed("import", "two.ndjson", "--skip-invalid")
    let rejected = try JSONDecoder().decode(
      Rejected.self, from: scratch.contents("two.ndjson.rejected.ndjson"))
    #expect(rejected.text == line)
    #expect(try scratch.query("SELECT count(*) FROM photo") == ["0"])
  }

  struct Rejected: Decodable {
    let place: String
    let reason: String
    let source: String
    let text: String
  }

  private func file(_ line: Line) -> Data {
    Data(documents("good/1").utf8) + line.text + Data(("\n" + documents("good/2")).utf8)
  }

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static func levels(_ count: Int) -> String {
    String(repeating: #"{"a":"#, count: count) + "1" + String(repeating: "}", count: count)
  }

  private static func long(_ count: Int) -> Data {
    let (start, end) = (#"{"path":"long/1","data":{"x":""#, #""}}"#)
    return Data((start + x(count - start.utf8.count - end.utf8.count) + end).utf8)
  }
}
