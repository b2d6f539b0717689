internal import Documents
internal import Foundation

/// Hands documents from the streams that read them to the thread that stores them.
///
/// Few batches wait at a time: a stream that is faster than the store waits too, and so does the
/// database.
///
/// - Important: `@unchecked Sendable` because every property is used only while `condition` is locked.
final class PullQueue: @unchecked Sendable {
  /// What a stream gives.
  enum Item {
    case documents(DocumentBatch, part: Int, cursor: String?, skipped: Int)
    case finished(part: Int, Result<Void, any Error>)
  }

  /// Nobody wants any more documents.
  struct Cancelled: Error {}

  private let condition = NSCondition()
  private var items: [Item] = []
  private var isCancelled = false
  private static let capacity = 6

  func put(_ item: Item) throws {
    try condition.withLock {
      while items.count >= Self.capacity, !isCancelled { condition.wait() }
      if isCancelled { throw Cancelled() }
      items.append(item)
      condition.broadcast()
    }
  }

  /// Tells how a stream ended, however many items there are.
  func finish(part: Int, _ result: Result<Void, any Error>) {
    condition.withLock {
      items.append(.finished(part: part, result))
      condition.broadcast()
    }
  }

  /// The next item; nil if there is none within a tenth of a second.
  func take() -> Item? {
    condition.withLock {
      if items.isEmpty { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
      if items.isEmpty { return nil }
      defer { condition.broadcast() }
      return items.removeFirst()
    }
  }

  func cancel() {
    condition.withLock {
      isCancelled = true
      items.removeAll()
      condition.broadcast()
    }
  }
}
