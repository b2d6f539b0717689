internal import Dispatch
internal import GRDB

/// Carries out a ``DocumentStatement``: while one batch of its rows is read from the database and
/// another is written, a third is prepared on the other core.
final class ChangePipeline {
  private let worker = DispatchQueue(label: "changes")
  private var spare = (0..<3).map { _ in ChangeBatch() }
  /// The batch that is being prepared, and how to wait for it.
  private var preparing: (batch: ChangeBatch, work: DispatchWorkItem)?
  private let writer: ChangeWriter
  private var written = 0
  /// How far the rows are, if they come in the order of their versions, and what the last version is.
  private var position: (version: Int64?, end: Int64) = (nil, 0)
  private let onProgress: (StoreProgress) -> Void

  init(writer: ChangeWriter, onProgress: @escaping (StoreProgress) -> Void) {
    (self.writer, self.onProgress) = (writer, onProgress)
  }

  /// A document could not be changed as the statement wants it.
  struct Failure: Error {
    let path: String
    let reason: any Error
  }

  func run(_ statement: DocumentStatement, on database: Database) throws {
    defer { drain() }
    (written, position) = (0, (0, writer.nextVersion))
    try writer.beginStatement()
    let rows = try SQLiteStatement(statement.query, database)
    var batch = spare.removeLast()
    while try rows.step() {
      batch.append(rows, isRemoval: statement.isRemoval)
      if batch.isFull {
        try exchange(batch)
        batch = spare.removeLast()
      }
    }
    try exchange(batch)
    try exchange(nil)
    try writer.finishStatement()
  }

  /// Sends a batch to be prepared, and writes the one before it.
  private func exchange(_ next: ChangeBatch?) throws {
    let done = preparing
    done?.work.wait()
    preparing = nil
    if let next {
      let work = DispatchWorkItem { next.prepare() }
      preparing = (next, work)
      worker.async(execute: work)
    }
    guard let batch = done?.batch else { return }
    defer { recycle(batch) }
    try writer.write(batch)
    written += batch.rows.count
    onProgress(StoreProgress(count: written, noun: "changes", fraction: fraction(after: batch)))
    if let failure = batch.failure { throw Failure(path: failure.path, reason: failure.error) }
  }

  /// The part of the documents that was read.
  private func fraction(after batch: ChangeBatch) -> Double? {
    guard let before = position.version, let version = batch.rows.last?.version, version >= before
    else {
      position.version = nil
      return nil
    }
    position.version = version
    return Double(version) / Double(position.end)
  }

  private func recycle(_ batch: ChangeBatch) {
    batch.removeAll()
    spare.append(batch)
  }

  /// Waits for what is still being prepared after a failure.
  private func drain() {
    preparing?.work.wait()
    preparing = nil
  }
}
