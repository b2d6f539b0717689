package import Documents
package import Foundation

/// A change to a whole store, written in SQL.
package struct Migration: Sendable {
  /// `0001`; nil for a task that runs on demand.
  package let version: String?
  /// `normalize_phone_numbers`, from the file's name.
  package let name: String
  /// The first line of the comment that the file begins with.
  package let title: String
  package let script: String
  /// SHA-256 of the text, whatever its line endings, byte order mark and final newline.
  package let checksum: SHA256Digest
  /// The file, as its user knows it.
  package let file: String

  /// `0001 normalize_phone_numbers`, or a task's name.
  package var label: String { [version, name].compactMap(\.self).joined(separator: " ") }

  /// - Throws: ``MigrationError`` if the name or the first comment is not as it must be.
  package init(file: String, text: Data, isOnDemand: Bool) throws {
    guard let decoded = String(validating: text, as: UTF8.self) else {
      throw MigrationError.unusable(file: file, line: 1, reason: "it is not UTF-8 text")
    }
    let script = Self.normalized(decoded)
    let base = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    (version, name) = try Self.identity(of: base, file: file, isOnDemand: isOnDemand)
    title = try Self.title(of: script, file: file)
    checksum = SHA256Digest(of: script)
    (self.script, self.file) = (script, file)
  }

  /// A text without byte order mark and final newline, its lines ended as Unix does.
  static func normalized(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    let unix = String(scalars).replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\r", with: "\n")
    return unix.hasSuffix("\n") ? String(unix.dropLast()) : unix
  }

  private static func identity(
    of base: String, file: String, isOnDemand: Bool
  ) throws -> (String?, String) {
    if isOnDemand {
      guard isName(base, separator: "-") else {
        throw MigrationError.badName(file: file, expected: "words-like-this.sql")
      }
      return (nil, base)
    }
    let (version, name) = (String(base.prefix(4)), String(base.dropFirst(5)))
    guard version.utf8.count == 4, version.utf8.allSatisfy(isDigit), version != "0000",
      base.dropFirst(4).first == "_", isName(name, separator: "_")
    else { throw MigrationError.badName(file: file, expected: "0004_words_like_this.sql") }
    return (version, name)
  }

  /// Whether a name is made of lower-case words.
  package static func isName(_ name: String, separator: Unicode.Scalar) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == separator
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func title(of script: String, file: String) throws -> String {
    let first = script.prefix { $0 != "\n" }
    let title = first.drop { $0 == "-" }.trimmingCharacters(in: .whitespaces)
    guard first.hasPrefix("--"), !title.isEmpty else {
      throw MigrationError.unusable(
        file: file, line: 1, reason: "it must begin with a comment that is its title: `-- Title`")
    }
    return title
  }
}

extension SHA256Digest {
  init(of text: String) {
    var hasher = SHA256Hasher()
    hasher.update(text)
    self = hasher.finalize()
  }
}
