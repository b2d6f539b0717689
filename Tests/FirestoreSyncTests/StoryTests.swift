import CommandTesting
import FirestoreTesting
import Foundation
import Testing

/// What an operator does, from the first pull to the last undo.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct StoryTests {
  @Test("A database is pulled, migrated as reviewed, pushed, and taken back to the byte")
  func story() throws {
    let site = try LiveSite.withSample()
    let original = try site.database.digest()
    let pulled = try site.pull()
    #expect(pulled.documents == 359 && pulled.reads == 359 && pulled.added == 359)
    #expect(!pulled.resumed)
    #expect(try site.digest() == original)
    try site.succeed("audit")
    try site.succeed("up", "--dry-run", "--save-plan", "plan.json")
    try site.succeed("up", "--plan", "plan.json")
    let migrated = try site.digest()
    #expect(migrated == (try Self.migratedExport()))

    let rehearsal = try site.push("--dry-run")
    #expect(try site.database.digest() == original)
    let pushed = try site.push()
    #expect(rehearsal.counts == pushed.counts && rehearsal.dryRun && !pushed.dryRun)
    #expect(pushed.updated > 0 && pushed.moved > 0 && pushed.deleted > 0)
    #expect(pushed.writes == pushed.updated + pushed.moved)
    #expect(pushed.deletes == pushed.deleted + pushed.moved && pushed.reads == 0)
    #expect(try site.database.digest() == migrated)
    #expect(try site.push().sent == 0)

    try site.pull("--store", "another.sqlite")
    #expect(try site.digest("another.sqlite") == migrated)
    let again = try site.pull()
    #expect(again.added == 0 && again.changed == 0 && again.removed == 0)

    try site.succeed("down", "--to", "0000")
    #expect(try site.digest() == original)
    let back = try site.push()
    #expect(back.created == pushed.deleted && back.updated == pushed.updated)
    #expect(back.moved == pushed.moved)
    #expect(try site.database.digest() == original)
  }

  /// The same documents by another way: an export, imported and migrated.
  private static func migratedExport() throws -> String {
    let scratch = try Scratch()
    try scratch.succeed("import", Program.firestoreExport)
    try scratch.succeed("up")
    return try scratch.digest()
  }

  @Test("A store from an export, which has no times, is pushed by comparing what is there")
  func exported() throws {
    let site = try LiveSite.withSample()
    try site.succeed("import", Program.firestoreExport)
    #expect(try site.push().sent == 0)
    try site.succeed("up")
    let path = "users/phones/profiles/spelling-2"
    try site.database.set("notes", "written by the app", of: path)
    let theirs = try site.database.text(at: path)
    let rehearsal = try site.push("--dry-run", expecting: 6)
    let pushed = try site.push(expecting: 6)
    #expect(rehearsal.counts == pushed.counts && pushed.conflicts == 1)
    #expect(pushed.conflictExamples.map(\.path) == [path])
    #expect(try site.database.text(at: path) == theirs)
    // Nothing is sent twice, and what was sent is known now.
    let again = try site.push(expecting: 6)
    #expect(again.sent == 0 && again.alreadyThere == 0 && again.conflicts == 1)
    try site.pull("--conflicts")
    try site.succeed("up")
    #expect(try site.push().updated == 1)
    #expect(try site.database.digest() == site.digest())
    #expect(try site.database.text(at: path)?.contains("written by the app") == true)
  }

  @Test("The examples of the help screens work as they are printed")
  func examples() throws {
    let site = try LiveSite.withSample()
    for command in ["pull", "push", "shards"] {
      let examples = try site.scratch.examples(of: [command])
      #expect(!examples.isEmpty)
      for example in examples {
        // Their project is another one in the emulator: an empty database.
        let mine = example.replacing("demo-hallo", with: site.project)
        let outcome = try site.scratch.type(mine, environment: site.environment)
        #expect(outcome.code == 0, "\(example): \(outcome.everything)")
      }
    }
  }

  @Test("A pull cannot be undone")
  func pullStays() throws {
    let site = try LiveSite()
    try site.database.put("users/u1", #"{"name":"Ada"}"#)
    let pulled = try site.pull()
    let outcome = try site.run("undo", "\(pulled.run)")
    #expect(outcome.code == 6 && outcome.errors.contains("pull"), "\(outcome.everything)")
    #expect(try site.digest() == site.database.digest())
  }
}
