/// The order of documents' names, which is not that of their texts: `a/b` comes after `a` and before `a-b`.
///
/// Source: https://cloud.google.com/firestore/docs/concepts/data-types (references; value ordering), and
/// the emulator for numeric ids, which come first, by number.
package enum NameOrder {
  /// Whether a path comes before another.
  package static func precedes(_ one: String, _ other: String) -> Bool {
    let (ones, others) = (segments(one), segments(other))
    for (one, other) in zip(ones, others) where !one.elementsEqual(other) {
      switch (number(one), number(other)) {
      case (let one?, let other?): return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one.lexicographicallyPrecedes(other)
      }
    }
    return ones.count < others.count
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
