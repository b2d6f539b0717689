internal import Glibc

/// Waits until something is so, for half a minute at most.
package func waitFor(_ condition: () throws -> Bool) throws {
  for _ in 0..<3_000 {
    if try condition() { return }
    usleep(10_000)
  }
  throw CommandFailure(description: "it never came about")
}
