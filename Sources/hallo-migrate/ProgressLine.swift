internal import Dispatch
internal import Glibc
internal import HalloReport
internal import Synchronization

/// A line on the terminal that tells how far a long piece of work is.
///
/// It shows after a second, and is painted anew twice a second, whether or not anything was heard of
/// the work meanwhile: a clock that moves tells an operator that the program does.
final class ProgressLine {
  private let state = ProgressState()
  private var timer: (any DispatchSourceTimer)?

  private static let interval = DispatchTimeInterval.milliseconds(500)

  init(isShown: Bool) {
    if !isShown { return }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
    timer.schedule(deadline: .now() + .seconds(1), repeating: Self.interval)
    timer.setEventHandler { [state] in state.paint() }
    timer.resume()
    self.timer = timer
  }

  deinit { timer?.cancel() }

  var isShown: Bool { timer != nil }

  /// Begins a part of the work, such as a migration; nil for what is all of it.
  func begin(_ stage: String?) { state.begin(stage) }

  /// Tells how much of the part is done.
  ///
  /// - Parameters:
  ///   - count: How many things.
  ///   - noun: What they are, in the plural.
  ///   - fraction: The part of them that is done; nil if that is not known.
  func show(_ count: Int, _ noun: String, fraction: Double?) {
    if isShown { state.set(count, noun, fraction) }
  }

  /// Takes the line away, before anything else is printed.
  func clear() { state.clear() }
}

/// What the line says; the timer's thread reads it, the command's thread changes it.
private final class ProgressState: Sendable {
  private let content = Mutex(ProgressContent())

  func begin(_ stage: String?) {
    content.withLock { $0 = ProgressContent(stage: stage, isVisible: $0.isVisible) }
  }

  func set(_ count: Int, _ noun: String, _ fraction: Double?) {
    content.withLock { ($0.count, $0.noun, $0.fraction) = (count, noun, fraction) }
  }

  func paint() {
    content.withLock { content in
      content.isVisible = true
      Output.toStandardError(
        "\r\u{1B}[K" + content.line(width: terminalWidth(of: STDERR_FILENO) ?? 80))
    }
  }

  func clear() {
    content.withLock { content in
      if content.isVisible { Output.toStandardError("\r\u{1B}[K") }
      content.isVisible = false
    }
  }
}

private struct ProgressContent {
  var stage: String?
  var began = ContinuousClock.now
  var count = 0
  var noun = ""
  var fraction: Double?
  var isVisible = false

  /// The line, without what there is no room for: it never wraps.
  func line(width: Int) -> String {
    let seconds = max((ContinuousClock.now - began) / .seconds(1), 0.001)
    let done = count > 0 ? ["\(grouped(count)) \(noun)"] : []
    let rate = count > 0 ? ["\(grouped(Int(Double(count) / seconds)))/s"] : []
    let time = time(after: seconds)
    let lines = [done + rate + time, done + time, time].map { parts in
      TextRenderer.safe((stage.map { $0 + ": " } ?? "") + parts.joined(separator: ", "))
    }
    return lines.first { $0.count < width } ?? String(lines[2].prefix(width - 1))
  }

  private func time(after seconds: Double) -> [String] {
    guard let fraction, fraction > 0 else { return [duration(seconds)] }
    let left = duration(seconds / fraction - seconds)
    return ["\(min(Int(fraction * 100), 100)) %", "\(left) left"]
  }

  private func duration(_ seconds: Double) -> String {
    let whole = max(0, Int(seconds.rounded(.up)))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
