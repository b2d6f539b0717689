import Documents
import FirestoreTesting
import Foundation
import SwiftProtobuf
import Testing

@testable import FirestoreClient

/// What is made of a server's messages.
@Suite struct DecoderTests {
  private let database = DatabaseName(project: "p")

  @Test("What a server leaves out has its default")
  func defaults() throws {
    let fields: [(String, ProtoValue)] = [
      ("point", .with { $0.geoPointValue = ProtoLatLng() }),
      ("map", .with { $0.mapValue = ProtoMapValue() }),
      ("array", .with { $0.arrayValue = ProtoArrayValue() }),
      ("time", .with { $0.timestampValue = Google_Protobuf_Timestamp() }),
      ("text", .with { $0.stringValue = "" }), ("number", .with { $0.integerValue = 0 }),
      ("null", .with { $0.nullValue = .nullValue }),
    ]
    #expect(
      try decode(fields)
        == "a/1 {array: [], map: {}, null: null, number: int 0, point: geo 0 0, text: string , time: time 0}"
    )
  }

  @Test(
    "A time's digits below a microsecond are dropped",
    arguments: [(0, 999, 0), (-1, 999_999_999, -1), (1, 1_000, 1_000_001)])
  func times(seconds: Int, nanos: Int, microseconds: Int) throws {
    let time = Google_Protobuf_Timestamp(seconds: Int64(seconds), nanos: Int32(nanos))
    #expect(
      try decode([("t", .with { $0.timestampValue = time })]) == "a/1 {t: time \(microseconds)}")
  }

  private static let names = [
    "projects/p/databases/(default)/documents/a/1": "a/1",
    "projects/p/databases/second/documents/a/1": "projects/p/databases/second/documents/a/1",
    "projects/other/databases/(default)/documents/a/1":
      "projects/other/databases/(default)/documents/a/1",
  ]

  @Test("A reference to the same database is a path", arguments: names)
  func references(name: String, expected: String) throws {
    #expect(try decode([("r", .with { $0.referenceValue = name })]) == "a/1 {r: ref \(expected)}")
  }

  private static let bad: [(String, ProtoValue)] = [
    ("of no type", ProtoValue()),
    ("of a type that is new", unknownType),
    ("time out of range", .with { $0.timestampValue = .init(seconds: 253_402_300_800, nanos: 0) }),
    ("time beyond counting", .with { $0.timestampValue = .init(seconds: .max, nanos: 0) }),
    ("time with bad nanoseconds", .with { $0.timestampValue = .init(seconds: 0, nanos: -1) }),
    ("map with a reserved name", map([("__time__", .with { $0.stringValue = "x" })])),
    ("vector without its value", map([("__type__", text("__vector__"))])),
    ("vector of another type", map([("__type__", text("__other__")), ("value", array([]))])),
    (
      "vector of integers",
      map([("__type__", text("__vector__")), ("value", array([.with { $0.integerValue = 1 }]))])
    ),
    (
      "vector with more",
      map([("__type__", text("__vector__")), ("value", array([])), ("x", text(""))])
    ),
    ("bad value in an array", array([ProtoValue()])),
    ("bad value in a map", map([("x", ProtoValue())])),
  ]

  @Test("What is no value is refused", arguments: bad)
  func refuses(name: String, value: ProtoValue) {
    #expect(throws: MessageFault.self, "\(name)") { try decode([("f", value)]) }
  }

  @Test("A document of another database, or without a time, is refused")
  func foreign() {
    var document = ProtoDocument()
    document.name = "projects/p/databases/second/documents/a/1"
    document.updateTime = .init(microseconds: 0)
    #expect(throws: MessageFault.self) {
      try DocumentDecoder(database: database).document(document)
    }
    document.name = database.name(of: "a/1")
    #expect((try? DocumentDecoder(database: database).document(document)) != nil)
    document.clearUpdateTime()
    #expect(throws: MessageFault.self) {
      try DocumentDecoder(database: database).document(document)
    }
    document.name = "projects/p/databases/(default)/documents/"
    #expect(throws: MessageFault.self) {
      try DocumentDecoder(database: database).document(document)
    }
  }

  @Test("A write's size is at least what it takes in a request")
  func sizes() throws {
    var generator = GeneratedDocuments(seed: 3)
    let writes: [RemoteWrite] =
      generator.documents(50).map { .create($0) }
      + [.delete(path: "a/1", ifUpdatedAt: Instant(clock: 1_700_000_000.5))]
    for write in writes {
      var request = ProtoCommitRequest()
      request.writes = [WriteEncoder(database: database).message(write)]
      let size = try (request.serializedBytes() as [UInt8]).count
      #expect((size...(size + 4)).contains(try write.size(in: database)))
    }
  }

  private func decode(_ fields: [(String, ProtoValue)]) throws -> String {
    var document = ProtoDocument()
    document.name = database.name(of: "a/1")
    document.updateTime = .init(microseconds: 1)
    document.fields = fields.map { name, value in
      .with { ($0.key, $0.value) = (name, value) }
    }
    return FirestoreTesting.text(
      try DocumentDecoder(database: database).document(document).document)
  }

  private static func text(_ text: String) -> ProtoValue { .with { $0.stringValue = text } }

  private static func array(_ values: [ProtoValue]) -> ProtoValue {
    .with { $0.arrayValue.values = values }
  }

  private static func map(_ fields: [(String, ProtoValue)]) -> ProtoValue {
    .with {
      $0.mapValue.fields = fields.map { name, value in .with { ($0.key, $0.value) = (name, value) }
      }
    }
  }

  /// A `function_value`, field 20, which only pipelines have.
  private static let unknownType =
    (try? ProtoValue(serializedBytes: [0xa2, 0x01, 0x00])) ?? .with { $0.integerValue = 1 }
}
