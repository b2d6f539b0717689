/// The order in which Firestore gives documents: segment by segment, numeric ids before texts, texts by
/// their UTF-8 bytes (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering).
enum NameOrder {
  /// The lowest id that there can be.
  static let lowestID = "__id\(Int64.min)__"

  static func precedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (segments(left), segments(right))
    for (left, right) in zip(left, right) where left != right { return left < right }
    return left.count < right.count
  }

  private enum Segment: Comparable {
    case number(Int64)
    case text([UInt8])

    static func < (left: Segment, right: Segment) -> Bool {
      switch (left, right) {
      case (.number(let left), .number(let right)): left < right
      case (.number, .text): true
      case (.text, .number): false
      case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
      }
    }
  }

  private static func segments(_ path: String) -> [Segment] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
      let text = String(decoding: part, as: UTF8.self)
      guard text.hasPrefix("__id"), text.hasSuffix("__"), text.utf8.count > 6,
        let number = Int64(text.dropFirst(4).dropLast(2))
      else { return .text(Array(part)) }
      return .number(number)
    }
  }
}
