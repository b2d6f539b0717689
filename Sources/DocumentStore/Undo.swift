internal import GRDB

/// One undoing of runs.
struct Undo {
  let database: Database
  let undone: Set<Int64>
  /// `(1, 2)`: the runs, as SQL.
  let list: String
  private let firstVersions: [Int64: Int64]
  static let shownConflicts = 20

  init(_ database: Database, undone: Set<Int64>) throws {
    (self.database, self.undone) = (database, undone)
    list = "(" + undone.sorted().map(String.init).joined(separator: ", ") + ")"
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, first_version FROM run WHERE first_version IS NOT NULL")
    firstVersions = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  /// The lowest version of the runs; whatever is below it stays as it is.
  var firstVersion: Int64 { undone.compactMap { firstVersions[$0] }.min() ?? 0 }

  /// The documents that a run had added or changed, and that were archived since.
  func archived(since run: Run) throws -> (count: Int, examples: [String]) {
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM erased WHERE run = ?", arguments: [run.id])
    let paths = try SQLiteStatement(
      "SELECT path FROM erased WHERE run = ?1 ORDER BY path LIMIT \(Self.shownConflicts)", database)
    paths.bind(run.id, at: 1)
    return (count ?? 0, try paths.map { $0.text(0) ?? "" })
  }

  /// The number of versions of each run.
  func count() throws -> [Int64: Int] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT run, count(*) FROM version WHERE id >= ? AND run IN \(list) GROUP BY run",
      arguments: [firstVersion])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  /// Deletes the versions of runs, and what else there is of them.
  ///
  /// - Returns: The number of versions of each.
  func delete(_ runs: [Run], at instant: String) throws -> [Int64: Int] {
    let hasPhotos =
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM photo_use)") ?? true
    var counts: [Int64: Int] = [:]
    // Newest first, so that what is deleted is always the table's end.
    for run in runs where run.kind == .restore { try noteDepartures(of: run.id) }
    for run in runs.map(\.id).sorted(by: >) {
      if hasPhotos { try deletePhotos(of: run) }
      counts[run] = try deleteVersions(of: run)
      for table in ["finding", "erased", "source"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [run])
      }
      try database.execute(
        sql: "UPDATE run SET undone_at = ? WHERE id = ?", arguments: [instant, run])
    }
    // The ids of versions that are gone will be those of others. A document that is gone as if it had
    // never been imported is none to delete elsewhere.
    try database.execute(
      sql: """
        UPDATE remote SET version = 0
        WHERE NOT EXISTS (SELECT 1 FROM version WHERE id = remote.version);
        DELETE FROM remote WHERE NOT EXISTS (SELECT 1 FROM version WHERE id = remote.document);
        """)
    return counts
  }

  /// Notes that what was brought back from the archive, and was pushed, is to leave the live database again.
  private func noteDepartures(of run: Int64) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO departed (path, update_time)
        SELECT r.path, r.update_time FROM remote AS r JOIN version AS v ON v.id = r.document
        WHERE r.path IS NOT NULL AND v.run = ?
        """, arguments: [run])
  }

  /// Deletes the photos that only versions of a run have.
  private func deletePhotos(of run: Int64) throws {
    try database.execute(
      sql: """
        DELETE FROM photo_use
        WHERE version >= ? AND (SELECT run FROM version WHERE id = photo_use.version) = ?
        """, arguments: [firstVersions[run] ?? 0, run])
    if database.changesCount > 0 {
      try database.execute(
        sql: "DELETE FROM photo WHERE sha256 NOT IN (SELECT sha256 FROM photo_use)")
    }
  }

  private func deleteVersions(of run: Int64) throws -> Int {
    let first = firstVersions[run] ?? 0
    try makeRoom(in: run, from: first)
    try database.execute(
      sql: "DELETE FROM version WHERE id >= ?1 AND run = ?2 AND (id - ?1) % \(Self.distance) > 1",
      arguments: [first, run])
    let count = database.changesCount
    try database.execute(
      sql: "DELETE FROM version WHERE id >= ? AND run = ?", arguments: [first, run])
    return count + database.changesCount
  }

  /// How many versions there are from one pair of large ones to the next.
  private static let distance: Int64 = 5000

  /// Makes pairs of versions so large that two have no place in one page; they are deleted after the others.
  ///
  /// SQLite shares out the rows of a page that is two thirds empty and of the two beside it. If the one
  /// before it is full, that changes them all, and so every page is written to the log, and from there to
  /// the file, just to be free. The page of the second large version has room: behind it, the next page
  /// is taken in whole, and is free as it is. That pages are full is a matter of luck: of 46,000 pages of
  /// migrations on 4,000,000 documents 27,000 were written, and with this 3,500.
  private func makeRoom(in run: Int64, from first: Int64) throws {
    let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM version") ?? 0
    guard last - first >= Self.distance else { return }
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    let enlarge = try SQLiteStatement(
      "UPDATE version SET data = ?1 WHERE id IN (?2, ?2 + 1) AND run = ?3", database)
    enlarge.bind(copy: String(repeating: " ", count: pageSize * 55 / 100), at: 1)
    enlarge.bind(run, at: 3)
    for version in stride(from: first, through: last, by: Int(Self.distance)) {
      enlarge.bind(version, at: 2)
      try enlarge.run()
    }
  }
}
