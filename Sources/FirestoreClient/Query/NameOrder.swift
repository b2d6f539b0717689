/// The order of documents' names, which is not that of their texts: `a/b/c/d` comes before `a/b-c`.
///
/// Names are compared id by id; numeric ids, such as `__id7__`, come first, by number. (Source:
/// https://cloud.google.com/firestore/docs/concepts/data-types; for numbers, the emulator.)
package enum NameOrder {
  /// Whether a path comes before another.
  package static func precedes(_ one: String, _ other: String) -> Bool {
    let (one, other) = ([UInt8](one.utf8), [UInt8](other.utf8))
    var difference = 0
    while difference < one.count, difference < other.count, one[difference] == other[difference] {
      difference += 1
    }
    var start = difference
    while start > 0, one[start - 1] != slash { start -= 1 }
    let (first, second) = (segment(one, from: start), segment(other, from: start))
    if first.isEmpty || second.isEmpty { return one.count < other.count }
    return first.elementsEqual(second)
      ? one.count < other.count : isOrdered(first, second)
  }

  /// Whether an id comes before another.
  package static func idPrecedes(_ one: String, _ other: String) -> Bool {
    isOrdered(ArraySlice(one.utf8), ArraySlice(other.utf8))
  }

  /// An id that comes after another, and before all that come after that but those that begin with it.
  package static func successor(ofID id: String) -> String {
    guard let number = number(ArraySlice(id.utf8)) else { return id + "\u{1}" }
    return number == .max ? "\u{1}" : "__id\(number + 1)__"
  }

  /// Whether an id is a number, as `__id7__` is.
  package static func isNumeric(id: String) -> Bool { number(ArraySlice(id.utf8)) != nil }

  private static func isOrdered(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    switch (number(one), number(other)) {
    case (let one?, let other?): one < other
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): one.lexicographicallyPrecedes(other)
    }
  }

  private static let slash = UInt8(ascii: "/")

  private static func segment(_ path: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    path[min(start, path.count)...].prefix { $0 != slash }
  }

  /// The number in `__id7__`.
  private static func number(_ segment: ArraySlice<UInt8>) -> Int64? {
    guard segment.count > 6, segment.starts(with: "__id".utf8),
      segment.suffix(2).elementsEqual("__".utf8)
    else { return nil }
    return Int64(String(decoding: segment.dropFirst(4).dropLast(2), as: UTF8.self))
  }
}
