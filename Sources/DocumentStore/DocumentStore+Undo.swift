internal import GRDB

/// Runs cannot be undone without losing what came after them.
package struct UndoConflict: Error, Sendable {
  package struct Entry: Sendable {
    package let path: String
    /// The run that changed the document later, or put another one in its place.
    package let run: Int64
    package let reason: String
  }

  /// The first of them, by path.
  package let entries: [Entry]
  package let count: Int
}

/// An archive run cannot be undone: what it erased is not in the store any more.
package struct ArchivedForGood: Error, CustomStringConvertible {
  package let run: Int64

  package var description: String {
    "run \(run) moved photos to the archive; `hallo-migrate archive restore` brings them back"
  }
}

/// A pull cannot be undone: what the live database has does not change by it.
package struct PulledForGood: Error, CustomStringConvertible {
  package let run: Int64

  package var description: String {
    "run \(run) brought what the live database had; there is nothing to take back there: "
      + "`hallo-migrate pull` brings what it has now"
  }
}

/// What undoing a run gave back.
package struct UndoOutcome: Sendable {
  package let run: Run
  /// Versions that were removed: documents that are as they were before the run.
  package let restored: Int
  /// Documents that the run had added or changed, and that were archived since: they stay away.
  package let archived: Int
  /// The first paths of those, in order.
  package let archivedExamples: [String]
}

extension DocumentStore {
  /// Takes runs back: all of them, or none.
  ///
  /// - Parameters:
  ///   - runs: Those that are not undone yet.
  ///   - isDryRun: Leaves the store alone.
  ///   - instant: When they are taken back, as RFC 3339 text.
  /// - Returns: What each gave back, in the order of `runs`.
  /// - Throws: ``UndoConflict``, if a later run that stays has changed the same documents;
  ///   ``ArchivedForGood``; ``PulledForGood``.
  package func undo(_ runs: [Run], isDryRun: Bool, at instant: String) throws -> [UndoOutcome] {
    if let run = runs.first(where: { $0.kind == .archive }) { throw ArchivedForGood(run: run.id) }
    if let run = runs.first(where: { $0.kind == .pull }) { throw PulledForGood(run: run.id) }
    let work = { (database: Database) in
      let undo = try Undo(database, undone: Set(runs.map(\.id)))
      try undo.refuseLosses()
      let archived = try runs.map { try undo.archived(since: $0) }
      let restored = try isDryRun ? undo.count() : undo.delete(runs, at: instant)
      return zip(runs, archived).map { run, archived in
        UndoOutcome(
          run: run, restored: restored[run.id] ?? 0, archived: archived.count,
          archivedExamples: archived.examples)
      }
    }
    return try isDryRun ? access(work) : transaction(work)
  }
}
