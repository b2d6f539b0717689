internal import GRDB
internal import GRDBSQLite

/// Lets work on a connection be given up, however long one statement of it takes.
///
/// SQLite asks now and then whether to go on; the statement fails if not, and whoever began the
/// transaction takes it back. A commit is never given up.
final class Interruption {
  private let isWanted: () -> Bool

  /// Rare enough to cost nothing, often enough for a person who waits: some milliseconds.
  private static let operations: Int32 = 20_000

  init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }

  /// Begins to ask; the interruption must outlive the connection, or another must take its place.
  func install(on database: Database) {
    sqlite3_progress_handler(
      database.sqliteConnection, Self.operations,
      { context in
        guard let context else { return 0 }
        let interruption = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
        return interruption.isWanted() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
