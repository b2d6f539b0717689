package import DocumentStore
package import Documents

/// The events of a store by month, and which of them are past the time for which photos are kept.
package struct MonthsSection: Sendable {
  private let months: [EventMonth]
  /// Photos from here on are kept.
  private let line: Instant
  private let archived: [String: Int]
  private let archivedName: String

  /// - Parameters:
  ///   - months: In order.
  ///   - line: From when photos are kept.
  ///   - archived: Photos that a run archives, by month.
  ///   - archivedName: What those are called; empty if the command archives nothing.
  package init(
    _ months: [EventMonth], line: Instant, archived: [String: Int] = [:], archivedName: String = ""
  ) {
    (self.months, self.line) = (months, line)
    (self.archived, self.archivedName) = (archived, archivedName)
  }

  func add(to page: inout Page) {
    let dated = months.filter { $0.month != nil }
    if dated.isEmpty { return }
    page.heading("Events and photos by month")
    let early = dated.reduce(0) { $0 + (($1.month ?? "") < lineMonth ? $1.photos : 0) }
    page.paragraph(
      "Photos from \(lineDay) on are kept. As the command began, the store had "
        + "\(count(early, "photo")) of the months before.")
    page.table(table(dated))
    let undated = months.reduce(0) { $0 + ($1.month == nil ? $1.events : 0) }
    if undated > 0 { page.paragraph("\(count(undated, "more event")) cannot be dated.") }
  }

  private var lineDay: String { String(line.description.prefix(10)) }
  private var lineMonth: String { String(line.description.prefix(7)) }

  private struct Row {
    var events = 0
    var photos = 0
    var archived = 0
  }

  private func rows(_ dated: [EventMonth], _ axis: MonthAxis) -> [Row] {
    var rows = Array(repeating: Row(), count: axis.labels.count)
    for month in dated {
      let name = month.month ?? ""
      let position = axis.position(of: name)
      rows[position].events += month.events
      rows[position].photos += month.photos
      rows[position].archived += archived[name] ?? 0
    }
    return rows
  }

  private func table(_ dated: [EventMonth]) -> Table {
    let axis = MonthAxis(dated.compactMap(\.month), around: lineMonth)
    let isArchiving = !archivedName.isEmpty
    var table =
      isArchiving
      ? Table(.text("month"), .number("events"), .number("with a photo"), .number(archivedName))
      : Table(.text("month"), .number("events"), .number("with a photo"))
    var chart = Chart(
      "Events", .months(line: limit(axis)), .init(archivedName, .changed),
      .init(isArchiving ? "other photos" : "with a photo", isArchiving ? .moved : .changed),
      .init("other events", .kept))
    for (label, row) in zip(axis.labels, rows(dated, axis)) {
      let numbers = [row.events, row.photos] + (isArchiving ? [row.archived] : [])
      table.row([label] + numbers.map { grouped($0) })
      chart.bar(label, row.archived, row.photos - row.archived, row.events - row.photos)
    }
    (table.chart, table.isFolded) = (chart, true)
    return table
  }

  private func limit(_ axis: MonthAxis) -> Chart.MonthLine {
    let day = Int(lineDay.suffix(2)) ?? 1
    return Chart.MonthLine(
      column: axis.position(of: lineMonth), fraction: Double(day - 1) / 31,
      label: "kept from \(lineDay)")
  }
}
