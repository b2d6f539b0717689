import Foundation
import Synchronization

/// Counts the points at which a run was disturbed, and the photos that were lost: printed when the
/// process ends.
final class Tally: Sendable {
  static let shared = Tally()

  private struct Count {
    var points = 0
    var lost = 0
  }

  private let counts = Mutex<[String: Count]>([:])

  private init() {
    atexit { Tally.shared.print() }
  }

  func note(_ kind: String, lost: Int) {
    counts.withLock {
      $0[kind, default: Count()].points += 1
      $0[kind, default: Count()].lost += lost
    }
  }

  private func print() {
    let counts = counts.withLock { $0 }
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
      Swift.print("  \(kind): \(count.points) points, \(count.lost) photos lost")
    }
    let points = counts.values.reduce(0) { $0 + $1.points }
    let lost = counts.values.reduce(0) { $0 + $1.lost }
    Swift.print("archive run was disturbed at \(points) points: \(lost) photos lost")
  }
}
