import CommandTesting
import Foundation
import Testing

/// `archive run`: what is due leaves the store for bundles that other tools read.
@Suite struct ArchiveRunTests {
  private static let asOf = "2025-11-01"

  private func scratch(_ events: [PhotoEvent], _ more: [String] = []) throws -> Scratch {
    let scratch = try Scratch()
    let lines = events.map(\.line) + more
    try scratch.write(lines.joined(separator: "\n"), to: "events.ndjson")
    try scratch.succeed("import", "events.ndjson")
    return scratch
  }

  @discardableResult
  private func archive(_ scratch: Scratch, _ options: String...) throws -> Shape.Archive {
    let arguments = ["archive", "run", "--as-of", Self.asOf, "--max-fraction", "1", "--json"]
    let outcome = try scratch.start(arguments + options).wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
    return try outcome.json()
  }

  /// Runs a program of the system in a directory of the scratch.
  private func system(_ command: String, in scratch: Scratch) throws -> Outcome {
    try scratch.start(["-c", command], program: "/bin/bash").wait()
  }

  @Test("Tar and sha256sum read what was archived, and unpacking gives the bucket's layout")
  func unpacks() throws {
    let events = [
      PhotoEvent("e1", at: "2025-03-05T10:00:00Z"), PhotoEvent("e2", at: "2025-03-31T23:59:59Z"),
      PhotoEvent("e3", at: "2025-04-01T00:00:00Z"),
      PhotoEvent("e4", user: "u2", at: "2024-12-31T23:59:59.999999Z"),
    ]
    let scratch = try scratch(events + [PhotoEvent("new", at: "2025-10-01T00:00:00Z")])
    let report = try archive(scratch)
    #expect(report.due == 4 && report.archived == 4 && report.removed == 4 && report.bundles == 3)
    #expect(report.bytes == events.reduce(0) { $0 + $1.photo.count })
    let unpacking = """
      set -e; mkdir out; for tar in $(find gallery-archive -name '*.tar'); do tar xf $tar -C out; done
      for sums in $(find gallery-archive -name SHA256SUMS); do (cd $(dirname $sums); sha256sum -c --quiet --strict SHA256SUMS); done
      """
    let outcome = try system(unpacking, in: scratch)
    #expect(outcome.code == 0, "\(outcome.everything)")
    for event in events {
      #expect(try scratch.contents("out/gallery-archive/\(event.place).jpg") == event.photo)
      let record = try JSONDecoder().decode(
        Shape.Record.self, from: try scratch.contents("out/gallery-archive/\(event.place).json"))
      #expect(record.eventId == event.id && record.userId == event.user)
      #expect(record.archivedAt == "2025-11-01T00:00:00.000000Z")
      #expect(record.photo.bytes == event.photo.count && record.taskTitle == "Tablets")
    }
    #expect(try scratch.succeed("digest", "--json").json(Shape.Digest.self).documents == 1)
    #expect(try scratch.integrity() == ["\"ok\""])
  }

  @Test("Exactly what is older than the retention window is due")
  func boundary() throws {
    let scratch = try scratch([
      PhotoEvent("older", at: "2025-08-02T23:59:59.999999Z"),
      PhotoEvent("exactly", at: "2025-08-03T00:00:00Z"),
    ])
    #expect(try archive(scratch).archived == 1)
    #expect(try archive(scratch).due == 0)
    #expect(try archive(scratch, "--older-than", "2159h").archived == 1)
  }

  @Test("What cannot be archived stays, and the report says why")
  func findings() throws {
    let old = "2025-01-01T00:00:00Z"
    let scratch = try scratch(
      [
        PhotoEvent("fine", at: old), PhotoEvent("legacy", profile: "7788143739", at: old),
        PhotoEvent("url", at: old, form: .url("gs://b/none.jpg")),
        PhotoEvent("null", at: old, form: .raw("\"<null>\"")),
        PhotoEvent("bad", at: old, form: .raw("\"%%%\"")),
        PhotoEvent("unknown", at: old, form: .raw("\"aGVsbG8=\"")),
        PhotoEvent("empty", profile: "", at: old),
        PhotoEvent("two", at: old, extra: #""more":{"photoData":"/9j/4A=="}"#),
        PhotoEvent("none", at: old, form: .raw("null")),
      ],
      [
        #"{"path":"gallery_events/created","data":{"createdAt":"2025-01-01T00:00:00Z","eventType":"profileCreated","photoURL":"gs://b/a.jpg","profileId":"p","userId":"u1"}}"#,
        #"{"path":"responses/r","data":{"photoData":"/9j/4A==","receivedAt":"2025-01-01T00:00:00Z","userId":"u1"}}"#,
      ])
    let report = try archive(scratch)
    #expect(report.archived == 1 && report.removed == 1 && report.due == 8)
    #expect(
      report.findings == [
        "legacy-profile-id": 1, "photo-not-found": 1, "null-photo": 1, "bad-photo-data": 1,
        "unknown-photo-format": 1, "missing-profile-id": 1, "several-photos": 1,
      ])
    #expect(try scratch.succeed("digest", "--json").json(Shape.Digest.self).documents == 10)
  }

  @Test("Nothing of an archived document is left in the store's file, and the file shrinks")
  func privacy() throws {
    let events = (0..<60).map {
      PhotoEvent("e\($0)", at: "2025-0\($0 % 7 + 1)-05T10:00:00Z", message: "secret-\($0)-words")
    }
    let profile =
      #"{"path":"profiles/2015550123","data":{"phoneNumber":"2015550123","userId":"u1"}}"#
    let legacy = PhotoEvent(
      "old", profile: "2015550123", at: "2025-01-01T00:00:00Z", message: "secret-old-words")
    let scratch = try scratch(events + [legacy], [profile])
    try scratch.succeed("up")
    #expect(try scratch.contents("hallo.sqlite").contains(Data("secret-3-words".utf8)))
    let before = try scratch.contents("hallo.sqlite").count
    #expect(try archive(scratch).removed == 61)
    let after = try scratch.contents("hallo.sqlite")
    #expect(after.count < before)
    for secret in ["secret-", "-words"] { #expect(!after.contains(Data(secret.utf8))) }
    for event in events { #expect(!after.contains(event.photo)) }
    #expect(!scratch.exists("hallo.sqlite-wal"))
  }

  @Test("A photo that another document has stays in the store")
  func sharedPhoto() throws {
    let event = PhotoEvent("e", at: "2025-01-01T00:00:00Z")
    let response =
      #"{"path":"responses/r","data":{"photoData":"\#(event.photo.base64EncodedString())","userId":"u1"}}"#
    let scratch = try scratch([event], [response])
    #expect(try archive(scratch).removed == 1)
    try scratch.succeed("export", "rest.ndjson")
    #expect(try scratch.text("rest.ndjson").contains(event.photo.base64EncodedString()))
  }

  @Test("Undoing a migration tells which documents were archived since")
  func undoing() throws {
    let profile =
      #"{"path":"profiles/2015550123","data":{"phoneNumber":"2015550123","userId":"u1"}}"#
    let scratch = try scratch(
      [PhotoEvent("old", profile: "2015550123", at: "2025-01-01T00:00:00Z")], [profile])
    try scratch.succeed("up")
    try archive(scratch)
    let outcome = try scratch.succeed("down", "--to", "0000", "--json").json(Shape.Undo.self)
    #expect(outcome.undone.flatMap(\.archivedExamples) == ["gallery_events/old"])
    #expect(try scratch.succeed("digest", "--json").json(Shape.Digest.self).documents == 1)
    let refused = try scratch.run("undo", "5")
    #expect(refused.code == 6)
    #expect(refused.errors.contains("archive restore"))
  }

  @Test("A dry run reports what the run does, and leaves every byte alone")
  func dryRun() throws {
    let events = (0..<20).map {
      PhotoEvent("e\($0)", user: "u\($0 % 3)", at: "2025-01-05T10:00:00Z")
    }
    let scratch = try scratch(
      events + [PhotoEvent("url", at: "2025-01-01T00:00:00Z", form: .url("gs://b/x"))])
    let before = try scratch.contents("hallo.sqlite")
    let dry = try archive(scratch, "--dry-run")
    #expect(try scratch.contents("hallo.sqlite") == before)
    #expect(!scratch.exists("gallery-archive"))
    let real = try archive(scratch)
    #expect(dry.dryRun && !real.dryRun)
    #expect(dry.figures == real.figures)
    #expect(dry.findings == real.findings)
  }

  @Test(
    "An export writes the bundles of a run and removes nothing; the run that follows only removes")
  func export() throws {
    let events = (0..<10).map { PhotoEvent("e\($0)", at: "2025-01-05T10:00:00Z") }
    let scratch = try scratch(events)
    let digest = try scratch.digest()
    let command = ["archive", "export", "--as-of", Self.asOf, "--json"]
    let exported = try scratch.start(command).wait().json(Shape.Archive.self)
    #expect(exported.archived == 10 && exported.removed == 0)
    #expect(try scratch.digest() == digest)
    let bundle = try scratch.contents("gallery-archive/u1/p1/2025/01/part-000001.tar")
    let report = try archive(scratch)
    #expect(report.archived == 0 && report.removed == 10 && report.bundles == 0)
    #expect(try scratch.contents("gallery-archive/u1/p1/2025/01/part-000001.tar") == bundle)
    #expect(try scratch.names(in: "gallery-archive/u1/p1/2025/01").count == 3)
  }

  @Test("A night's work is bounded, and the next night goes on in parts of their own")
  func limits() throws {
    let events = (0..<6).map { PhotoEvent("e\($0)", at: "2025-01-05T10:00:0\($0)Z") }
    let scratch = try scratch(events)
    let first = try archive(scratch, "--limit", "2")
    #expect(first.archived == 2 && first.left == 4)
    let size = events[0].photo.count
    let second = try archive(scratch, "--max-bytes", "\(size * 3)")
    #expect(second.archived == 3 && second.left == 1)
    #expect(try archive(scratch).archived == 1)
    let names = try scratch.names(in: "gallery-archive/u1/p1/2025/01")
    #expect(names.filter { $0.hasSuffix(".tar") }.count == 3)
    #expect(
      try system(
        "cd gallery-archive/u1/p1/2025/01 && sha256sum -c --strict SHA256SUMS", in: scratch
      ).code == 0)
  }

  static let oddities: [(options: [String], code: Int32)] = [
    (["--as-of", "2999-01-01"], 64), (["--older-than", "0d", "--as-of", "2025-11-01"], 64),
    (["--older-than", "-1d"], 64), (["--older-than", "9999999d"], 64),
    (["--older-than", "90"], 64), (["--limit", "0"], 64), (["--max-bytes", "0"], 64),
    (["--until", "25:00"], 64), (["--as-of", "yesterday"], 64), (["--compress", "gzip"], 64),
    (["--as-of", "2025-11-01"], 1), (["--prices", "none.json"], 1), (["--mirror", "none"], 1),
  ]

  @Test("What looks like a mistake is refused, and done with --force", arguments: oddities)
  func mistakes(options: [String], code: Int32) throws {
    let scratch = try scratch([PhotoEvent("e", at: "2025-01-05T10:00:00Z")])
    let digest = try scratch.digest()
    let outcome = try scratch.start(["archive", "run"] + options).wait()
    #expect(outcome.code == code, "\(outcome.everything)")
    #expect(try scratch.digest() == digest)
    if options.contains("2999-01-01") || options.contains("0d")
      || options == ["--as-of", "2025-11-01"]
    {
      #expect(try scratch.start(["archive", "run", "--force"] + options).wait().code == 0)
    }
  }

  @Test(
    "Photos in a mirror of the bucket are found by every form of URL, and by none that leads out of it"
  )
  func mirror() throws {
    let photo = PhotoEvent("any", at: "2025-01-01T00:00:00Z").photo
    let urls = [
      "gs://b/photos/a b%20.jpg", "https://storage.googleapis.com/b/photos/a%20b%2520.jpg",
      "https://firebasestorage.googleapis.com/v0/b/b/o/photos%2Fa%20b%2520.jpg?alt=media&token=1",
    ]
    let bad = [
      "gs://b/../secret.jpg", "gs://b/photos/../../secret.jpg", "gs://b//secret.jpg", "gs://b/",
      "https://storage.googleapis.com/b/%2e%2e/secret.jpg",
      "https://elsewhere.example/b/photos/x.jpg",
      "https://storage.googleapis.com/b/photos%2F..%2F..%2Fsecret.jpg", "file:///etc/passwd",
      "gs://b/link/secret.jpg", "gs://b/photos", "gs://b/link.jpg", "gs://b/photos/x%00.jpg",
    ]
    let events = (urls + bad).enumerated().map {
      PhotoEvent("e\($0)", at: "2025-01-01T00:00:00Z", form: .url($1))
    }
    let scratch = try scratch(events)
    try scratch.write(photo, to: "mirror/photos/a b%20.jpg")
    try scratch.write(photo, to: "secret.jpg")
    #expect(
      try system("ln -s .. mirror/link; ln -s ../secret.jpg mirror/link.jpg", in: scratch).code == 0
    )
    let report = try archive(scratch, "--mirror", "mirror")
    #expect(report.archived == urls.count)
    #expect(report.findings == ["photo-not-found": bad.count])
  }

  @Test("Records of one id in two collections, and hostile ids, have names of their own")
  func names() throws {
    let long = String(repeating: "ü", count: 700)
    let ids = [
      "a", "A", "..a", "-rf", "%41", "a b", "\u{202E}gpj", "\u{1}", long, long + "x", "é",
      "e\u{301}",
    ]
    let events =
      ids.map { PhotoEvent($0, at: "2025-01-01T00:00:00Z") }
      + [PhotoEvent("a", at: "2025-01-02T00:00:00Z", collection: "galleryEvents")]
    let scratch = try scratch(events)
    #expect(try archive(scratch).archived == events.count)
    let outcome = try system(
      "mkdir out && tar xf gallery-archive/u1/p1/2025/01/part-000001.tar -C out && ls out/gallery-archive/u1/p1/2025/01 | wc -l",
      in: scratch)
    #expect(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines) == "\(events.count * 2)")
  }

  @Test("Figures for Prometheus, and one line a step with --quiet")
  func metrics() throws {
    let scratch = try scratch([PhotoEvent("e", at: "2025-01-05T10:00:00Z")])
    let outcome = try scratch.run(
      "archive", "run", "--as-of", Self.asOf, "--force", "--quiet", "--metrics", "hallo.prom")
    #expect(outcome.code == 0 && outcome.text.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 3)
    let metrics = try scratch.text("hallo.prom")
    #expect(metrics.contains("\nhallo_archive_archived_records 1\n"))
    #expect(metrics.contains("# TYPE hallo_archive_last_success_timestamp_seconds gauge\n"))
    #expect(
      try scratch.names() == [
        "events.ndjson", "gallery-archive", "hallo.prom", "hallo.sqlite", "hallo.sqlite.lock",
      ])
  }

  @Test("A store of the format before archiving is brought up to date, and keeps its documents")
  func olderStore() throws {
    let scratch = try scratch([
      PhotoEvent("url", at: "2025-01-01T00:00:00Z", form: .url("gs://b/x.jpg"))
    ])
    let digest = try scratch.digest()
    try scratch.execute(
      """
      DROP TABLE erased; DROP TABLE restored; DROP TABLE bundle; DROP TABLE archived_photo;
      DROP TABLE remote; DROP TABLE departed; DROP TABLE conflict;
      ALTER TABLE run DROP COLUMN archived; ALTER TABLE source DROP COLUMN file;
      ALTER TABLE source DROP COLUMN unit; UPDATE version SET has_photo = NULL; PRAGMA user_version = 1;
      """)
    #expect(try scratch.digest() == digest)
    #expect(try archive(scratch).findings == ["photo-not-found": 1])
  }
}

/// A task response with a photo, as a line of NDJSON.
struct PhotoEvent {
  enum Form {
    case text, bytes, dataURL
    case url(String)
    /// The JSON of `photoData`.
    case raw(String)
  }

  let id: String
  let user: String
  let profile: String
  let instant: String
  let form: Form
  let message: String
  let extra: String
  let collection: String

  init(
    _ id: String, user: String = "u1", profile: String = "p1", at instant: String,
    form: Form = .text, message: String = "hello", extra: String = "\"a\":1",
    collection: String = "gallery_events"
  ) {
    (self.id, self.user, self.profile, self.instant) = (id, user, profile, instant)
    (self.form, self.message, self.extra, self.collection) = (form, message, extra, collection)
  }

  /// A JPEG as far as its beginning tells, which no other event has.
  var photo: Data {
    var generator = UInt64(
      truncatingIfNeeded: (id + user).utf8.reduce(5381) { $0 &* 33 &+ Int($1) })
    return Data([0xFF, 0xD8, 0xFF, 0xE0])
      + Data(
        (0..<3000).map { _ in
          generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(generator >> 56)
        })
  }

  /// `{owner}/{profile}/{yyyy}/{mm}/{event}`, for ids that need no encoding.
  var place: String {
    "\(user)/\(profile)/\(instant.prefix(4))/\(instant.dropFirst(5).prefix(2))/\(id)"
  }

  var line: String {
    let base64 = photo.base64EncodedString()
    let value =
      switch form {
      case .text: "\"photoData\":\"\(base64)\""
      case .bytes: "\"photoData\":{\"__bytes__\":\"\(base64)\"}"
      case .dataURL: "\"photoData\":\"data:image/jpeg;base64,\(base64)\""
      case .url(let url): "\"photoURL\":\(Self.json(url))"
      case .raw(let json): "\"photoData\":\(json)"
      }
    return """
      {"path":\(Self.json("\(collection)/\(id)")),"data":{"createdAt":"\(instant)","eventType":"taskResponse",\
      "profileId":\(Self.json(profile)),"taskTitle":"Tablets","textContent":\(Self.json(message)),\
      "userId":\(Self.json(user)),\(extra),\(value)}}
      """
  }

  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension Shape {
  struct Archive: Decodable {
    let dryRun: Bool
    let due, archived, alreadyArchived, bundles, bytes, removed, left: Int
    let findings: [String: Int]

    var figures: [Int] { [due, archived, alreadyArchived, bundles, bytes, removed, left] }
  }

  /// What is kept of a record.
  struct Record: Decodable {
    struct Photo: Decodable {
      let bytes: Int
      let format, sha256: String
    }

    let archivedAt, eventId, originalCreatedAt, path, profileId, userId: String
    let taskTitle: String?
    let photo: Photo
  }

  struct Undo: Decodable {
    struct Run: Decodable { let archivedExamples: [String] }

    let undone: [Run]
  }
}
