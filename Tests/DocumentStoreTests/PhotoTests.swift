import DocumentStore
import Documents
import Foundation
import StoreTesting
import Testing

/// Photos are kept apart, and nobody can tell.
@Suite struct PhotoTests {
  private let scratch: Scratch
  private let store: TestStore

  init() throws {
    scratch = try Scratch()
    store = TestStore(scratch.path("store.db"))
  }

  private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + (0..<2000).map { UInt8($0 % 251) })
  private static let text = jpeg.base64EncodedString()
  private static let lines = jpeg.base64EncodedString(options: [.lineLength76Characters])

  /// The JSON of photos' values, and whether the bytes can be kept apart.
  static let written: [(json: String, isApart: Bool)] = [
    ("\"\(text)\"", true), ("{\"__bytes__\":\"\(text)\"}", true),
    ("\"data:image/jpeg;base64,\(text)\"", true),
    ("\"\(lines.replacingOccurrences(of: "\r\n", with: "\\r\\n"))\"", true),
    ("\"\(lines.replacingOccurrences(of: "\r\n", with: "\\n"))\\n\"", true),
    ("\"\\n\(text)\"", false), ("\"/9j/4R==\"", false), ("\"<null>\"", false), ("\"\"", false),
    ("\"aGVsbG8=\"", false), ("null", false), ("[{\"photoData\":\"\(text)\"}]", true),
  ]

  private func count(_ table: String) throws -> Int? {
    try SQLiteFile(store.path).value("SELECT count(*) FROM \(table)").flatMap { Int($0) }
  }

  @Test("Every form comes back to the byte, and the digest is that of the text", arguments: written)
  func forms(json: String, isApart: Bool) throws {
    let data = "{\"a\":\"{\\\"__photo__\\\":[\",\"photoData\":\(json)}"
    try store.add([(path: "responses/r", data: data)])
    #expect(try store.lines() == ["responses/r \(data)"])
    #expect(try count("photo") == (isApart ? 1 : 0))
    let digest = SHA256Digest.of("responses/r\n\(data)\n")
    #expect(try store.digest() == digest)
    try store.run("UPDATE document SET data = json_set(data, '$.b', 1), path = 'responses/s';")
    let changed = "{\"a\":\"{\\\"__photo__\\\":[\",\"b\":1,\"photoData\":\(json)}"
    #expect(try store.lines() == ["responses/s \(changed)"])
  }

  @Test("A photo that several documents have is stored once, and goes with the last of them")
  func shared() throws {
    let documents = Self.written.filter(\.isApart).enumerated().map { index, form in
      (path: "responses/\(index)", data: "{\"photoData\":\(form.json)}")
    }
    let first = try store.add(documents.prefix(3))
    let second = try store.add(documents.suffix(3))
    #expect(try count("photo") == 1)
    #expect(try count("photo_use") == 6)
    try store.undo([first.run])
    #expect(try store.lines() == documents.suffix(3).map { "\($0.path) \($0.data)" })
    #expect(try count("photo") == 1)
    try store.undo([second.run])
    #expect(try count("photo") == 0)
    #expect(try count("photo_use") == 0)
    #expect(try count("version") == 0)
  }

  @Test("A migration copies, changes and removes photos, and undoing it restores them")
  func migrated() throws {
    try store.add(
      (0..<4).map { (path: "responses/\($0)", data: "{\"photoData\":\"\(Self.text)\"}") })
    let digest = try store.digest()
    let script = """
      UPDATE document SET data = json_set(data, '$.copy', json(data -> 'photoData'))
      WHERE doc_id = '0';
      UPDATE document SET data = json_set(data, '$.photoData', '/9j/4A==') WHERE doc_id = '1';
      UPDATE document SET data = json_remove(data, '$.photoData') WHERE doc_id = '2';
      DELETE FROM document WHERE doc_id = '3';
      UPDATE document SET data = json_set(data, '$.again', 1);
      """
    let rehearsal = try store.run(script, isDryRun: true)
    let outcome = try store.run(script)
    #expect(outcome.changeSet == rehearsal.changeSet)
    #expect(
      try store.lines() == [
        "responses/0 {\"again\":1,\"copy\":\"\(Self.text)\",\"photoData\":\"\(Self.text)\"}",
        "responses/1 {\"again\":1,\"photoData\":\"/9j/4A==\"}", "responses/2 {\"again\":1}",
      ])
    #expect(try count("photo") == 2)
    try store.undo([outcome.run])
    #expect(try store.digest() == digest)
    #expect(try count("photo") == 1)
    #expect(try count("photo_use") == 4)
  }

  @Test("A photo that comes and goes within a run leaves nothing")
  func passing() throws {
    try store.add([
      (path: "a/1", data: "{}"), (path: "a/2", data: "{\"photoData\":\"\(Self.text)\"}"),
    ])
    try store.run(
      """
      UPDATE document SET data = '{"photoData":"/9j/4A=="}' WHERE doc_id = '1';
      UPDATE document SET data = '{"photoData":"\(Self.text)"}' WHERE doc_id = '1';
      UPDATE document SET data = '{"x":1}' WHERE doc_id = '1';
      """)
    #expect(try count("photo") == 1)
    #expect(try count("photo_use") == 1)
    #expect(try store.lines().last == "a/2 {\"photoData\":\"\(Self.text)\"}")
  }

  @Test("A duplicate that is set aside leaves no photo", arguments: [true, false])
  func duplicate(isNew: Bool) throws {
    if !isNew { try store.add([(path: "z/z", data: "{}")]) }
    try store.add(
      [(path: "a/1", data: "{}"), (path: "a/1", data: "{\"photoData\":\"\(Self.text)\"}")],
      options: StoreImport.Options(skipsDuplicates: true))
    #expect(try count("photo_use") == 0)
    #expect(try count("photo") == 0)
  }
}

extension SHA256Digest {
  fileprivate static func of(_ text: String) -> String {
    var hasher = SHA256Hasher()
    hasher.update(text)
    return hasher.finalize().description
  }
}
