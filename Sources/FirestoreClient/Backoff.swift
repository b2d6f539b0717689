/// How long to wait before asking again, and when not to.
struct Backoff {
  /// Nothing may have come for this long.
  let limit: Duration
  private var delay = 0.1
  private var lastProgress = ContinuousClock.now

  init(limit: Duration) { self.limit = limit }

  mutating func progress() {
    delay = 0.1
    lastProgress = .now
  }

  /// Waits; each time 1.3 times as long, to a minute, and at random up to that.
  ///
  /// - Returns: Whether there is time left to ask again.
  mutating func wait() async throws -> Bool {
    if ContinuousClock.now - lastProgress > limit { return false }
    try await Task.sleep(for: .seconds(delay * Double.random(in: 0.5...1)))
    delay = min(delay * 1.3, 60)
    return true
  }
}
