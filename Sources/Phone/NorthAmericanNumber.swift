/// A number of the North American plan, in one of the forms in which nearly all are written.
///
/// This is the part of libphonenumber's parsing that can be had for nanoseconds. It takes a text
/// only if the library certainly finds in it the country code 1 and these ten digits:
///
/// - The text is of digits, spaces and `( ) - .` alone. The library skips those before the number,
///   strips those after it, and drops those within. None can begin an extension.
/// - Either it has one `+`, before every digit, and 11 digits of which the first is 1. The region
///   then doesn't matter. Or it has no `+`, the region is `US` or `CA`, and there are 10 digits, or
///   11 of which the first is 1: too long for a number of these regions, so that the 1 is stripped.
/// - The ten digits start with 2 to 9. So there is no national prefix (1) to strip, nor is there an
///   international one (011).
struct NorthAmericanNumber {
  /// The ten digits as an integer.
  private(set) var digits: UInt64 = 0

  /// The area code: the first three digits.
  var areaCode: Int { Int(digits / 10_000_000) }

  /// Whether the exchange, the three digits after the area code, starts with 2 to 9.
  var hasRegularExchange: Bool { digits / 1_000_000 % 10 >= 2 }

  /// Recognizes one of the usual forms, or returns nil for libphonenumber to decide.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - isLocal: Whether the default region is `US` or `CA`.
  init?(_ text: UnsafeBufferPointer<UInt8>, isLocal: Bool) {
    guard text.count <= 32 else { return nil }
    var count = 0
    var hasPlus = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // No overflow: at most 11 digits are taken.
        count += 1
        guard count <= 11 else { return nil }
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "+"):
        guard !hasPlus, count == 0 else { return nil }
        hasPlus = true
      case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        continue
      default:
        return nil
      }
    }
    guard hasPlus || isLocal, count == 11 || !hasPlus && count == 10 else { return nil }
    if count == 11 {
      guard digits / 10_000_000_000 == 1 else { return nil }
      digits -= 10_000_000_000
    }
    guard digits >= 2_000_000_000 else { return nil }
  }

  /// The E.164 form: `+1` and the ten digits.
  var e164: String {
    String(unsafeUninitializedCapacity: 12) { buffer in
      var rest = digits
      for index in (2..<12).reversed() {
        buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      buffer[0] = UInt8(ascii: "+")
      buffer[1] = UInt8(ascii: "1")
      return 12
    }
  }
}
