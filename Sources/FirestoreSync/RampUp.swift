internal import Foundation

/// How fast a database may be written to: 500 operations a second at first, and half as many again every
/// five minutes, so that it can divide itself among machines
/// (https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic).
///
/// The workers on the shards of one database share what it may be asked: each has an equal part.
struct RampUp {
  /// An emulator has no machines to divide itself among.
  let isOn: Bool
  let workers: Int
  private let begin = ContinuousClock.now
  /// When the operations so far will have been done at the rates that they were allowed.
  private var next = ContinuousClock.now

  init(isOn: Bool, workers: Int = 1) { (self.isOn, self.workers) = (isOn, workers) }

  /// Operations a second of all workers together, so long after the first.
  static func rate(after elapsed: Duration) -> Double {
    500 * pow(1.5, Double(elapsed.components.seconds / 300))
  }

  /// Waits until so many more operations may begin.
  ///
  /// - Throws: What `checkStop` throws, which is asked ten times a second.
  mutating func wait(for operations: Int, checkStop: () throws -> Void) throws {
    guard isOn else { return }
    while ContinuousClock.now < next {
      try checkStop()
      let left = next - ContinuousClock.now
      Thread.sleep(forTimeInterval: min(0.1, max(0, left / .seconds(1))))
    }
    let now = ContinuousClock.now
    let rate = Self.rate(after: now - begin) / Double(workers)
    next = max(next, now) + .seconds(Double(operations) / rate)
  }
}
