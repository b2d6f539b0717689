/// A moment, as documents and reports write it: RFC 3339 text, or a count since 1970.
package struct Instant: Codable, Comparable, Sendable {
  /// Microseconds since 1970 in UTC, leap seconds not counted.
  package let microseconds: Int64

  /// Firestore's range: year 1 to year 9999.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  package init?(microseconds: Int64) {
    guard Self.range.contains(microseconds) else { return nil }
    self.microseconds = microseconds
  }

  /// The instant of a clock, in seconds since 1970; the nearest that there is, if it is set wrong.
  package init(clock seconds: Double) {
    let microseconds = Int64(max(-6e10, min(seconds, 2.5e11)) * 1_000_000)
    self.microseconds = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads a number: seconds below 100,000,000,000, else milliseconds; negative ones are no instant.
  package init?(number: Double) {
    guard number >= 0, number < 1e15 else { return nil }
    let microseconds = number < 100_000_000_000 ? number * 1_000_000 : number * 1000
    self.init(microseconds: Int64(microseconds.rounded()))
  }

  package init?(number: Int64) {
    guard number >= 0, number < 1_000_000_000_000_000 else { return nil }
    self.init(microseconds: number < 100_000_000_000 ? number * 1_000_000 : number * 1000)
  }

  /// Reads RFC 3339 text; digits of a second beyond the sixth are dropped, as Firestore does.
  package init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(text: text)
    guard let microseconds = scanner.dateAndTime() else { return nil }
    self.init(microseconds: microseconds)
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The year and the month, from 1 to 12, in UTC.
  package var yearAndMonth: (year: Int, month: Int) {
    let day = microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
    let date = civil(fromDays: day.remainder < 0 ? day.quotient - 1 : day.quotient)
    return (Int(date.year), Int(date.month))
  }

  /// `2025-10-09T07:00:00.000000Z`: always UTC, always six digits.
  package var description: String {
    var buffer = ByteBuffer(capacity: 32)
    append(to: &buffer)
    return buffer.bytes.text
  }

  package func append(to output: inout ByteBuffer) {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
    let days = remainder < 0 ? quotient - 1 : quotient
    let inDay = microseconds - days * 86_400_000_000
    let (year, month, day) = civil(fromDays: days)
    let parts: [(Int64, Int, UInt8)] = [
      (year, 4, UInt8(ascii: "-")), (month, 2, UInt8(ascii: "-")), (day, 2, UInt8(ascii: "T")),
      (inDay / 3_600_000_000, 2, UInt8(ascii: ":")),
      (inDay / 60_000_000 % 60, 2, UInt8(ascii: ":")),
      (inDay / 1_000_000 % 60, 2, UInt8(ascii: ".")), (inDay % 1_000_000, 6, UInt8(ascii: "Z")),
    ]
    for (value, width, separator) in parts {
      var divisor = Int64(1)
      for _ in 1..<width { divisor *= 10 }
      while divisor > 0 {
        output.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
      output.append(separator)
    }
  }
}

extension Instant {
  /// Reads RFC 3339's `date-time` (section 5.6), and nothing looser.
  private struct Scanner {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func dateAndTime() -> Int64? {
      guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
        skip("T") || skip("t"), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
        let second = number(2), let fraction = fraction(), let offset = offset(),
        position == text.count, year >= 1, (1...12).contains(month),
        (1...daysInMonth(year: year, month: month)).contains(day), hour < 24, minute < 60,
        second <= 60
      else { return nil }
      let minutes =
        days(fromYear: year, month: month, day: day) * 1440 + hour * 60 + minute - offset
      // A leap second is only ever the last of a UTC day.
      if second == 60, minutes % 1440 != 1439 { return nil }
      return (minutes * 60 + second) * 1_000_000 + fraction
    }

    private mutating func number(_ digits: Int) -> Int64? {
      guard position + digits <= text.count else { return nil }
      var value = Int64(0)
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    private mutating func digit() -> Int64? {
      guard position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position])
      else { return nil }
      position += 1
      return Int64(text[position - 1] - UInt8(ascii: "0"))
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// Microseconds, 0 without a fraction, nil if there is a point and no digit.
    private mutating func fraction() -> Int64? {
      guard skip(".") else { return 0 }
      guard var value = digit() else { return nil }
      var digits = 1
      while let next = digit() {
        if digits < 6 { value = value * 10 + next }
        digits += 1
      }
      while digits < 6 {
        value *= 10
        digits += 1
      }
      return value
    }

    /// Minutes east of UTC.
    private mutating func offset() -> Int64? {
      if skip("Z") || skip("z") { return 0 }
      let sign: Int64 = skip("-") ? -1 : 1
      if sign == 1, !skip("+") { return nil }
      guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
      else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}

private func daysInMonth(year: Int64, month: Int64) -> Int64 {
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
}

/// Days since 1970 of a date in the Gregorian calendar, by counting eras of 400 years from 1 March.
private func days(fromYear year: Int64, month: Int64, day: Int64) -> Int64 {
  let year = month <= 2 ? year - 1 : year
  let era = year / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The date of a day counted from 1970: the inverse of `days(fromYear:month:day:)`.
private func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let shifted = days + 719_468
  let era = shifted / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  return (
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
    dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  )
}
