/// The order of documents' names, which is not that of their texts: `a/b` comes after `a` and before `a-b`.
///
/// Source: https://cloud.google.com/firestore/docs/concepts/data-types (references; value ordering), and
/// the emulator for numeric ids, which come first, by number.
package enum NameOrder {
  /// Whether a path comes before another.
  package static func precedes(_ one: String, _ other: String) -> Bool {
    let (ones, others) = (segments(one), segments(other))
    for (one, other) in zip(ones, others) where !one.elementsEqual(other) {
      return isOrdered(one, other)
    }
    return ones.count < others.count
  }

  /// Whether an id comes before another.
  package static func idPrecedes(_ one: String, _ other: String) -> Bool {
    isOrdered(Substring(one).utf8, Substring(other).utf8)
  }

  /// An id that comes after another, and before all that come after that but those that begin with it.
  package static func successor(ofID id: String) -> String {
    guard let number = number(Substring(id).utf8) else { return id + "\u{1}" }
    return number == .max ? "\u{1}" : "__id\(number + 1)__"
  }

  /// Whether an id is a number, as `__id7__` is.
  package static func isNumeric(id: String) -> Bool { number(Substring(id).utf8) != nil }

  private static func isOrdered(_ one: Substring.UTF8View, _ other: Substring.UTF8View) -> Bool {
    switch (number(one), number(other)) {
    case (let one?, let other?): one < other
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): one.lexicographicallyPrecedes(other)
    }
  }

  private static func segments(_ path: String) -> [Substring.UTF8View] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0).utf8 }
  }

  /// The number in `__id7__`.
  private static func number(_ segment: Substring.UTF8View) -> Int64? {
    guard segment.count > 6, segment.starts(with: "__id".utf8),
      segment.suffix(2).elementsEqual("__".utf8)
    else { return nil }
    return Int64(Substring(segment.dropFirst(4).dropLast(2)))
  }
}
