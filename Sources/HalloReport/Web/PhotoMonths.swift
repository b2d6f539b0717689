extension Page {
  /// Adds how many photos there are of each month, unless there are none.
  package mutating func photoMonths(_ photos: [(month: String, bytes: Int)]) {
    if photos.isEmpty { return }
    let axis = MonthAxis(Set(photos.map(\.month)).sorted(), around: nil)
    var sums = Array(repeating: (photos: 0, bytes: 0), count: axis.labels.count)
    for photo in photos {
      let position = axis.position(of: photo.month)
      sums[position].photos += 1
      sums[position].bytes += photo.bytes
    }
    var months = Table(.text("month"), .number("photos"), .number("size"))
    var chart = Chart("Photos by month", .months(line: nil), .init("photos", .changed))
    for (label, sum) in zip(axis.labels, sums) {
      months.row(label, grouped(sum.photos), byteCount(sum.bytes))
      chart.bar(label, sum.photos)
    }
    (months.chart, months.isFolded) = (chart, true)
    table(months)
  }
}
