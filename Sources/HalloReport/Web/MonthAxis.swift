/// The months of a chart: each of three years, also those in which nothing was, and what is farther away
/// together.
struct MonthAxis {
  /// `earlier`, `2025-09`, `2025-10`, …, `later`.
  let labels: [String]
  private let start: Int
  private let end: Int
  private let hasEarlier: Bool

  /// Months shown before the middle, and from it on.
  private static let shown = (before: 24, after: 12)

  /// - Parameters:
  ///   - months: `2025-10`, in order; not empty.
  ///   - middle: The month that is always there; the last if nil.
  init(_ months: [String], around middle: String?) {
    let (first, last) = (Self.index(months.first ?? ""), Self.index(months.last ?? ""))
    let middle = middle.map(Self.index) ?? last
    start = min(middle, max(first, middle - Self.shown.before))
    end = max(middle, min(last, middle + Self.shown.after))
    hasEarlier = first < start
    labels =
      (hasEarlier ? ["earlier"] : []) + (start...end).map(Self.name) + (last > end ? ["later"] : [])
  }

  /// Where a month is in ``labels``.
  func position(of month: String) -> Int {
    let index = Self.index(month)
    let offset = hasEarlier ? 1 : 0
    return index < start ? 0 : min(index, end + 1) - start + offset
  }

  /// The number of a month, counted from the year 0.
  private static func index(_ month: String) -> Int {
    (Int(month.prefix(4)) ?? 0) * 12 + (Int(month.suffix(2)) ?? 1) - 1
  }

  private static func name(_ index: Int) -> String {
    let (year, month) = (String(index / 12), String(index % 12 + 1))
    return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-"
      + String(repeating: "0", count: 2 - month.count) + month
  }
}
