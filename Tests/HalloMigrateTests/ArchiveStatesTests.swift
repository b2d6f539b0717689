import CommandTesting
import Foundation
import Testing

/// Documents that were archived, came back, changed, and were archived again.
@Suite struct ArchiveStatesTests {
  private static let event = PhotoEvent("e1", at: "2025-01-05T10:00:00Z")

  /// A migration that changes every event.
  private static func edit(_ number: Int) -> String {
    """
    -- Edit events once more
    UPDATE document SET data = json_set(data, '$.edits', \(number)) WHERE kind = 'event';
    """
  }

  /// A store whose event was archived in as many states.
  private func scratch(states: Int, _ options: String...) throws -> Scratch {
    let scratch = try Scratch.importing([Self.event])
    try scratch.archiveRun(options)
    for number in 1..<states {
      try scratch.write(Self.edit(number), to: "migrations/000\(number + 3)_edit_\(number).sql")
      try scratch.succeed("archive", "restore")
      try scratch.succeed("up", "--migrations", "migrations")
      let night = ["archive", "run", "--as-of", "2025-11-0\(number + 1)", "--force"] + options
      #expect(try scratch.json(night, as: Shape.Archive.self).archived == 1)
    }
    return scratch
  }

  private let month = "gallery-archive/u1/p1/2025/01"

  private func members(_ scratch: Scratch) throws -> [String] {
    let outcome = try scratch.bash("for tar in \(month)/*.tar; do tar tf $tar; done")
    return outcome.text.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
  }

  @Test("Each state is in the archive under a name of its own", arguments: [2, 3])
  func names(states: Int) throws {
    let scratch = try scratch(states: states, "--keep-document")
    let members = try members(scratch)
    #expect(Set(members).count == states * 2 && members.contains("e1.jpg"))
    #expect(try scratch.archive("verify", as: Shape.Verify.self).photos == states)
    let list: Shape.List = try scratch.archive("list")
    #expect(list.photos.count == states)
    #expect(Set(list.photos.map(\.path)) == ["gallery_events/e1"])
    try scratch.succeed("archive", "unpack", "--to", "out")
    let unpacked = try scratch.files(below: "out").filter { $0.key.hasSuffix(".jpg") }
    #expect(unpacked.count == states && unpacked.values.allSatisfy { $0 == Self.event.photo })
    let edits = try scratch.files(below: "out").filter { $0.key.hasSuffix(".json") }.values
      .map { String(decoding: $0, as: UTF8.self).firstMatch(of: /"edits":(\d)/)?.1 ?? "0" }
    #expect(edits.sorted() == (0..<states).map { "\($0)" })
  }

  @Test(
    "A restore brings the last state back, sealed or not", arguments: [2, 3, 6], [false, true])
  func last(states: Int, isSealed: Bool) throws {
    let scratch = try scratch(states: states, "--keep-document")
    if isSealed { try scratch.succeed("archive", "seal") }
    let outcome: Shape.Restore = try scratch.archive("restore")
    #expect(outcome.restored == 1)
    let edits = try scratch.query("SELECT json_extract(data, '$.edits') FROM document")
    #expect(edits == ["\(states - 1)"])
    let run = try scratch.archiveRun()
    #expect(run.bundles == 0 && run.removed == 1)
  }

  @Test("A list has all states after sealing, as before")
  func sealed() throws {
    let scratch = try scratch(states: 3)
    let before: Shape.List = try scratch.archive("list")
    #expect(try scratch.archive("seal", as: Shape.Seal.self).merged == 3)
    let after: Shape.List = try scratch.archive("list")
    #expect(before.photos.count == 3)
    #expect(after.photos.map(\.withoutBundle) == before.photos.map(\.withoutBundle))
    #expect(Set(after.photos.map(\.bundle)) == ["u1/p1/2025/01/part-000004"])
    let rebuilt: Shape.List = try scratch.archive("list", "--rebuild")
    #expect(rebuilt.photos == after.photos)
  }
}

extension Shape.List.Photo {
  var withoutBundle: Self {
    var photo = self
    photo.bundle = ""
    return photo
  }
}
