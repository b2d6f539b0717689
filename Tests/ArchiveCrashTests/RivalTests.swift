import CommandTesting
import Foundation
import StoreTesting
import Testing

/// Runs beside each other, and after each other on one archive.
@Suite struct RivalTests {
  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  @Test(
    "While a run is at work, another is refused, and told which has the store",
    .enabled(if: Strace.isUsable, "\(Strace.skip)"))
  func sameStore() throws {
    let site = try ArchiveSite(reference)
    let run = try StoppedRun(site, after: "syncfs", 2)
    let second = try site.archive()
    #expect(second.code == 5)
    #expect(second.errors.contains("in use by process \(run.pid) on "), "\(second.errors)")
    #expect(try run.resume().code == 0)
    try judge.expectDone(at: site, "two runs at once")
  }

  @Test(
    "While a run is at work, another store's is refused by the archive",
    .enabled(if: Strace.isUsable, "\(Strace.skip)"))
  func sameArchive() throws {
    let site = try ArchiveSite(reference)
    try site.scratch.copy(ArchiveSite.store, to: "other.sqlite")
    let run = try StoppedRun(site, after: "syncfs", 2)
    let second = try site.scratch.start(ArchiveSite.run + ["--store", "other.sqlite"]).wait()
    #expect(second.code == 5)
    #expect(second.errors.contains("the archive archive is in use"), "\(second.errors)")
    #expect(try StoreContents(of: site.scratch.file("other.sqlite")).documents.count == 16)
    #expect(try run.resume().code == 0)
    try judge.expectDone(at: site, "two stores at once")
  }

  @Test("Of eight runs at once each succeeds or is refused, and all is done once")
  func crowd() throws {
    let site = try ArchiveSite(reference)
    let running = try (0..<8).map { _ in try site.start() }
    let codes = try running.map { try $0.wait().code }
    #expect(codes.contains(0) && codes.allSatisfy { $0 == 0 || $0 == 5 }, "\(codes)")
    try judge.expectEndsWell(at: site, "eight runs at once")
  }

  @Test("A store with the same photos finds them archived, and lets them go")
  func copies() throws {
    let site = try ArchiveSite(reference)
    #expect(try site.archive().code == 0)
    try site.putStore(reference)
    let outcome = try site.archive("--json")
    let report = try outcome.json(ArchiveReport.self)
    #expect(report.archived == 0 && report.alreadyArchived == 10 && report.removed == 10)
    try judge.expectDone(at: site, "two stores one after the other")
  }

  @Test("While somebody reads the store, traces stay, and the next run removes them")
  func reader() throws {
    let site = try ArchiveSite(reference)
    let reader = try SQLiteFile(site.storePath)
    try reader.rows("BEGIN")
    try reader.rows("SELECT count(*) FROM version")
    let outcome = try site.archive()
    #expect(outcome.code == 0, "\(outcome.everything)")
    #expect(outcome.everything.contains("another process is reading the store"))
    try reader.rows("COMMIT")
    try judge.judge(site, "a reader", of: "rival")
  }

  @Test(
    "A run whose store others change loses nothing",
    .enabled(if: Strace.isUsable, "\(Strace.skip)"))
  func writer() throws {
    let many = try Reference.many.get()
    let site = try ArchiveSite(many)
    site.openFiles = 120
    // The first batch is committed, and others are on their way.
    let run = try StoppedRun(site, after: "syncfs", 4)
    try site.scratch.execute(
      "INSERT INTO setting (name, value) VALUES ('note', 'x')", on: ArchiveSite.store)
    let outcome = try run.resume()
    #expect([0, 5].contains(outcome.code), "\(outcome.everything)")
    try Judge(reference: many).judge(site, "a writer", of: "rival")
  }

  @Test("A clock that is set back does no harm")
  func clock() throws {
    let site = try ArchiveSite(reference)
    let early = ["--as-of", "2025-05-04T00:00:00Z", "--json"]
    #expect(try report(site, early).archived == 5)
    #expect(try report(site, ["--json"]).archived == 5)
    let tree = try ArchiveTree(site.archivePath)
    #expect(try report(site, early).archived == 0)
    #expect(try ArchiveTree(site.archivePath) == tree)
    #expect(try StoreContents(of: site.storePath) == reference.contents)
    let bundles = try Bundle.all(in: site.archivePath, site.scratch)
    for photo in site.album.photos { #expect(bundles.count { $0.has(photo) } == 1) }
  }

  private func report(_ site: ArchiveSite, _ options: [String]) throws -> ArchiveReport {
    let outcome = try site.scratch.start(ArchiveSite.run + options).wait()
    #expect(outcome.code == 0, "\(outcome.everything)")
    return try outcome.json()
  }
}
