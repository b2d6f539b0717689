/// The area codes of the North American plan that are in use as a whole: every number is valid
/// whose exchange, the three digits after the code, starts with 2 to 9.
///
/// Such are nearly all those of the United States and Canada, and those of no place, like 800. Most
/// small countries share out their code by exchange; their numbers are left to the library.
///
/// Only the library knows which is which, so it is asked at the first number of each code about
/// ``samples``: one number for each two digits with which an exchange can start, 1 ms in all. In
/// libphonenumber 8.12.57 every code that isn't in use as a whole lacks at least one of these
/// eighty. The tests ask about all 800 exchanges of every code.
struct AreaCodes {
  private enum State {
    case unknown, whole, other
  }

  private var states = [State](repeating: .unknown, count: 1000)

  /// Whether every number of an area code with an exchange that starts with 2 to 9 is valid.
  mutating func isWhole(_ code: Int) -> Bool {
    if states[code] == .unknown {
      states[code] = Self.samples.allSatisfy { Self.isValid(code, $0) } ? .whole : .other
    }
    return states[code] == .whole
  }

  /// The seven digits after the area code: 200…, 213…, 226… and so on to 997….
  ///
  /// The third digit and the last four vary, so that no rule about one of them escapes.
  private static let samples = (20...99).map { start in
    start * 100_000 + start * 3 % 10 * 10_000 + start * 7919 % 10_000
  }

  private static func isValid(_ code: Int, _ rest: Int) -> Bool {
    var text = "+1\(code * 10_000_000 + rest)"
    return text.withUTF8 { LibraryNumber(parsing: $0, region: "US")?.isValid == true }
  }
}
