package import DocumentStore
package import Documents
package import FirestoreClient
internal import Foundation
internal import Synchronization

/// Brings documents of a live database into a store: one consistent snapshot of it.
///
/// They go to a staging beside the store first. Whatever ends a pull, the next one of the same goes on
/// where it was, as of the same instant; only when all is there does it become the store, or is it merged
/// into the one that there is.
package struct Pull {
  package var connection: FirestoreConnection
  package var database: DatabaseName
  package var selection: PullSelection
  /// The instant whose state is pulled; nil: now.
  package var asOf: Instant?
  /// What the store keeps as settings besides.
  package var settings: [String: String]

  package init(
    connection: FirestoreConnection, database: DatabaseName, selection: PullSelection,
    asOf: Instant? = nil, settings: [String: String] = [:]
  ) {
    (self.connection, self.database) = (connection, database)
    (self.selection, self.asOf, self.settings) = (selection, asOf, settings)
  }

  /// What a pull did.
  package struct Report: Sendable {
    package let readTime: Instant
    /// Documents that were pulled.
    package let documents: Int
    /// Documents that were read, and so are billed: of this and of the pull that it went on with.
    package let reads: Int
    package let stored: PullOutcome
    /// Whether it went on with what an earlier pull had left.
    package let isResumed: Bool
  }

  /// What is told while a pull goes on.
  package struct Events {
    /// How many documents it will read, once that is known; nil if the database does not count.
    package var onBegin: (Int?, _ isResumed: Bool) -> Void
    /// How many are stored, and of how many.
    package var onProgress: (Int, Int?) -> Void
    package var shouldStop: () -> Bool

    package init(
      onBegin: @escaping (Int?, Bool) -> Void = { _, _ in },
      onProgress: @escaping (Int, Int?) -> Void = { _, _ in },
      shouldStop: @escaping () -> Bool = { false }
    ) {
      (self.onBegin, self.onProgress, self.shouldStop) = (onBegin, onProgress, shouldStop)
    }
  }

  /// A database keeps what it was for an hour, unless it is told to keep it for longer.
  private static let snapshotLife: Int64 = 58 * 60 * 1_000_000
  /// Streams at a time.
  private static let streams = 4

  /// Pulls into the store at a path, which is made if there is none.
  ///
  /// - Throws: ``RemoteError``, ``PullError`` or ``StoreError``, with the store as it was.
  package func run(
    into path: String, exists: Bool, lock: StoreLock, clock: () -> Instant, events: Events
  ) throws -> Report {
    let (staging, isResumed) = try staging(for: path, lock: lock, clock: clock, events)
    do {
      try complete(staging, isResumed: isResumed, events)
    } catch {
      try? staging.close()
      // To go on with it would end in the same.
      if case PullError.incomplete = error { try PullStaging.discard(for: path) }
      throw error
    }
    let (documents, reads) = (staging.documents, staging.documents + staging.skipped)
    if staging.isFinished { try staging.close() } else { try staging.finish(at: clock()) }
    let stored = try settle(
      into: path, exists: exists, lock: lock, documents: documents, clock: clock)
    return Report(
      readTime: staging.pull.readTime, documents: documents, reads: reads, stored: stored,
      isResumed: isResumed)
  }

  /// Reads what is not there yet.
  private func complete(_ staging: PullStaging, isResumed: Bool, _ events: Events) throws {
    events.onBegin(staging.pull.expected, isResumed)
    if staging.isFinished { return }
    try fill(staging, try staging.pull.parts.map { try PullPart(encoded: $0) }, events)
    try check(staging)
  }

  /// The documents that a pull would read; nil if the database does not count.
  package func count(unless shouldStop: @escaping () -> Bool) throws -> Int? {
    let plan = PullPlan(connection: connection, selection: selection, shouldStop: shouldStop)
    return try count(try plan.parts(), at: asOf, Events(shouldStop: shouldStop))
  }

  /// Pulls the documents that the last push left alone into the store at a path.
  package func conflicts(
    into path: String, lock: StoreLock, clock: () -> Instant, _ events: Events
  ) throws -> Report {
    let store = try DocumentStore.writing(path, lock: lock)
    let paths = try store.conflicts()
    events.onBegin(paths.count, false)
    let found = try connection.get(paths).wait(unless: events.shouldStop)
    let pull = PullStaging.Pull(
      project: database.project, database: database.database, selection: "conflicts",
      readTime: clock(), parts: [])
    let staging = try PullStaging.begin(pull, for: path, lock: lock, startedAt: clock())
    for document in found {
      let source = DocumentSource(name: pull.source, unit: .written)
      try staging.append(
        try batch(of: [document], from: source), part: 0, cursor: nil, skipped: 0)
    }
    try staging.finish(at: clock())
    let outcome = try store.merge(
      staging: PullStaging.path(for: path), coverage: .conflicts, at: clock().description)
    try store.close()
    try PullStaging.discard(for: path)
    return Report(
      readTime: pull.readTime, documents: found.count, reads: paths.count, stored: outcome,
      isResumed: false)
  }

  private func settle(
    into path: String, exists: Bool, lock: StoreLock, documents: Int, clock: () -> Instant
  ) throws -> PullOutcome {
    guard exists else {
      try PullStaging.settle(as: path, lock: lock)
      return PullOutcome(first: documents)
    }
    let store = try DocumentStore.writing(path, lock: lock)
    let outcome = try store.merge(
      staging: PullStaging.path(for: path),
      coverage: selection.isEverything ? .everything : .unknown, at: clock().description)
    try store.close()
    try PullStaging.discard(for: path)
    return outcome
  }

  // MARK: Where it goes on

  private func staging(
    for path: String, lock: StoreLock, clock: () -> Instant, _ events: Events
  ) throws -> (PullStaging, isResumed: Bool) {
    if let left = try PullStaging.unfinished(for: path, lock: lock) {
      let pull = left.pull
      let age = clock().microseconds - pull.readTime.microseconds
      let isCurrent = asOf.map { $0 == pull.readTime } ?? (age < Self.snapshotLife)
      if isCurrent, pull.project == database.project, pull.database == database.database,
        pull.selection == selection.description
      {
        return (left, true)
      }
      try left.close()
    }
    let (readTime, isEmpty) = try asOf.map { ($0, true) } ?? self.readTime(events)
    let parts = try PullPlan(
      connection: connection, selection: selection, shouldStop: events.shouldStop
    ).parts()
    let expected = try count(parts, at: readTime, events)
    if selection.isEverything, !isEmpty, expected == 0 {
      throw PullError.incomplete(read: 0, expected: 1)
    }
    let pull = PullStaging.Pull(
      project: database.project, database: database.database, selection: selection.description,
      readTime: readTime, parts: try parts.map { try $0.encoded }, expected: expected,
      settings: settings)
    let begun = try PullStaging.begin(pull, for: path, lock: lock, startedAt: clock())
    return (begun, false)
  }

  /// An instant of the database's own clock, whose state it can give from now on, and whether there was
  /// any document then.
  private func readTime(_ events: Events) throws -> (Instant, isEmpty: Bool) {
    var query = DocumentQuery(.everything)
    (query.limit, query.namesOnly) = (1, true)
    let isEmpty = Mutex(true)
    let time = try connection.stream(query) { _ in isEmpty.withLock { $0 = false } }
      .wait(unless: events.shouldStop)
    return (time, isEmpty.withLock { $0 })
  }

  // MARK: What it should find

  /// The documents that the parts give together; nil if the database does not count.
  private func count(_ parts: [PullPart], at readTime: Instant?, _ events: Events) throws -> Int? {
    var sum = 0
    for part in parts {
      let query = part.documentQuery(after: nil)
      guard
        let count = try connection.count(query, readTime: readTime).wait(unless: events.shouldStop)
      else { return nil }
      sum += count
    }
    return sum
  }

  /// The database counts with another machinery than it lists with: both must agree before anything is
  /// taken for the whole. And what was counted at first must still be there at the end, which it is not
  /// if the database was replaced meanwhile.
  private func check(_ staging: PullStaging) throws {
    let read = staging.documents + staging.skipped
    if let expected = staging.pull.expected, expected != read {
      throw PullError.incomplete(read: read, expected: expected)
    }
  }

  // MARK: Streams

  private func fill(_ staging: PullStaging, _ parts: [PullPart], _ events: Events) throws {
    let queue = PullQueue()
    let progress = try staging.progress()
    var waiting = parts.indices.filter { !progress[$0].isDone }[...]
    var running: [Int: Pending<Instant>] = [:]
    defer {
      queue.cancel()
      for pending in running.values { pending.cancel() }
      for pending in running.values { _ = try? pending.wait() }
    }
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < Self.streams, let part = waiting.popFirst() {
        running[part] = try start(
          parts[part], part, after: progress[part].cursor, of: staging.pull, queue)
      }
      if events.shouldStop() { throw RemoteError.stopped }
      switch queue.take() {
      case nil: continue
      case .documents(let batch, let part, let cursor, let skipped):
        try staging.append(batch, part: part, cursor: cursor, skipped: skipped)
        events.onProgress(staging.documents + staging.skipped, staging.pull.expected)
      case .finished(let part, let result):
        running[part] = nil
        try result.get()
        try staging.finish(part: part)
      }
    }
  }

  private func start(
    _ part: PullPart, _ number: Int, after text: String?, of pull: PullStaging.Pull,
    _ queue: PullQueue
  ) throws -> Pending<Instant> {
    let cursor = try text.map { try PullPart.Cursor(encoded: $0) }
    let source = DocumentSource(name: pull.source, unit: .written)
    let selection = selection
    let pending = connection.stream(part.documentQuery(after: cursor), readTime: pull.readTime) {
      documents in
      guard let last = documents.last else { return }
      let wanted = documents.filter { part.keeps($0, for: selection) }
      try queue.put(
        .documents(
          try batch(of: wanted, from: source), part: number,
          cursor: try PullPart.Cursor(last.document, of: part).encoded,
          skipped: documents.count - wanted.count))
    }
    Thread.detachNewThread {
      queue.finish(part: number, Result { _ = try pending.wait() })
    }
    return pending
  }
}

/// Documents in the form in which a store takes them.
private func batch(of documents: [RemoteDocument], from source: DocumentSource) throws
  -> DocumentBatch
{
  let (reader, batch) = (DocumentReader(), DocumentBatch())
  batch.source = source
  for each in documents {
    do {
      try reader.read(each.document, origin: each.updateTime.microseconds, into: batch)
    } catch {
      throw PullError.unreadable(path: each.document.path, reason: error.description)
    }
  }
  return batch
}

/// Why nothing was pulled.
package enum PullError: Error, Sendable {
  case incomplete(read: Int, expected: Int)
  case unreadable(path: String, reason: String)
}
