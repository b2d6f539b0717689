internal import Documents
internal import Foundation

/// When something was, on the clock of a place.
struct LocalTime {
  let instant: Instant
  /// `2025-10-09T07:00:00.000000`.
  private let text: String
  /// 0 is a Monday.
  private let weekday: Int

  init(_ instant: Instant, in zone: TimeZone) {
    self.instant = instant
    let date = Date(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
    let shift = Int64(zone.secondsFromGMT(for: date)) * 1_000_000
    let shifted = Instant(microseconds: instant.microseconds + shift) ?? instant
    text = String(shifted.description.dropLast())
    let days = Int(shifted.microseconds.dividedDown(by: 86_400_000_000))
    // The day that instants are counted from was a Thursday.
    weekday = ((days + 3) % 7 + 7) % 7
  }

  /// `2025-10`.
  var month: String { String(text.prefix(7)) }

  /// `2025-10-09_07-00-00`: a name for a file on any system.
  var fileName: String {
    String(text.prefix(19)).replacing("T", with: "_").replacing(":", with: "-")
  }

  /// `Thursday, 9 October`: people look for a day, and the heading has the year.
  var day: String {
    let day = Int(text.dropFirst(8).prefix(2)) ?? 0
    return "\(Self.days[weekday]), \(day) \(Self.name(month: month))"
  }

  /// `October`, of `2025-10`.
  static func name(month: String) -> String {
    months[max(0, min(Int(month.suffix(2)) ?? 0, 12) - 1)]
  }

  /// `2025`, of `2025-10`.
  static func year(month: String) -> String { "\(Int(month.prefix(4)) ?? 0)" }

  /// `October 2025`, of `2025-10`.
  static func spelled(month: String) -> String { name(month: month) + " " + year(month: month) }

  /// `January – June 2025`, of two months.
  static func spelled(from first: String, to last: String) -> String {
    if first == last { return spelled(month: first) }
    let isOneYear = year(month: first) == year(month: last)
    return (isOneYear ? name(month: first) : spelled(month: first)) + " – " + spelled(month: last)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}

extension Int64 {
  /// The quotient, rounded down also below zero.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
