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
  func takeFull() throws -> DocumentBatch? {
    try condition.withLock {
      while full.isEmpty, outcome == nil { condition.wait() }
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

  /// Tells the reading thread to stop, and waits until it has.
  func cancel() {
    condition.withLock {
      isCancelled = true
      condition.broadcast()
      while outcome == nil { condition.wait() }
    }
  }
}
