/// A drawing of a table's numbers: the table has them all, a drawing may have fewer.
package struct Chart: Sendable {
  /// What a part of a bar stands for.
  package struct Series: Sendable {
    package enum Tone: String, Sendable { case changed, moved, removed, kept }

    let name: String
    let tone: Tone

    package init(_ name: String, _ tone: Tone) { (self.name, self.tone) = (name, tone) }
  }

  package struct Bar: Sendable {
    let label: String
    /// As many as there are series.
    let values: [Int]

    var total: Int { values.reduce(0, +) }
  }

  package enum Form: Sendable {
    /// A bar a line.
    case lines
    /// A column a month, with what is kept to the right of an instant.
    case months(line: MonthLine?)
  }

  /// Where a chart of months is divided.
  package struct MonthLine: Sendable {
    /// The month that it is in, by its number in the chart, and the part of that before it.
    let column: Int
    let fraction: Double
    let label: String

    package init(column: Int, fraction: Double, label: String) {
      (self.column, self.fraction, self.label) = (column, fraction, label)
    }
  }

  let title: String
  let form: Form
  let series: [Series]
  package private(set) var bars: [Bar] = []

  package init(_ title: String, _ form: Form, _ series: Series...) {
    (self.title, self.form, self.series) = (title, form, series)
  }

  package mutating func bar(_ label: String, _ values: Int...) {
    bars.append(Bar(label: label, values: values))
  }

  /// The longest bar; 1 if all are empty.
  var highest: Int { max(1, bars.map(\.total).max() ?? 1) }
}
