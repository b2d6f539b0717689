package import Documents

/// A month of the calendar, in UTC.
package struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  /// From 1 to 12.
  package let month: Int

  package init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

  package init(of instant: Instant) {
    let (year, month) = instant.yearAndMonth
    self.init(year: year, month: month)
  }

  /// Reads `2025-10`.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(yearName: String(parts[0]), monthName: String(parts[1]))
  }

  /// Reads the names of a month's directories: four digits and two.
  package init?(yearName: String, monthName: String) {
    guard let year = Int(yearName), (1...9999).contains(year), padded(year, to: 4) == yearName,
      let month = Int(monthName), (1...12).contains(month), padded(month, to: 2) == monthName
    else { return nil }
    self.init(year: year, month: month)
  }

  package var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))" }

  package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}
