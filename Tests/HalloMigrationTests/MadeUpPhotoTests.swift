import DocumentStore
import Documents
import HalloMigration
import StoreTesting
import Testing

/// A migration sees markers in the place of photos: it can copy and remove them, and not make them up.
@Suite struct MadeUpPhotoTests {
  private static let photo = "data:image/jpeg;base64,/9j/4AAQ"
  private static let sha256 = SHA256Digest.of([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10])
  private static let marker =
    #"{"__photo__":["\#(sha256)",6,"jpg","text","data:image/jpeg;base64,",0,"",false]}"#
  /// A photo that no document has when a run begins.
  private static let other = "/9j/4A=="
  private static let otherSHA256 = SHA256Digest.of([0xFF, 0xD8, 0xFF, 0xE0])
  private static let otherMarker =
    #"{"__photo__":["\#(otherSHA256)",4,"jpg","text","",0,"",false]}"#

  private let site: MigrationSite

  init() throws {
    site = try MigrationSite([
      "n/a": "{\"photoData\":\"\(Self.photo)\"}", "n/b": "{}", "n/c": "{}",
    ])
  }

  private static func set(_ value: String, on document: String, at member: String = "photoData")
    -> String
  {
    "UPDATE document SET data = json_set(data, '$.\(member)', json('\(value)')) "
      + "WHERE path = 'n/\(document)';"
  }

  @Test(
    "What stands for a photo of the store, as another document has it or could have it, is found",
    arguments: [
      set(marker, on: "b"), set(marker, on: "b", at: "copy"),
      set(#"{"__photo__":["\#(sha256)",6,"jpg","bytes"]}"#, on: "b"),
      "UPDATE document SET data = (SELECT d.data FROM document AS d WHERE d.path = 'n/a');",
      set("\"\(other)\"", on: "b") + set(otherMarker, on: "c"),
      set("\"\(other)\"", on: "b") + set(otherMarker, on: "b", at: "again"),
      set("\"\(other)\"", on: "b") + set(otherMarker, on: "c") + set("1", on: "b")
        + set("1", on: "c", at: "n"),
    ])
  func found(statements: String) throws {
    let digest = try site.store.digest()
    let outcome = try #require(try site.run(statements))
    #expect(outcome.changed > 0)
    let lines = try site.lines().map { "\($0)" }.joined()
    #expect(lines.contains(Self.photo) && !lines.contains("__photo__"))
    try site.store.undo([outcome.run])
    #expect(try site.store.digest() == digest)
  }

  /// Values that no document's photo would be given.
  private static let madeUp = [
    #"{"__photo__":["\#(sha256)",7,"jpg","bytes"]}"#,
    #"{"__photo__":["\#(sha256)",6,"png","bytes"]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","data:image/jpeg;base64,",0,"\n",false]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","data:image/jpeg;base64,",76,"\n",false]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","",-1,"",true]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","x",0,"",false]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","}",0,"",false]}"#,
    #"{"__photo__":["\#(sha256)",6,"jpg","text","\"]}",0,"",false]}"#,
    otherMarker,
  ].map { (statements: set($0, on: "b"), document: "n/b") }

  /// Photos that are not there yet, or no longer.
  private static let absent = [
    // Two statements of one migration, and of two: what a run adds and takes back is gone.
    (set("\"\(other)\"", on: "b") + set("1", on: "b") + set(otherMarker, on: "c"), "n/c"),
    // A statement does not see what it adds itself, in whatever order it comes to the documents.
    (
      "UPDATE document SET data = json_object('photoData', iif(doc_id = 'b', '\(other)', "
        + "json('\(otherMarker)'))) WHERE doc_id <> 'a';", "n/c"
    ),
    (
      "UPDATE document SET data = json_object('photoData', iif(doc_id = 'c', '\(other)', "
        + "json('\(otherMarker)'))) WHERE doc_id <> 'a';", "n/b"
    ),
  ]

  @Test("A made-up photo is refused, with its document", arguments: madeUp + absent)
  func refused(statements: String, document: String) throws {
    try site.write(statements, to: "0005_bad.sql")
    let digest = try site.store.digest()
    for isDryRun in [true, false] {
      let error = #expect(throws: MigrationError.self) { try site.up(isDryRun: isDryRun) }
      guard case .failed(_, _, let failure, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.document == document)
      #expect(failure.reason.contains("__photo__"), "\(failure.reason)")
    }
    #expect(try site.store.digest() == digest)
  }

  @Test("Photos are known from one migration of a run to the next, as long as a document has them")
  func severalMigrations() throws {
    try site.write(Self.set("\"\(Self.other)\"", on: "b"), to: "0005_add.sql")
    try site.write(Self.set(Self.otherMarker, on: "c"), to: "0006_copy.sql")
    let rehearsal = try site.up(isDryRun: true)
    #expect(try site.up().summary == rehearsal.summary)
    #expect(try site.lines().last == Text("n/c {\"photoData\":\"\(Self.other)\"}"))
  }
}

extension SHA256Digest {
  fileprivate static func of(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBufferPointer { SHA256Digest(of: $0) }
  }
}
