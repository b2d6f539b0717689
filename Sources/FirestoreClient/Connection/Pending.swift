internal import Dispatch
internal import Synchronization

/// Work that goes on elsewhere, for callers that wait for it: here asynchronous code ends.
package final class Pending<Value: Sendable>: Sendable {
  private let outcome: Outcome<Value>
  private let task: Task<Void, Never>

  init(_ work: @Sendable @escaping () async throws -> Value) {
    let outcome = Outcome<Value>()
    self.outcome = outcome
    task = Task.detached(executorPreference: OwnThreads.shared) {
      do {
        outcome.set(.success(try await work()))
      } catch {
        outcome.set(.failure(error))
      }
    }
  }

  /// Waits until the work has ended.
  ///
  /// Not for asynchronous code, whose threads are few.
  package func wait() throws -> Value { try outcome.wait() }

  /// Waits, and gives up when it is asked to.
  ///
  /// `shouldStop` is asked a few times a second. Once it has said so, the work ends, most often with
  /// ``RemoteError/stopped``.
  package func wait(unless shouldStop: () -> Bool) throws -> Value {
    while !outcome.isSet(within: .milliseconds(100)) {
      if shouldStop() {
        cancel()
        break
      }
    }
    return try wait()
  }

  /// Whether the work has ended, so that waiting takes no time.
  package var isEnded: Bool { outcome.isSet(within: .nanoseconds(0)) }

  /// Asks the work to end soon, in an error.
  package func cancel() { task.cancel() }
}

/// What comes of work, for any number of threads that wait for it.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    ended.signal()
  }

  func isSet(within time: DispatchTimeInterval) -> Bool {
    guard ended.wait(timeout: .now() + time) == .success else { return false }
    ended.signal()
    return true
  }

  func wait() throws -> Value {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      ended.wait()
      ended.signal()
    }
  }
}
