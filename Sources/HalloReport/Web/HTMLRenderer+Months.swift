internal import PhotoArchive

extension HTMLRenderer {
  private static let plot = (top: 24, bottom: 184, height: 220)

  /// Columns from month to month, what is past the line on a ground of its own.
  mutating func appendMonths(_ chart: Chart, _ line: Chart.MonthLine?) {
    let step = 100 / Double(max(1, chart.bars.count))
    let top = Self.ceiling(of: chart.highest)
    html.append(markup: "<div class=\"months\">\n")
    appendAxis(top)
    html.append(markup: "<svg width=\"100%\" height=\"220\" role=\"img\" aria-label=\"")
    html.append(text: shown(Self.description(of: chart, line)))
    html.append(markup: "\">\n")
    let edge = line.map { (Double($0.column) + $0.fraction) * step }
    if let edge { appendGround(to: edge) }
    for (position, bar) in chart.bars.enumerated() {
      appendColumn(bar, of: chart, at: Double(position) * step, width: step, top: top)
    }
    appendMonthNames(chart.bars.map(\.label), step)
    if let edge, let line { appendLine(line.label, at: edge) }
    html.append(markup: "</svg>\n</div>\n")
  }

  /// What somebody hears who cannot see the drawing; the table has the rest.
  private static func description(of chart: Chart, _ line: Chart.MonthLine?) -> String {
    let most = chart.bars.max { $0.total < $1.total }
    let span = [chart.bars.first?.label, chart.bars.last?.label].compactMap(\.self)
    return "\(chart.title), \(span.joined(separator: " to ")), "
      + "at most \(grouped(most?.total ?? 0)) in \(most?.label ?? "a month")"
      + (line.map { "; \($0.label)" } ?? "")
  }

  private mutating func appendAxis(_ top: Int) {
    html.append(markup: "<svg class=\"axis\" width=\"44\" height=\"220\" aria-hidden=\"true\">")
    for value in Set([0, top / 2, top]).sorted() {
      appendText(
        grouped(value), ["x": "36", "y": "\(Self.y(value, top) + 4)", "text-anchor": "end"])
    }
    html.append(markup: "</svg>\n")
  }

  private mutating func appendGround(to edge: Double) {
    let (top, bottom) = (Self.plot.top, Self.plot.bottom)
    appendShape(
      "<rect",
      ["class": "past", "y": "\(top)", "width": percent(edge), "height": "\(bottom - top)"])
  }

  private mutating func appendColumn(
    _ bar: Chart.Bar, of chart: Chart, at x: Double, width: Double, top: Int
  ) {
    var below = 0
    for (series, value) in zip(chart.series, bar.values) where value > 0 {
      let (high, low) = (Self.y(below + value, top), Self.y(below, top))
      appendShape(
        "<rect",
        [
          "class": series.tone.rawValue, "x": percent(x + width * 0.14),
          "y": "\(min(high, low - 1))",
          "width": percent(width * 0.72), "height": "\(max(1, low - high))",
        ])
      below += value
    }
  }

  /// Every month where there is room, else every third, and on a telephone two a year; the year below
  /// January.
  private mutating func appendMonthNames(_ labels: [String], _ step: Double) {
    appendShape(
      "<line",
      [
        "class": "ground", "x2": "100%", "y1": "\(Self.plot.bottom)", "y2": "\(Self.plot.bottom)",
      ])
    for (position, label) in labels.enumerated() {
      let x = percent((Double(position) + 0.5) * step)
      guard let month = Month(label) else {
        appendText(label, ["x": x, "y": "200", "text-anchor": "middle"])
        continue
      }
      let isMain = (month.number - 1) % (labels.count > 14 ? 6 : 3) == 0
      if isMain || labels.count <= 14 || month.number % 3 == 1 {
        let name = isMain ? "main" : "small"
        appendText(month.name, ["class": name, "x": x, "y": "200", "text-anchor": "middle"])
      }
      if month.number == 1 || position == 0 && month.number < 9 {
        appendText("\(month.year)", ["x": x, "y": "215", "text-anchor": "middle"])
      }
    }
  }

  private mutating func appendLine(_ label: String, at edge: Double) {
    let x = percent(edge)
    appendShape(
      "<line", ["class": "limit", "x1": x, "x2": x, "y1": "4", "y2": "\(Self.plot.bottom)"])
    // On the side where there is more room.
    let isLeft = edge > 50
    appendText(
      label,
      [
        "class": "limit", "x": x, "dx": isLeft ? "-6" : "6", "y": "14",
        "text-anchor": isLeft ? "end" : "start",
      ])
  }

  private static func y(_ value: Int, _ top: Int) -> Int {
    plot.bottom - Int((Double(value) / Double(top) * Double(plot.bottom - plot.top)).rounded())
  }

  /// The next number above that people count to: 2, 4, 10, 20, 40, 100, ….
  private static func ceiling(of number: Int) -> Int {
    var unit = 1
    while unit * 10 < number { unit *= 10 }
    return [2, 4, 6, 8, 10].map { $0 * unit }.first { $0 >= number } ?? number
  }
}

/// A month of a chart: `2025-10`.
private struct Month {
  let year: Int
  let number: Int

  init?(_ label: String) {
    let parts = label.split(separator: "-")
    guard parts.count == 2, let year = Int(parts[0]), let number = Int(parts[1]),
      Self.names.indices.contains(number - 1)
    else { return nil }
    (self.year, self.number) = (year, number)
  }

  var name: String { Self.names[number - 1] }

  private static let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
