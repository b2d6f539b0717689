/// Rules for the names in a database, all of them about bytes: Swift's `==` and `Character` would
/// take different names for equal, and not see a slash that a combining accent follows.
enum Identifier {
  static let longest = 1500

  /// Whether Firestore keeps a name of this form to itself.
  static func isReserved(_ name: String) -> Bool {
    let bytes = name.utf8
    guard bytes.count > 4, bytes.first == underscore else { return false }
    return bytes.starts(with: "__".utf8) && bytes.suffix(2).elementsEqual("__".utf8)
  }

  static func isValidFieldName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && !isReserved(name)
  }

  /// Whether a collection, or a document without a number for an id, can be called this.
  static func isValidSegment(_ name: String) -> Bool {
    let bytes = name.utf8
    if bytes.isEmpty || bytes.count > longest || bytes.contains(slash) { return false }
    let isDots = bytes.count <= 2 && bytes.allSatisfy { $0 == dot }
    return !isDots && !isReserved(name)
  }

  /// Whether a project or database can be called this inside a resource name.
  static func isValidProject(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && !name.utf8.contains(slash)
  }

  static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  private static let underscore = UInt8(ascii: "_")
  private static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
}
