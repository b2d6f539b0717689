internal import Dispatch

/// Runs asynchronous code on threads of its own.
///
/// Where a caller blocks one of the few threads that all asynchronous code shares, to wait for what this
/// module does, that still gets done.
package final class OwnThreads: TaskExecutor {
  package static let shared = OwnThreads()

  private let queue = DispatchQueue(label: "hallo-migrate.firestore", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
