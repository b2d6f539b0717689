package import DocumentStore
package import Documents
package import FirestoreClient
internal import Foundation

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
    package var onBegin: (_ isResumed: Bool) -> Void
    /// How many documents it reads, once the database has counted them.
    package var onCount: (Int) -> Void
    /// How many are stored, and of how many.
    package var onProgress: (Int, Int?) -> Void
    package var shouldStop: () -> Bool

    package init(
      onBegin: @escaping (Bool) -> Void = { _ in }, onCount: @escaping (Int) -> Void = { _ in },
      onProgress: @escaping (Int, Int?) -> Void = { _, _ in },
      shouldStop: @escaping () -> Bool = { false }
    ) {
      (self.onBegin, self.onCount) = (onBegin, onCount)
      (self.onProgress, self.shouldStop) = (onProgress, shouldStop)
    }
  }

  /// A database keeps what it was for an hour, unless it is told to keep it for longer.
  private static let snapshotLife: Int64 = 58 * 60 * 1_000_000
  /// Streams at a time.
  private static let streams = 4
  /// Conflicts that are read at a time: each may be of a megabyte.
  private static let gets = 32

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
    events.onBegin(isResumed)
    if staging.isFinished { return }
    let parts = try staging.pull.parts.map { try PullPart(encoded: $0) }
    let counting =
      staging.expected == nil
      ? ExpectedCount(parts, of: connection, at: staging.pull.readTime) : nil
    try fill(staging, parts, counting, events)
    if staging.expected == nil, let count = try counting?.wait(unless: events.shouldStop) {
      try staging.note(expected: count)
    }
    try check(staging)
  }

  /// The documents that a pull would read; nil if the database does not count.
  package func count(unless shouldStop: @escaping () -> Bool) throws -> Int? {
    let plan = try PullPlan(connection: connection, selection: selection, shouldStop: shouldStop)
    return try ExpectedCount(try plan.parts(), of: connection, at: asOf).wait(unless: shouldStop)
  }

  /// Pulls the documents that the last push left alone into the store at a path.
  package func conflicts(
    into path: String, lock: StoreLock, clock: () -> Instant, _ events: Events
  ) throws -> Report {
    let store = try DocumentStore.writing(path, lock: lock)
    let paths = try store.conflicts()
    events.onBegin(false)
    events.onCount(paths.count)
    let pull = PullStaging.Pull(
      project: database.project, database: database.database, selection: "conflicts",
      readTime: clock(), parts: [])
    let staging = try PullStaging.begin(pull, for: path, lock: lock, startedAt: clock())
    let source = DocumentSource(name: pull.source, unit: .written)
    for start in stride(from: 0, to: paths.count, by: Self.gets) {
      let found = try connection.get(Array(paths[start..<min(start + Self.gets, paths.count)]))
        .wait(unless: events.shouldStop)
      try staging.append(try batch(of: found, from: source), part: 0, cursor: nil, skipped: 0)
      events.onProgress(start + found.count, paths.count)
    }
    let documents = staging.documents
    try staging.finish(at: clock())
    let outcome = try store.merge(
      staging: PullStaging.path(for: path), coverage: .conflicts, at: clock().description)
    try store.close()
    try PullStaging.discard(for: path)
    return Report(
      readTime: pull.readTime, documents: documents, reads: paths.count, stored: outcome,
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
    do {
      let outcome = try store.merge(
        staging: PullStaging.path(for: path),
        coverage: selection.coverage(of: try store.setting(PullStaging.selection)),
        at: clock().description)
      try store.close()
      try PullStaging.discard(for: path)
      return outcome
    } catch let error as NothingPulled {
      try PullStaging.discard(for: path)
      throw error
    }
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
    let readTime = try asOf ?? self.readTime(events)
    let plan = try PullPlan(
      connection: connection, selection: selection, shouldStop: events.shouldStop)
    let parts = try plan.parts()
    let pull = PullStaging.Pull(
      project: database.project, database: database.database, selection: selection.description,
      readTime: readTime, parts: try parts.map { try $0.encoded },
      isEmpty: plan.collections.isEmpty, settings: settings)
    let begun = try PullStaging.begin(pull, for: path, lock: lock, startedAt: clock())
    return (begun, false)
  }

  /// An instant of the database's own clock, whose state it can give from now on.
  private func readTime(_ events: Events) throws -> Instant {
    try connection.now().wait(unless: events.shouldStop)
  }

  // MARK: What it should find

  /// What was read must be all that there is.
  ///
  /// The database counts with another machinery than it lists with: both must agree before anything is
  /// taken for the whole. And what was counted at first must still be there at the end, which it is not
  /// if the database was replaced meanwhile.
  private func check(_ staging: PullStaging) throws {
    let read = staging.documents + staging.skipped
    if let expected = staging.expected, expected != read {
      throw PullError.incomplete(read: read, expected: expected)
    }
    // It had collections when the pull began: another database has taken its place.
    if selection.isEverything, asOf == nil, read == 0, !staging.pull.isEmpty {
      throw PullError.incomplete(read: 0, expected: 1)
    }
  }

  // MARK: Streams

  private func fill(
    _ staging: PullStaging, _ parts: [PullPart], _ counting: ExpectedCount?, _ events: Events
  ) throws {
    if let expected = staging.expected { events.onCount(expected) }
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
      if staging.expected == nil, let count = try counting?.valueIfKnown() {
        try staging.note(expected: count)
        events.onCount(count)
      }
      switch queue.take() {
      case nil: continue
      case .documents(let batch, let part, let cursor, let skipped):
        try staging.append(batch, part: part, cursor: cursor, skipped: skipped)
        events.onProgress(staging.documents + staging.skipped, staging.expected)
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

/// How many documents the parts of a pull give together, as the database counts them meanwhile.
private struct ExpectedCount {
  private let counts: [Pending<Int?>]

  init(_ parts: [PullPart], of connection: FirestoreConnection, at readTime: Instant?) {
    counts = parts.map { connection.count($0.documentQuery(after: nil), readTime: readTime) }
  }

  /// nil while it is not known, or if the database does not count.
  func valueIfKnown() throws -> Int? {
    counts.allSatisfy(\.isEnded) ? try wait(unless: { false }) : nil
  }

  /// - Returns: nil if the database does not count.
  func wait(unless shouldStop: () -> Bool) throws -> Int? {
    var sum = 0
    for count in counts {
      guard let count = try count.wait(unless: shouldStop) else { return nil }
      sum += count
    }
    return sum
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
