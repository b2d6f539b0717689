internal import Dispatch
internal import Glibc
internal import Synchronization

/// Whether the process was asked to stop: with SIGTERM, or with Ctrl-C.
///
/// Asked once, a command takes back what it has begun, or ends what it has in hand. Asked again, the
/// process ends at once, which loses nothing either. Until ``listen(saying:)`` a signal ends it as it
/// ends any process.
final class StopSignal {
  private let count = SignalCount()
  private var sources: [any DispatchSourceSignal] = []

  /// Begins to hear of signals.
  ///
  /// - Parameter answer: Said to whoever asks: what the command does now.
  func listen(saying answer: String = "stopping; Ctrl-C again ends it at once") {
    if !sources.isEmpty { return }
    let queue = DispatchQueue(label: "signals")
    for number in [SIGTERM, SIGINT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [count] in count.raise(number, answer) }
      source.resume()
      sources.append(source)
    }
  }

  var isRaised: Bool { count.isRaised }
}

private final class SignalCount: Sendable {
  private let count = Atomic<Int>(0)

  var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  func raise(_ number: Int32, _ answer: String) {
    if count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
    // A progress line may be there; what follows is on a line of its own.
    Output.toStandardError("\(isatty(STDERR_FILENO) == 1 ? "\n" : "")hallo-migrate: \(answer)\n")
  }
}
