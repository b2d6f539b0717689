package import DocumentStore
package import Documents
package import FirestoreClient

/// Sends what has changed in a store to the live database, and nothing over what was written there
/// meanwhile.
///
/// Every write is guarded by when the database has had the document since, as the store knows it; so a
/// write that is sent twice happens once, and one whose answer was lost is settled by reading.
package struct Push {
  package enum Kind: String, CaseIterable, Sendable { case created, updated, moved, deleted }

  package var connection: FirestoreConnection
  package var database: DatabaseName
  package var isDryRun: Bool
  /// An emulator takes smaller requests, and any number of them a second.
  package var isEmulator: Bool
  /// How many push to the database at the same time: as many as it has shards.
  package var workers: Int

  package init(
    connection: FirestoreConnection, database: DatabaseName, isEmulator: Bool, isDryRun: Bool,
    workers: Int = 1
  ) {
    (self.connection, self.database) = (connection, database)
    (self.isEmulator, self.isDryRun, self.workers) = (isEmulator, isDryRun, workers)
  }

  /// A document that is not in the live database as it was when it was pulled or pushed last; it was left
  /// alone there.
  package struct Conflict: Sendable {
    package let path: String
    package let reason: String
    /// What the store has; nil: it is gone here.
    package let ours: Document?
    /// What the live database has; nil: it is gone there.
    package let theirs: Document?
  }

  package struct Report: Sendable {
    /// What was sent, or would be.
    package internal(set) var counts: [Kind: Int] = [:]
    /// Changes that the live database had already: of a push whose answers were lost.
    package internal(set) var alreadyThere = 0
    package internal(set) var conflictCount = 0
    /// The first of them.
    package internal(set) var conflicts: [Conflict] = []
    package internal(set) var reads = 0
    package internal(set) var writes = 0
    package internal(set) var deletes = 0

    package var changes: Int { counts.values.reduce(0, +) }
  }

  /// How many conflicts a report shows.
  static let shownConflicts = 100
  static let mostShownBytes = 16 << 20

  /// Pushes what has changed; in a dry run reads, and tells what would be pushed.
  ///
  /// - Throws: ``RemoteError`` or ``StoreError``; what was pushed until then is noted, and the next push
  ///   sends the rest.
  package func run(
    _ session: PushSession, clock: @escaping () -> Instant,
    onProgress: (_ done: Int, _ of: Int) -> Void, shouldStop: @escaping () -> Bool
  ) throws -> Report {
    let work = PushWork(self, session, clock: clock, shouldStop: shouldStop)
    var seen = 0
    do {
      while let change = try session.next() {
        try work.add(change)
        seen += 1
        onProgress(seen, session.candidateCount)
      }
      return try work.finish()
    } catch {
      work.noteAnswers()
      throw error
    }
  }
}

/// Why a push ended early.
package enum PushError: Error, Sendable {
  /// However often it was read what the live database has, a write was refused or not answered.
  case neverSettles(path: String, last: RemoteError?)
  /// More documents change places than a request may write.
  case tooLongARing(path: String, count: Int)
}
