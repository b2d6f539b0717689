import CommandTesting
import FirestoreTesting
import Foundation
import Testing

/// Photos that leave a live database for the archive, and come back.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct ArchiveTests {
  private static let photos = (1...6).map { "users/u1/gallery_events/photo\($0)" }

  private static func site() throws -> LiveSite {
    let site = try LiveSite()
    try site.database.put("users/u1", #"{"id":"u1"}"#)
    for (number, path) in photos.enumerated() {
      let photo = Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: UInt8(number), count: 5000))
      try site.database.put(
        path,
        """
        {"createdAt":{"__time__":"2025-01-0\(number + 1)T00:00:00.000000Z"},"eventType":"taskResponse",\
        "photoData":{"__bytes__":"\(photo.base64EncodedString())"},"profileId":"p1",\
        "textContent":"took them with tea","userId":"u1"}
        """)
    }
    try site.pull()
    return site
  }

  private static func archive(_ site: LiveSite, _ options: String...) throws -> Outcome {
    try site.start(
      ["archive", "run", "--as-of", "2025-11-01", "--max-fraction", "1", "--keep-document"]
        + options
    ).wait()
  }

  @Test("Photos are deleted once their bundles are whole, and come back to the byte")
  func story() throws {
    let site = try Self.site()
    let original = try site.database.digest()
    #expect(try Self.archive(site, "--dry-run").code == 0)
    #expect(try site.push().sent == 0)
    // No bundle can be written where a file is.
    try site.scratch.write("x", to: "gallery-archive")
    #expect(try Self.archive(site).code == 1)
    #expect(try site.push().sent == 0)
    #expect(try site.database.digest() == original)
    try site.scratch.remove("gallery-archive")

    #expect(try Self.archive(site, "--limit", "4").code == 0)
    let push = try site.push()
    #expect(push.deleted == 4 && push.deletes == 4 && push.writes == 0)
    #expect(try site.database.texts().count == 3)
    #expect(try site.push().sent == 0)
    #expect(try site.digest() == site.database.digest())
    try site.succeed("archive", "verify")

    try site.succeed("archive", "restore")
    #expect(try site.push().created == 4)
    #expect(try site.database.digest() == original)
    #expect(try site.pull().changed == 0)
    #expect(try site.digest() == original)
  }

  @Test("A photo that the app changed since is not deleted")
  func changed() throws {
    let site = try Self.site()
    #expect(try Self.archive(site).code == 0)
    try site.database.set("note", "keep me", of: Self.photos[2])
    let theirs = try site.database.text(at: Self.photos[2])
    #expect(try site.push("--dry-run", expecting: 6).counts == [0, 0, 0, 5, 1])
    #expect(try site.push(expecting: 6).counts == [0, 0, 0, 5, 1])
    #expect(try site.database.text(at: Self.photos[2]) == theirs)
    try site.pull("--conflicts")
    #expect(try site.push().conflicts == 0)
    #expect(try site.database.text(at: Self.photos[2]) == theirs)
    #expect(try site.digest() == site.database.digest())
    // It is another photo record now, and is archived as such.
    #expect(try Self.archive(site).code == 0)
    #expect(try site.push().deleted == 1)
    #expect(try site.database.texts().count == 1)
    try site.succeed("archive", "verify")
  }

  @Test("A photo that came back before it was deleted stays as it is")
  func restoredBefore() throws {
    let site = try Self.site()
    let original = try site.database.digest()
    #expect(try Self.archive(site).code == 0)
    try site.succeed("archive", "restore")
    #expect(try site.push().deleted == 0)
    #expect(try site.database.digest() == original)
    #expect(try site.digest() == original)
  }

  @Test("A document may go where a photo was that was archived", arguments: [false, true])
  func replaced(isChanged: Bool) throws {
    let site = try Self.site()
    try site.database.put("users/u1/gallery_events/other", #"{"eventType":"other"}"#)
    try site.pull()
    #expect(try Self.archive(site).code == 0)
    try site.scratch.write(
      "-- Move\nUPDATE document SET path = '\(Self.photos[0])' WHERE doc_id = 'other';\n",
      to: "own/on-demand/move.sql")
    try site.succeed("run", "move", "--migrations", "own")
    if isChanged {
      try site.database.set("note", "keep me", of: Self.photos[0])
      #expect(try site.push(expecting: 6).conflicts == 1)
      try site.pull("--conflicts")
      #expect(try site.push().conflicts == 0)
    } else {
      #expect(try site.push("--dry-run").counts == [0, 0, 1, 5, 0])
      #expect(try site.push().counts == [0, 0, 1, 5, 0])
    }
    #expect(try site.push("--dry-run").sent == 0)
    #expect(try site.database.texts().count == (isChanged ? 3 : 2))
    #expect(try site.digest() == site.database.digest())
  }

  @Test("Photos that came back leave again when that is undone")
  func restoredAndUndone() throws {
    let site = try Self.site()
    #expect(try Self.archive(site).code == 0)
    try site.push()
    try site.succeed("archive", "restore")
    #expect(try site.push().created == 6)
    let runs = try site.scratch.query("SELECT id FROM run WHERE kind = 'restore'")
    try site.succeed("undo", runs[0])
    #expect(try site.push().deleted == 6)
    #expect(try site.database.texts().count == 1)
    #expect(try site.digest() == site.database.digest())
  }

  @Test("A photo that came back to where the app made another stays out")
  func takenPlace() throws {
    let site = try Self.site()
    #expect(try Self.archive(site).code == 0)
    try site.push()
    try site.database.put(Self.photos[0], #"{"eventType":"other"}"#)
    try site.succeed("archive", "restore")
    let push = try site.push(expecting: 6)
    #expect(push.conflicts == 1 && push.created == 5)
    #expect(try site.database.text(at: Self.photos[0]) == #"{"eventType":"other"}"#)
    try site.pull("--conflicts")
    #expect(try site.push().conflicts == 0)
    #expect(try site.database.text(at: Self.photos[0]) == #"{"eventType":"other"}"#)
    #expect(try site.digest() == site.database.digest())
  }

  @Test("A photo that was archived is not pulled again while it is still there")
  func pulledAgain() throws {
    let site = try Self.site()
    #expect(try Self.archive(site).code == 0)
    let pulled = try site.pull()
    #expect(pulled.added == 0 && pulled.removed == 0)
    #expect(try site.push().deleted == 6)
  }
}
