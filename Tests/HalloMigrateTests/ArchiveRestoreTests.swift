import CommandTesting
import Foundation
import Testing

/// `archive restore`: what the archive has comes back into the store.
@Suite struct ArchiveRestoreTests {
  /// The base64 of a photo, with text put in at places.
  private static func broken(_ event: PhotoEvent, _ breaks: [Int: String]) -> String {
    var text = ""
    for (position, character) in event.photo.base64EncodedString().enumerated() {
      text += (breaks[position] ?? "") + String(character)
    }
    return text + (breaks[-1] ?? "")
  }

  private static let lines = Dictionary(
    uniqueKeysWithValues: stride(from: 76, to: 4000, by: 76).map { ($0, #"\n"#) })

  /// How a photo can be written in a document; each gives a store another text.
  private static let forms: [(name: String, form: @Sendable (PhotoEvent) -> PhotoEvent.Form)] = [
    ("text", { _ in .text }), ("bytes", { _ in .bytes }), ("prefix", { _ in .dataURL }),
    ("lines", { .raw("\"\(broken($0, lines))\"") }),
    ("carriage", { .raw("\"\(broken($0, lines.mapValues { _ in #"\r\n"# }))\"") }),
    ("odd", { .raw("\"\(broken($0, [0: #"\n"#, 3: #"\n"#, 9: #"\n\n"#, 1001: #"\r"#]))\"") }),
    ("tail", { .raw("\"\(broken($0, [-1: #"\n"#]))\"") }),
    ("upper", { .raw("\"data:image/JPEG;base64,\(broken($0, [:]))\"") }),
    ("both", { .raw("\"data:image/png;base64,\(broken($0, lines))\"") }),
  ]

  private static var everyForm: [PhotoEvent] {
    forms.enumerated().map { number, form in
      let instant = "2025-0\(number % 3 + 1)-0\(number + 1)T10:00:00.25Z"
      let plain = PhotoEvent(form.name, at: instant)
      return PhotoEvent(
        form.name, at: instant, form: form.form(plain), message: "é \\u0000 \(number)",
        extra: #""deep":{"a":[1,2.5,{"__time__":"2025-01-01T00:00:00.000001Z"}]},"é":null"#)
    }
  }

  private static let profile =
    #"{"path":"profiles/2015550123","data":{"phoneNumber":"2015550123","userId":"u1"}}"#

  @Test("Documents that were kept whole come back to the byte, whatever form their photo has")
  func exact() throws {
    let scratch = try Scratch.importing(Self.everyForm, [Self.profile])
    let digest = try scratch.digest()
    #expect(try scratch.archiveRun(["--keep-document"]).removed == Self.forms.count)
    #expect(try scratch.documentCount() == 1)
    let outcome: Shape.Restore = try scratch.archive("restore")
    #expect(outcome.restored == Self.forms.count && outcome.present == 0)
    #expect(outcome.damaged == [])
    #expect(try scratch.digest() == digest)
    #expect(try scratch.integrity() == ["\"ok\""])
  }

  @Test("They come back as the migrations had left them")
  func migrated() throws {
    let legacy = PhotoEvent(
      "old", profile: "2015550123", at: "2025-01-01T00:00:00Z",
      extra: #""more":[{"profileId":"(201) 555-0123"}]"#)
    let scratch = try Scratch.importing(Self.everyForm + [legacy], [Self.profile])
    try scratch.succeed("up")
    let digest = try scratch.digest()
    #expect(try scratch.archiveRun(["--keep-document"]).removed == Self.forms.count + 1)
    #expect(try scratch.archive("restore", as: Shape.Restore.self).restored == Self.forms.count + 1)
    #expect(try scratch.digest() == digest)
    // Nothing is left for the migrations to do.
    let again: Shape.Run = try scratch.json(["up", "--dry-run"])
    #expect(again.migrations.isEmpty && again.documents == Self.forms.count + 2)
  }

  private static let three = [
    PhotoEvent("e1", at: "2025-01-05T10:00:00Z"),
    PhotoEvent("e2", user: "u2", profile: "p2", at: "2025-02-05T10:00:00Z", form: .bytes),
    PhotoEvent("e3", user: "u2", profile: "p3", at: "2025-02-06T10:00:00Z", form: .dataURL),
  ]

  @Test("Of records whose documents were not kept, what comes back is well-formed events")
  func wellFormed() throws {
    let scratch = try Scratch.archiving(Self.three)
    #expect(try scratch.archive("restore", as: Shape.Restore.self).restored == 3)
    let dry: Shape.Run = try scratch.json(["up", "--dry-run"])
    #expect(dry.malformedEvents == [:] && dry.documents == 3)
    try scratch.succeed("export", "back.ndjson")
    for (line, event) in zip(try scratch.text("back.ndjson").split(separator: "\n"), Self.three) {
      #expect(line == event.restoredLine)
    }
  }

  @Test(
    "The next run removes them again, without a new bundle or a trace",
    arguments: [[], ["--keep-document"]])
  func again(options: [String]) throws {
    let scratch = try Scratch.importing(Self.three, [#"{"path":"users/u1","data":{"a":1}}"#])
    try scratch.archiveRun(options)
    let (digest, archive) = (try scratch.digest(), try scratch.files(below: "gallery-archive"))
    try scratch.succeed("archive", "restore")
    let run = try scratch.archiveRun(options)
    #expect(run.due == 3 && run.alreadyArchived == 3 && run.removed == 3)
    #expect(run.archived == 0 && run.bundles == 0)
    #expect(try scratch.digest() == digest)
    #expect(try scratch.files(below: "gallery-archive") == archive)
    let names = ["events.ndjson", "gallery-archive", "hallo.sqlite", "hallo.sqlite.lock"]
    #expect(try scratch.names() == names)
    let store = try scratch.contents("hallo.sqlite")
    for event in Self.three { #expect(!store.contains(event.photo)) }
    #expect(!store.contains(Data("Tablets".utf8)))
  }

  @Test("A run with another rule for documents archives nothing twice", arguments: [true, false])
  func otherRule(keepsFirst: Bool) throws {
    let keep = ["--keep-document"]
    let scratch = try Scratch.importing(Self.three)
    try scratch.archiveRun(keepsFirst ? keep : [])
    try scratch.succeed("archive", "restore")
    let run = try scratch.archiveRun(keepsFirst ? [] : keep)
    #expect(run.bundles == 0 && run.removed == 3)
  }

  @Test("A document that the store has is left alone, whether or not it is the same")
  func present() throws {
    let scratch = try Scratch.archiving(Self.three, "--keep-document")
    try scratch.succeed("archive", "restore", "--user", "u1")
    let other = PhotoEvent(
      "e2", user: "u2", profile: "p2", at: "2025-02-05T10:00:00Z", message: "new")
    try scratch.write(other.line, to: "other.ndjson")
    try scratch.succeed("import", "other.ndjson")
    let outcome: Shape.Restore = try scratch.archive("restore")
    #expect(outcome.restored == 1 && outcome.present == 2)
    try scratch.succeed("export", "back.ndjson")
    let lines = try scratch.text("back.ndjson").split(separator: "\n").map(String.init)
    #expect(lines[1].contains(#""textContent":"new""#))
    let nothing = try scratch.succeed("archive", "restore").text
    #expect(nothing.contains("Nothing was restored") && !nothing.contains("undo"), "\(nothing)")
  }

  @Test("undo takes a restore back, and says what was archived since")
  func undone() throws {
    let scratch = try Scratch.archiving(Self.three, "--keep-document")
    let digest = try scratch.digest()
    let run = try scratch.archive("restore", as: Shape.Restore.self).run
    try scratch.succeed("undo", "\(run)")
    #expect(try scratch.digest() == digest && scratch.documentCount() == 0)
    let second = try scratch.archive("restore", as: Shape.Restore.self).run
    try scratch.succeed("archive", "run", "--as-of", "2025-05-07", "--force")
    let undone: Shape.Undo = try scratch.json(["undo", "\(second)"])
    #expect(
      undone.undone.flatMap(\.archivedExamples) == ["gallery_events/e1", "gallery_events/e2"])
    #expect(try scratch.documentCount() == 0)
    #expect(try scratch.archive("restore", as: Shape.Restore.self).restored == 3)
  }

  static let selections: [(options: [String], events: [String])] = [
    ([], ["e1", "e2", "e3"]), (["--event", "e2"], ["e2"]), (["--user", "u2"], ["e2", "e3"]),
    (["--profile", "p3"], ["e3"]), (["--month", "2025-02"], ["e2", "e3"]),
    (["--user", "u1", "--month", "2025-01"], ["e1"]),
    (["--user", "u2", "--profile", "p2", "--event", "e2", "--month", "2025-02"], ["e2"]),
  ]

  @Test("What is asked for comes back, and nothing else", arguments: selections)
  func selected(options: [String], events: [String]) throws {
    let scratch = try Scratch.archiving(Self.three)
    let outcome: Shape.Restore = try scratch.json(["archive", "restore"] + options)
    #expect(outcome.restored == events.count)
    let paths = try scratch.query("SELECT path FROM document ORDER BY path")
    #expect(paths == events.map { "\"gallery_events/\($0)\"" })
  }

  @Test("Documents are counted right through archiving, restoring and undoing")
  func counts() throws {
    let scratch = try Scratch.importing(Self.three, [Self.profile])
    func agrees(_ count: Int) throws {
      #expect(try scratch.documentCount() == count)
      #expect(try scratch.json(["up", "--dry-run"], as: Shape.Run.self).documents == count)
    }
    try scratch.archiveRun(["--limit", "2"])
    try agrees(2)
    let first = try scratch.archive("restore", as: Shape.Restore.self)
    try agrees(4)
    try scratch.succeed("archive", "run", "--as-of", "2025-05-07", "--force")
    try agrees(2)
    try scratch.succeed("undo", "\(first.run)")
    try agrees(2)
    try scratch.succeed("archive", "restore", "--event", "e1")
    try agrees(3)
    try scratch.archiveRun()
    try agrees(1)
    try scratch.succeed("up")
    try agrees(1)
    #expect(try scratch.integrity() == ["\"ok\""])
  }

  @Test("Into a store that was lost and made anew, everything comes back")
  func lostStore() throws {
    let scratch = try Scratch.importing(Self.three)
    let digest = try scratch.digest()
    try scratch.archiveRun(["--keep-document"])
    try scratch.remove("hallo.sqlite")
    try scratch.write(#"{"__collections__":{}}"#, to: "empty.json")
    try scratch.succeed("import", "empty.json")
    #expect(try scratch.archive("restore", as: Shape.Restore.self).restored == 3)
    #expect(try scratch.digest() == digest)
    #expect(try scratch.archiveRun().bundles == 0)
  }

  @Test("A document whose photo is in a mirror comes back to the byte, if it was kept")
  func keptURL() throws {
    let url = PhotoEvent("e", at: "2025-01-05T10:00:00Z", form: .url("gs://b/photos/x.jpg"))
    let scratch = try Scratch.importing([url])
    let digest = try scratch.digest()
    try scratch.write(url.photo, to: "mirror/photos/x.jpg")
    #expect(try scratch.archiveRun(["--mirror", "mirror", "--keep-document"]).removed == 1)
    try scratch.succeed("archive", "restore")
    #expect(try scratch.digest() == digest)
    let run = try scratch.archiveRun(["--mirror", "mirror"])
    #expect(run.bundles == 0 && run.removed == 1)
  }

  @Test("A photo from a mirror comes back as bytes, and is not archived again")
  func mirror() throws {
    let url = PhotoEvent("e", at: "2025-01-05T10:00:00Z", form: .url("gs://b/photos/x.jpg"))
    let scratch = try Scratch.importing([url])
    try scratch.write(url.photo, to: "mirror/photos/x.jpg")
    try scratch.archiveRun(["--mirror", "mirror"])
    try scratch.succeed("archive", "restore")
    try scratch.succeed("export", "back.ndjson")
    #expect(try scratch.text("back.ndjson") == url.restoredLine + "\n")
    let run = try scratch.archiveRun()
    #expect(run.bundles == 0 && run.removed == 1)
  }

  @Test("A damaged photo is left out and named, and the others come back")
  func damaged() throws {
    let scratch = try Scratch.archiving(Self.three)
    let tar = "gallery-archive/u2/p2/2025/02/part-000001.tar"
    try scratch.flip(tar, at: 1000)
    let outcome: Shape.Restore = try scratch.archive("restore", code: 7)
    #expect(outcome.restored == 2)
    #expect(outcome.damaged.map(\.bundle) == ["u2/p2/2025/02/part-000001.tar"])
    #expect(outcome.damaged.first?.member?.hasSuffix("/e2.jpg") == true)
  }
}

extension PhotoEvent {
  /// The line of the event that is made of what is kept of it.
  fileprivate var restoredLine: String {
    """
    {"path":"\(collection)/\(id)","data":{"createdAt":{"__time__":"\(instant.dropLast()).000000Z"},\
    "eventType":"taskResponse","id":"\(id)","photoData":{"__bytes__":"\(photo.base64EncodedString())"},\
    "profileId":"\(profile)","taskTitle":"Tablets","userId":"\(user)"}}
    """
  }
}
