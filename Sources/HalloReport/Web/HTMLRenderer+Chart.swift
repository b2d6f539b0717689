internal import PhotoArchive

extension HTMLRenderer {
  private static let shownBars = 40

  /// Draws a chart: shapes are placed by percentages, so that it is as wide as the page and its text
  /// as large as the text around it.
  mutating func append(_ chart: Chart) {
    html.append(markup: "<figure>\n<figcaption><b>")
    appendWords(chart.title)
    html.append(markup: "</b>")
    for (position, series) in chart.series.enumerated()
    where chart.bars.contains(where: { $0.values[position] > 0 }) {
      html.append(markup: " <span class=\"key ")
      html.append(text: series.tone.rawValue)
      html.append(markup: "\">")
      appendWords(series.name)
      html.append(markup: "</span>")
    }
    html.append(markup: "</figcaption>\n")
    switch chart.form {
    case .lines: appendLines(chart)
    case .months(let line): appendMonths(chart, line)
    }
    html.append(markup: "</figure>\n")
  }

  private mutating func appendLines(_ chart: Chart) {
    html.append(markup: "<ul class=\"lines\">\n")
    for bar in chart.bars.prefix(Self.shownBars) {
      html.append(markup: "<li>")
      appendCode(bar.label)
      html.append(markup: " <span class=\"number\">")
      html.append(text: grouped(bar.total))
      html.append(markup: "</span><svg width=\"100%\" height=\"12\" aria-hidden=\"true\">")
      appendShape("<rect", ["class": "rail", "width": "100%", "height": "12"])
      var start = 0.0
      for (series, value) in zip(chart.series, bar.values) where value > 0 {
        let width = 100 * Double(value) / Double(chart.highest)
        appendShape(
          "<rect",
          [
            "class": series.tone.rawValue, "x": percent(start), "width": percent(max(0.4, width)),
            "height": "12",
          ])
        start += width
      }
      html.append(markup: "</svg></li>\n")
    }
    html.append(markup: "</ul>\n")
  }

  /// Appends an element of SVG without content.
  mutating func appendShape(
    _ opening: StaticString, _ attributes: KeyValuePairs<StaticString, String>
  ) {
    html.append(markup: opening)
    append(attributes)
    html.append(markup: "/>")
  }

  /// Appends a text of SVG.
  mutating func appendText(
    _ text: String, _ attributes: KeyValuePairs<StaticString, String>
  ) {
    html.append(markup: "<text")
    append(attributes)
    html.append(markup: ">")
    html.append(text: shown(text))
    html.append(markup: "</text>")
  }

  private mutating func append(_ attributes: KeyValuePairs<StaticString, String>) {
    for (name, value) in attributes {
      html.append(markup: " ")
      html.append(markup: name)
      html.append(markup: "=\"")
      html.append(text: value)
      html.append(markup: "\"")
    }
  }
}

/// A part of a hundred as SVG has it: `12.34%`.
func percent(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
}
