/// Instants as the data contract reads them: microseconds since 1970, in UTC.
enum ModelInstant {
  /// A timestamp, an RFC 3339 text, or a number that is not negative.
  static func read(_ value: JSON) -> Int64? {
    if let time = value.typed("__time__") { return time.text.flatMap(rfc3339) }
    if value.typed("__double__")?.text == "-0" { return 0 }
    switch value {
    case .text(let text): return rfc3339(text)
    case .integer(let number) where number >= 0: return scaled(Double(number))
    case .double(let number) where number >= 0: return scaled(number)
    default: return nil
    }
  }

  /// Seconds below 100,000,000,000, else milliseconds.
  private static func scaled(_ number: Double) -> Int64 {
    Int64((number < 100_000_000_000 ? number * 1_000_000 : number * 1000).rounded())
  }

  private static func rfc3339(_ text: Text) -> Int64? {
    let pattern =
      #/(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)/#
    guard text.bytes.allSatisfy({ $0 < 0x80 }), let match = try? pattern.wholeMatch(in: text.string)
    else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, zone) = match.output
    let parts = [year, month, day, hour, minute, second].compactMap { Int64($0) }
    guard parts.count == 6, isDate(parts[0], parts[1], parts[2]), parts[3] < 24, parts[4] < 60,
      let offset = offset(zone)
    else { return nil }
    let minutes = days(parts[0], parts[1], parts[2]) * 1440 + parts[3] * 60 + parts[4] - offset
    // A leap second can only be the last of a day.
    guard parts[5] < 60 || parts[5] == 60 && (minutes + 1) % 1440 == 0 else { return nil }
    let digits = String(fraction ?? "").padding(to: 6)
    return (minutes * 60 + parts[5]) * 1_000_000 + (Int64(digits.prefix(6)) ?? 0)
  }

  private static func offset(_ zone: Substring) -> Int64? {
    if zone.count == 1 { return 0 }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
    guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return nil }
    return (zone.first == "-" ? -1 : 1) * (parts[0] * 60 + parts[1])
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(_ month: Int64, of year: Int64) -> Int64 {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }

  private static func isDate(_ year: Int64, _ month: Int64, _ day: Int64) -> Bool {
    year >= 1 && (1...12).contains(month) && day >= 1 && day <= length(month, of: year)
  }

  /// Days from 1970, by counting leap years and months.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let before = year - 1
    let years = before * 365 + before / 4 - before / 100 + before / 400
    let months = (1..<month).reduce(0) { $0 + length($1, of: year) }
    return years + months + day - 1 - 719_162
  }
}

extension String {
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: "0", count: max(0, length - count))
  }
}
