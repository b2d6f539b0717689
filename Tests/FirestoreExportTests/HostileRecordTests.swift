import Documents
import FirestoreExport
import FirestoreTesting
import Testing

/// Records whose checksums are right, and whose contents are anybody's.
@Suite struct HostileRecordTests {
  @Test(
    "What is read of a changed record can be written, and is then the same",
    arguments: UInt64(1)...4)
  func mutations(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let output = (0..<400).reduce(into: [UInt8]()) { output, _ in
      output += padded(record(mutated(using: &random)))
    }
    let scratch = try Scratch()
    let export = try scratch.handmade(outputs: [output])
    var (read, errors): ([Document], [ExportError]) = ([], [])
    try ExportReader(directory: export).forEachDocument(onInvalid: { errors.append($0) }) {
      if $0.project == "demo", $0.database == "(default)" { read.append($0.document) }
    }
    #expect(errors.count > 100)
    #expect(read.count > 20)
    #expect(try texts(in: scratch.export(read, to: "copy")) == read.map(text).sorted())
  }

  /// A document of every kind of value, with one to three of its bytes changed.
  private func mutated(using random: inout SplitMix) -> [UInt8] {
    var bytes = everyKind
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
    }
    return bytes
  }

  /// One record to a block, so that each begins where it may.
  private func padded(_ record: [UInt8]) -> [UInt8] {
    record + [UInt8](repeating: 0, count: 32_768 - record.count)
  }

  private let everyKind = entity(
    property("e", [], meaning: 24, number: 14),
    property("n", []),
    property("b", field(2, 1)),
    property("i", field(1, 5)),
    property("d", double(4, 0.5)),
    property("t", field(1, 5), meaning: 7),
    property("s", field(3, "text")),
    property("y", field(3, "bytes"), meaning: 14),
    property("g", group(5, double(6, 1), double(7, 2)), meaning: 9),
    property("r", group(12, field(13, "dev~demo"), group(14, field(15, "c"), field(17, "d")))),
    property("v", double(4, 1), meaning: 31, multiple: true),
    property("v", double(4, 2), meaning: 31, multiple: true),
    property("a", field(1, 1), multiple: true),
    property("a", field(3, "x"), multiple: true),
    property("m", field(3, map(property("k", field(3, map()), meaning: 19))), meaning: 19))
}
