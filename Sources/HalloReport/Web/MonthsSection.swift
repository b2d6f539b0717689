package import DocumentStore
package import Documents

/// The events of a store by month, and which of them are past the time for which photos are kept.
package struct MonthsSection: Sendable {
  private let months: [EventMonth]
  /// Photos from here on are kept.
  private let line: Instant
  private let archived: [String: Int]
  private let archivedName: String

  /// Months shown before the line, and from it on.
  private static let shown = (before: 24, after: 12)

  /// - Parameters:
  ///   - months: In order.
  ///   - line: From when photos are kept.
  ///   - archived: Photos that a run archives, by month.
  ///   - archivedName: What the column of those is called.
  package init(
    _ months: [EventMonth], line: Instant, archived: [String: Int] = [:], archivedName: String = ""
  ) {
    (self.months, self.line) = (months, line)
    (self.archived, self.archivedName) = (archived, archivedName)
  }

  func add(to page: inout Page) {
    let rows = rows
    if rows.isEmpty { return }
    page.heading("Events and photos by month")
    let late = months.reduce(0) { $0 + (($1.month ?? "9999") < month(line) ? $1.photos : 0) }
    page.paragraph(
      "Photos are kept from \(day) on. As the command began, \(count(late, "photo")) were of earlier "
        + "months than that.")
    page.table(table(rows))
    let undated = months.filter { $0.month == nil }.reduce(0) { $0 + $1.events }
    if undated > 0 { page.paragraph("\(count(undated, "event")) more cannot be dated.") }
  }

  private struct Row {
    let label: String
    var events = 0
    var photos = 0
    var archived = 0
  }

  private var day: String { String(line.description.prefix(10)) }

  private func month(_ instant: Instant) -> String { String(instant.description.prefix(7)) }

  /// Every month around the line, also those without events; what is farther away together.
  private var rows: [Row] {
    let known = months.filter { $0.month != nil }
    guard let first = known.first?.month, let last = known.last?.month else { return [] }
    let middle = index(month(line))
    let start = min(middle, max(index(first), middle - Self.shown.before))
    let end = max(middle, min(index(last), middle + Self.shown.after))
    var rows = (start...end).map { Row(label: name($0)) }
    var (earlier, later) = (Row(label: "earlier"), Row(label: "later"))
    for month in known {
      let position = index(month.month ?? "")
      if position < start {
        add(month, to: &earlier)
      } else if position > end {
        add(month, to: &later)
      } else {
        add(month, to: &rows[position - start])
      }
    }
    if earlier.events > 0 { rows.insert(earlier, at: 0) }
    if later.events > 0 { rows.append(later) }
    return rows
  }

  private func add(_ month: EventMonth, to row: inout Row) {
    row.events += month.events
    row.photos += month.photos
    row.archived += archived[month.month ?? ""] ?? 0
  }

  /// The number of a month, counted from the year 0.
  private func index(_ month: String) -> Int {
    (Int(month.prefix(4)) ?? 0) * 12 + (Int(month.suffix(2)) ?? 1) - 1
  }

  private func name(_ index: Int) -> String {
    let (year, month) = (String(index / 12), String(index % 12 + 1))
    return String(repeating: "0", count: 4 - year.count) + year + "-"
      + String(repeating: "0", count: 2 - month.count) + month
  }

  private func table(_ rows: [Row]) -> Table {
    let hasArchived = !archivedName.isEmpty
    var table =
      hasArchived
      ? Table(.text("month"), .number("events"), .number("with a photo"), .number(archivedName))
      : Table(.text("month"), .number("events"), .number("with a photo"))
    var chart = Chart(
      "Events", .months(line: monthLine(rows)), .init(hasArchived ? archivedName : "", .removed),
      .init(hasArchived ? "other photos" : "with a photo", .changed), .init("other events", .kept))
    for row in rows {
      let numbers = [row.events, row.photos] + (hasArchived ? [row.archived] : [])
      table.row([row.label] + numbers.map { grouped($0) })
      chart.bar(
        row.label, row.archived, row.photos - row.archived, row.events - row.photos)
    }
    (table.chart, table.isFolded) = (chart, true)
    return table
  }

  private func monthLine(_ rows: [Row]) -> Chart.MonthLine? {
    guard let column = rows.firstIndex(where: { $0.label == month(line) }) else { return nil }
    let day = Int(self.day.suffix(2)) ?? 1
    return Chart.MonthLine(
      column: column, fraction: Double(day - 1) / 31, label: "kept from \(self.day)")
  }
}
