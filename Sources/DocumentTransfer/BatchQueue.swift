internal import DocumentStore
internal import Documents
internal import Foundation

/// Hands batches from the thread that reads documents to the one that stores them.
///
/// Three batches go round, so that memory stays what it is however long the input.
///
/// - Important: `@unchecked Sendable` because every property is used only while `condition` is locked.
final class BatchQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var full: [DocumentBatch] = []
  private var empty: [DocumentBatch] = (0..<3).map { _ in DocumentBatch() }
  private var outcome: Result<Void, any Error>?
  private var isCancelled = false

  /// A batch to fill; nil if nobody wants any more.
  func takeEmpty() -> DocumentBatch? {
    condition.withLock {
      while empty.isEmpty, !isCancelled { condition.wait() }
      return isCancelled ? nil : empty.removeLast()
    }
  }

  func putFull(_ batch: DocumentBatch) {
    condition.withLock {
      full.append(batch)
      condition.broadcast()
    }
  }

  /// Ends the input: with success, or with why it could not be read on.
  func finish(_ result: Result<Void, any Error>) {
    condition.withLock {
      outcome = result
      condition.broadcast()
    }
  }

  /// The next full batch; nil when the input has ended well.
  ///
  /// `shouldStop` is asked while nothing comes, ten times a second.
  func takeFull(unless shouldStop: () -> Bool) throws -> DocumentBatch? {
    try condition.withLock {
      while full.isEmpty, outcome == nil {
        if shouldStop() { throw StoreError.stopped }
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
      }
      if !full.isEmpty { return full.removeFirst() }
      try outcome?.get()
      return nil
    }
  }

  func putEmpty(_ batch: DocumentBatch) {
    batch.removeAll()
    condition.withLock {
      empty.append(batch)
      condition.broadcast()
    }
  }

  /// Tells the reading thread to stop, and waits until it has, but for no longer than a second: it
  /// may wait for input that never comes.
  func cancel() {
    let end = Date(timeIntervalSinceNow: 1)
    condition.withLock {
      isCancelled = true
      condition.broadcast()
      while outcome == nil, condition.wait(until: end) {}
    }
  }
}
