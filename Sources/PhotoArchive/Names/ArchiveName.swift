internal import Documents

/// Names of files and folders made from ids, which are hostile: any bytes, up to 1,500 of them.
///
/// Names are ASCII, so that Swift's comparison of strings is one of bytes for them. It is not for ids:
/// two that look alike (`é` written in two ways) are two ids, and get two names.
package enum ArchiveName {
  /// The longest name of an id, in bytes; a member's may have a digest and an ending behind it.
  package static let maximumLength = 120

  /// The name of an id as a path component: percent-encoded outside `[A-Za-z0-9_-.]`, a leading `.` or
  /// `-` too.
  ///
  /// A longer one than ``maximumLength`` is cut, and ends in `~` and 16 hexadecimal digits of the
  /// SHA-256 of the id. No id has the name of a directory's own entries, `.` and `..`, and none has an
  /// empty name: that of no bytes is `%`.
  package static func component(_ identifier: UnsafeBufferPointer<UInt8>) -> String {
    if identifier.isEmpty { return "%" }
    var name = ByteBuffer(capacity: identifier.count + 16)
    for (position, byte) in identifier.enumerated() {
      if isPlain(byte, isFirst: position == 0) {
        name.append(byte)
      } else {
        name.append(UInt8(ascii: "%"))
        name.append(upperCaseDigits[Int(byte >> 4)])
        name.append(upperCaseDigits[Int(byte & 15)])
      }
    }
    if name.count <= maximumLength { return name.bytes.text }
    let suffix = suffix(of: identifier)
    return name.bytes.slice(0..<(maximumLength - suffix.utf8.count)).text + suffix
  }

  package static func component(_ identifier: String) -> String {
    var identifier = identifier
    return identifier.withUTF8 { component($0) }
  }

  /// The names that records have beside each other, in the records' order.
  ///
  /// Of records whose ids have one name, the first by the bytes of its path has it; the others get `~`
  /// and 16 hexadecimal digits of the SHA-256 of their path behind it. Of several records with one path,
  /// the path is hashed with as many slashes behind it as others came before.
  package static func names(of records: [(path: String, eventID: String)]) -> [String] {
    var names = records.map { component($0.eventID) }
    var taken = Set<String>()
    let paths = records.map { Array($0.path.utf8) }
    let byPath = records.indices.sorted {
      paths[$0] == paths[$1] ? $0 < $1 : paths[$0].lexicographicallyPrecedes(paths[$1])
    }
    for index in byPath {
      let plain = names[index]
      var path = paths[index]
      while !taken.insert(names[index]).inserted {
        names[index] = plain + path.withUnsafeBufferPointer { suffix(of: $0) }
        path.append(UInt8(ascii: "/"))
      }
    }
    return names
  }

  /// Whether a name could be that of an id: safe as a path component, whoever wrote it.
  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= maximumLength + 17 else { return false }
    return first != UInt8(ascii: ".") && first != UInt8(ascii: "-")
      && name.utf8.allSatisfy {
        isPlain($0, isFirst: false) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "~")
      }
  }

  /// The id that has a name; nil if the name was cut, or is none.
  static func identifier(named name: String) -> String? {
    if name == "%" { return "" }
    var (bytes, rest) = ([UInt8](), Array(name.utf8)[...])
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard let code = UInt8(digits, radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    let identifier = String(decoding: bytes, as: UTF8.self)
    return component(identifier) == name ? identifier : nil
  }

  /// What is put behind a name that another record of the same id has: `~` and 16 digits.
  static func suffix(of path: String) -> String {
    var path = path
    return path.withUTF8 { suffix(of: $0) }
  }

  private static func suffix(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    "~" + SHA256Digest(of: bytes).description.prefix(16)
  }

  private static func isPlain(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  private static let upperCaseDigits = Array("0123456789ABCDEF".utf8)
}
