internal import Dispatch
internal import Glibc
internal import Synchronization

/// Whether the process was asked to stop: with SIGTERM, or with Ctrl-C.
///
/// Asked once, it ends what it has in hand. Asked again, it stops at once, which loses nothing either.
final class StopSignal {
  private let count = SignalCount()
  private var sources: [any DispatchSourceSignal] = []

  init() {
    let queue = DispatchQueue(label: "signals")
    for number in [SIGTERM, SIGINT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [count] in count.raise(number) }
      source.resume()
      sources.append(source)
    }
  }

  var isRaised: Bool { count.isRaised }
}

private final class SignalCount: Sendable {
  private let count = Atomic<Int>(0)

  var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  func raise(_ number: Int32) {
    if count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
    Output.toStandardError("hallo-migrate: stopping after the bundles in hand\n")
  }
}
