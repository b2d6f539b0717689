internal import ArgumentParser
internal import Documents
internal import Foundation

/// A length of time, such as `90d`.
struct Age: ExpressibleByArgument {
  static let `default` = Age(microseconds: 90 * 86_400_000_000)

  let microseconds: Int64

  private init(microseconds: Int64) { self.microseconds = microseconds }

  /// - Parameter argument: A whole number of hours (`h`), days (`d`) or weeks (`w`), at most a century.
  init?(argument: String) {
    let hours: [Character: Int64] = ["h": 1, "d": 24, "w": 168]
    guard let unit = argument.last, let factor = hours[unit],
      let count = number(argument.dropLast()),
      count * factor <= 100 * 366 * 24
    else { return nil }
    microseconds = count * factor * 3_600_000_000
  }

  var defaultValueDescription: String { "90d" }

  /// The instant so long before another one; that one itself if there were no years then.
  func before(_ instant: Instant) -> Instant {
    Instant(microseconds: instant.microseconds - microseconds) ?? instant
  }
}

/// An instant, or the beginning of a day in UTC.
struct Moment: ExpressibleByArgument {
  let instant: Instant
  /// The instant itself, or the end of the day.
  let end: Instant

  init?(argument: String) {
    let isDay = argument.utf8.count == 10
    var text = isDay ? argument + "T00:00:00Z" : argument
    guard let instant = text.withUTF8({ Instant(rfc3339: $0) }) else { return nil }
    self.instant = instant
    end = isDay ? Instant(microseconds: instant.microseconds + 86_400_000_000) ?? instant : instant
  }
}

/// A number of bytes, such as `20GB`.
struct Size: ExpressibleByArgument {
  let bytes: Int

  /// - Parameter argument: A whole number, alone or with `kB`, `MB`, `GB` or `TB`, powers of 1,000.
  init?(argument: String) {
    let units = ["kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000]
    let unit = argument.suffix(2).lowercased()
    let digits = units[unit] == nil ? argument[...] : argument.dropLast(2)
    guard let count = number(digits), count > 0, count <= 1_000_000_000_000 else { return nil }
    bytes = Int(count) * (units[unit] ?? 1)
  }
}

/// A time of day on the machine's clock, such as `05:30`.
struct TimeOfDay: ExpressibleByArgument {
  private let hour: Int
  private let minute: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (Int(hour), Int(minute))
  }

  /// The next time that the clock shows it after a date.
  func next(after date: Date) -> Date? {
    Calendar(identifier: .gregorian).nextDate(
      after: date, matching: DateComponents(hour: hour, minute: minute), matchingPolicy: .nextTime)
  }
}

/// Reads ASCII digits only: no sign, no space.
private func number(_ text: Substring) -> Int64? {
  text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    ? Int64(text) : nil
}
