import CommandTesting
import Foundation
import Testing

/// Documents that another process changes while their bundles are written.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct ChangeTests {
  /// How a document is changed, and whether it is still there then.
  static let table: [(name: String, sql: String, stays: Bool)] = [
    ("its text is another", "UPDATE version SET data = \(changed) WHERE \(document)", true),
    (
      "it has a newer version",
      """
      INSERT INTO version (document, before, run, kind, event_type, instant, has_photo, path, owner,
        profile_id, data)
      SELECT id, id, 999, kind, event_type, instant, has_photo, path, owner, profile_id, \(changed)
      FROM version WHERE \(document);
      INSERT INTO photo_use SELECT sha256, last_insert_rowid() FROM photo_use WHERE \(use);
      """, true
    ),
    (
      "it is gone",
      """
      DELETE FROM photo WHERE sha256 IN (SELECT sha256 FROM photo_use WHERE \(use));
      DELETE FROM photo_use WHERE \(use);
      DELETE FROM version WHERE \(document);
      """, false
    ),
  ]

  private static let document = "path = 'users/ada/gallery_events/a2'"
  private static let use =
    "version = (SELECT id FROM version WHERE \(document) AND document IS NULL)"
  private static let changed = "replace(data, 'gallery_events-a2-message', 'second thoughts')"

  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  @Test("A document that is not as it was archived stays, and is archived again", arguments: table)
  func changes(name: String, sql: String, stays: Bool) throws {
    let site = try ArchiveSite(reference)
    // All that a bundle needs is on the disk then, and nothing has left the store.
    let run = try StoppedRun(site, after: "syncfs", 4, more: ["--json"])
    try site.scratch.execute(sql, on: ArchiveSite.store)
    let outcome = try run.resume()
    #expect(outcome.code == 0, "\(name): \(outcome.everything)")
    #expect(try outcome.json(ArchiveReport.self).removed == 9, "\(name)")
    let left = try StoreContents(of: site.storePath)
    #expect(left.documents.values.contains { $0.contains("second thoughts") } == stays, "\(name)")
    try judge.expectNothingLost(at: site, name, of: "change")
    let next = try site.archive("--json")
    #expect(try next.json(ArchiveReport.self).archived == (stays ? 1 : 0), "\(name)")
    try expectEnded(
      site, stays ? ["part-000002.jsonl", "part-000002.tar", "SHA256SUMS"] : [], name)
  }

  /// The archive is as ever, but for some files more; and the store is.
  private func expectEnded(_ site: ArchiveSite, _ more: [String], _ name: String) throws {
    let tree = try ArchiveTree(site.archivePath)
    let differences = tree.names.filter { tree.entries[$0] != reference.archive.entries[$0] }
    let month = "ada/00000001-AAAA-4AAA-8AAA-AAAAAAAAAAAA/2025/01/"
    #expect(Set(differences) == Set(more.map { month + $0 }), "\(name)")
    #expect(try StoreContents(of: site.storePath) == reference.contents, "\(name)")
    #expect(try judge.traces(at: site) == [], "\(name)")
    let bundles = try Bundle.all(in: site.archivePath, site.scratch)
    #expect(bundles.flatMap(\.faults) == [], "\(name)")
    for photo in site.album.photos { #expect(bundles.contains { $0.has(photo) }, "\(name)") }
  }
}
