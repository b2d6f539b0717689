import CommandTesting
import FirestoreTesting
import Testing

/// What the app writes between a pull and a push.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct ConflictTests {
  /// A database in which each migration has something to do, and what it does is known.
  private static let documents = [
    ("users/u1", #"{"id":"u1","phoneNumber":"778 555 0100"}"#),
    (updated, #"{"id":"45DD3B0E-D983-4917-AE79-2BC001BFBA38","phoneNumber":"778 555 0101"}"#),
    (moved, #"{"id":"17785550102","phoneNumber":"+17785550102"}"#),
    ("users/u1/gallery_events/first", created(at: 1)),
    (removed, created(at: 2)),
  ]
  private static let updated = "users/u1/profiles/45DD3B0E-D983-4917-AE79-2BC001BFBA38"
  private static let moved = "users/u1/profiles/17785550102"
  private static let removed = "users/u1/gallery_events/replayed"

  private static func created(at second: Int) -> String {
    """
    {"createdAt":{"__time__":"2025-10-0\(second)T00:00:00.000000Z"},"eventType":"profileCreated",\
    "profileId":"45DD3B0E-D983-4917-AE79-2BC001BFBA38","userId":"u1"}
    """
  }

  /// A pulled and migrated store, and where the profile with a number for an id goes.
  private static func migrated() throws -> (LiveSite, destination: String) {
    let site = try LiveSite()
    for (path, json) in documents { try site.database.put(path, json) }
    try site.pull()
    try site.succeed("up")
    let query = "SELECT path FROM document WHERE doc_id NOT LIKE '45DD%' AND kind = 'profile'"
    let path = try site.scratch.query(query).first.map { $0.replacing("\"", with: "") } ?? ""
    return (site, path)
  }

  /// Settles what a push left alone, and sees that the database is then as the store, and that
  /// nothing is left to be migrated.
  private static func settle(_ site: LiveSite) throws {
    try site.pull("--conflicts")
    try site.succeed("up")
    #expect(try site.push().conflicts == 0)
    try site.pull()
    #expect(try site.push("--dry-run").sent == 0)
    #expect(try site.digest() == site.database.digest())
    try site.pull("--store", "fresh.sqlite")
    #expect(try site.run("status", "--store", "fresh.sqlite", "--exit-code").code == 2)
    let left = try site.succeed("up", "--dry-run", "--store", "fresh.sqlite").text
    #expect(left.contains("Nothing to change") || !left.contains("undone"), "\(left)")
  }

  @Test("What the app changed is left alone, shown, and settled", arguments: [updated, moved])
  func changed(path: String) throws {
    let (site, _) = try Self.migrated()
    try site.database.set("relationship", "aunt", of: path)
    let theirs = try site.database.text(at: path)
    let rehearsal = try site.push("--dry-run", expecting: 6)
    let push = try site.push(expecting: 6)
    #expect(push.conflicts == 1 && push.sent == 3 && rehearsal.counts == push.counts)
    let cost = try site.succeed("pull", "--conflicts", "--dry-run").text
    // Of a move both ends are read.
    #expect(cost.contains(path == Self.moved ? "2 documents" : "1 document to"), "\(cost)")
    #expect(try site.database.text(at: path) == theirs)
    try Self.settle(site)
    let texts = try site.database.texts()
    #expect(texts.values.filter { $0.contains("aunt") }.count == 1)
    #expect(texts.count == 4)
    #expect(texts[Self.moved] == nil)
  }

  @Test("What the app wrote into a document that was to go stays")
  func changedReplay() throws {
    let (site, _) = try Self.migrated()
    try site.database.set("note", "keep me", of: Self.removed)
    #expect(try site.push(expecting: 6).conflicts == 1)
    #expect(try site.database.text(at: Self.removed)?.contains("keep me") == true)
  }

  @Test("What the app deleted is not made again", arguments: [updated, moved])
  func deleted(path: String) throws {
    let (site, destination) = try Self.migrated()
    try site.database.delete(path)
    let push = try site.push(expecting: 6)
    #expect(push.conflicts == 1 && push.sent == 3)
    try Self.settle(site)
    let texts = try site.database.texts()
    #expect(texts[path] == nil && texts.count == 3)
    let isAtDestination = texts[destination] != nil
    #expect(isAtDestination == (path != Self.moved))
  }

  @Test("What the app deleted too is no conflict")
  func bothDeleted() throws {
    let (site, _) = try Self.migrated()
    try site.database.delete(Self.removed)
    let push = try site.push()
    #expect(push.conflicts == 0 && push.alreadyThere == 1 && push.deleted == 0)
  }

  @Test("What the app made where a document was to go stays", arguments: [false, true])
  func taken(alsoDeletes: Bool) throws {
    let (site, destination) = try Self.migrated()
    try site.database.put(destination, #"{"name":"the app was here","phoneNumber":null}"#)
    if alsoDeletes { try site.database.delete(Self.moved) }
    let theirs = try site.database.text(at: destination)
    let push = try site.push(expecting: 6)
    #expect(push.conflicts == 1 && push.sent == 3)
    #expect(try site.database.text(at: destination) == theirs)
    try Self.settle(site)
    #expect(try site.database.text(at: destination) == theirs)
    let isGone = try site.database.text(at: Self.moved) == nil
    #expect(isGone == alsoDeletes)
  }

  @Test("What the app changed at both ends of a move stays")
  func bothEnds() throws {
    let (site, destination) = try Self.migrated()
    try site.database.put(destination, #"{"name":"the app was here","phoneNumber":null}"#)
    try site.database.set("relationship", "aunt", of: Self.moved)
    #expect(try site.push(expecting: 6).conflicts == 1)
    try Self.settle(site)
    #expect(try site.database.text(at: destination)?.contains("the app was here") == true)
    #expect(try site.database.text(at: Self.moved)?.contains("aunt") == true)
  }

  @Test("What the app moved elsewhere is not there twice")
  func movedByApp() throws {
    let (site, _) = try Self.migrated()
    let elsewhere = "users/u1/profiles/57DD3B0E-D983-4917-AE79-2BC001BFBA38"
    try site.database.put(elsewhere, #"{"phoneNumber":"+17785550102"}"#)
    try site.database.delete(Self.moved)
    #expect(try site.push(expecting: 6).conflicts == 1)
    try Self.settle(site)
    #expect(try site.database.texts().keys.contains(elsewhere))
    #expect(try site.database.texts().count == 4)
  }

  @Test("What the app wrote again as it was is no conflict")
  func rewritten() throws {
    let (site, _) = try Self.migrated()
    try site.database.set("phoneNumber", "604 555 0199", of: Self.updated)
    try site.database.set("phoneNumber", "778 555 0101", of: Self.updated)
    #expect(try site.push().sent == 4)
    #expect(try site.database.digest() == site.digest())
  }

  @Test("What the app changed to what was to be sent is there already")
  func agreed() throws {
    let (site, _) = try Self.migrated()
    try site.database.set("phoneNumber", "+17785550101", of: Self.updated)
    let push = try site.push()
    #expect(push.alreadyThere == 1 && push.sent == 3 && push.conflicts == 0)
    #expect(try site.database.digest() == site.digest())
  }

  @Test(
    "What the app deleted goes from the store with the next pull of the same",
    arguments: [[], ["--user", "u1"], ["--shard", "0/1"]])
  func deletedSince(options: [String]) throws {
    let site = try LiveSite()
    for (path, json) in Self.documents { try site.database.put(path, json) }
    try site.database.put("users/u2", #"{"id":"u2"}"#)
    try site.pull(options: options)
    try site.database.delete(Self.updated)
    try site.database.delete("users/u2")
    #expect(try site.pull(options: options).removed == (options == ["--user", "u1"] ? 1 : 2))
    // Another selection says nothing of the first one's.
    try site.database.delete(Self.moved)
    if options == ["--user", "u1"] {
      try site.database.put("users/u2", #"{"id":"u2"}"#)
      #expect(try site.pull("--user", "u2").removed == 0)
      #expect(try site.pull(options: options).removed == 0)
      #expect(try site.pull().removed == 1)
    }
  }

  @Test("A database that is empty all at once is not taken for one whose documents were deleted")
  func emptied() throws {
    let (site, _) = try Self.migrated()
    let digest = try site.digest()
    for path in try site.database.texts().keys { try site.database.delete(path) }
    for _ in 1...2 {
      let refused = try site.run("pull", "--json", expecting: 1)
      #expect(try refused.json(Shape.Failure.self).error.code == "database-empty")
      #expect(try site.digest() == digest)
    }
    try site.database.put("users/u3", #"{"id":"u3"}"#)
    #expect(try site.pull().removed == 4)
  }

  @Test("What the app made is pulled, migrated and pushed")
  func added() throws {
    let (site, _) = try Self.migrated()
    try site.database.put("users/u2", #"{"id":"u2","phoneNumber":"778 555 0109"}"#)
    #expect(try site.push().sent == 4)
    #expect(try site.pull().added == 1)
    try site.succeed("up")
    #expect(try site.push().updated == 1)
    #expect(try site.database.text(at: "users/u2")?.contains("+17785550109") == true)
  }

  @Test("Taking a migration back takes nothing of the app's with it")
  func undone() throws {
    let (site, _) = try Self.migrated()
    try site.push()
    try site.database.set("relationship", "aunt", of: Self.updated)
    try site.pull()
    try site.succeed("down", "--to", "0000")
    try site.push()
    let text = try site.database.text(at: Self.updated)
    #expect(text?.contains("aunt") == true && text?.contains("+17785550101") == true)
    #expect(try site.database.digest() == site.digest())
    #expect(try site.database.text(at: Self.moved) != nil)
  }

  @Test("A conflict is shown with both sides, and nothing personal")
  func report() throws {
    let (site, destination) = try Self.migrated()
    try site.database.set("phoneNumber", "604 555 0199", of: Self.updated)
    try site.database.set("notes", "call after lunch", of: Self.moved)
    try site.database.put(destination, #"{"name":"someone","phoneNumber":null}"#)
    let rehearsal = try site.run("push", "--dry-run", expecting: 6)
    try expectGolden(site.anonymous(rehearsal.text), "push-dry-run-conflicts.txt")
    let push = try site.run("push", "--report", "push.md", expecting: 6)
    try expectGolden(site.anonymous(push.text), "push-conflicts.txt")
    for text in [push.everything, rehearsal.everything, try site.scratch.text("push.md")] {
      #expect(!text.contains("604 555 0199") && !text.contains("6045550199"))
      #expect(!text.contains("lunch") && !text.contains("17785550102"))
    }
    let shown = try site.run("push", "--show-personal-data", expecting: 6)
    #expect(shown.text.contains("604 555 0199") && shown.text.contains("lunch"))
    try Self.settle(site)
  }
}
