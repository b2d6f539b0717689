package import Foundation

/// A question about the whole store, written in SQL.
///
/// Its file begins with a comment: its reason, then `-- name: value` lines, then, after an empty
/// comment line, whatever else there is to say. One query follows, for `path` and maybe `detail`.
package struct AuditCheck: Sendable {
  package enum Severity: String, CaseIterable, Sendable {
    /// Something does not work, or is seen by nobody.
    case error
    /// Something works, and should not stay as it is.
    case warning
    /// Something to know.
    case info
  }

  /// `invalid-phone`, from the file's name.
  package let code: String
  /// One line that says what is wrong with what is found.
  package let reason: String
  package let severity: Severity
  /// The command that repairs what is found; nil if none does.
  package let repair: String?
  /// Whether details are words of the check, or states of documents, and so need not be masked.
  package let isDetailOpen: Bool
  package let script: String
  /// The file, as its user knows it.
  package let file: String
  package let isShipped: Bool

  /// - Throws: ``AuditError`` if the name or the first comment is not as it must be.
  package init(file: String, text: Data, isShipped: Bool) throws {
    (self.file, self.isShipped) = (file, isShipped)
    code = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    guard Migration.isName(code, separator: "-") else { throw AuditError.badName(file: file) }
    guard let decoded = String(validating: text, as: UTF8.self) else {
      throw AuditError.unusable(file: file, line: 1, reason: "it is not UTF-8 text")
    }
    script = Migration.normalized(decoded)
    let header = try AuditHeader(script, file: file)
    reason = header.reason
    guard let severity = try header.severity() else {
      throw header.unusable(line: 1, "its first comment has no line `-- severity: error`")
    }
    self.severity = severity
    repair = header.values["repair"]?.text
    isDetailOpen = try header.isDetailOpen()
  }
}

/// The comment that the file of a check begins with.
private struct AuditHeader {
  let file: String
  let reason: String
  private(set) var values: [String: (text: String, line: Int)] = [:]

  private static let names = ["severity", "repair", "detail"]

  init(_ script: String, file: String) throws {
    self.file = file
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    reason = Self.comment(lines[0]) ?? ""
    if reason.isEmpty {
      throw unusable(
        line: 1,
        "it must begin with a comment that says what it finds: `-- Profiles without notes`")
    }
    for (index, line) in lines.enumerated().dropFirst() {
      guard let text = Self.comment(line), !text.isEmpty else { break }
      try add(text, line: index + 1)
    }
  }

  /// The text of a line that is a comment; nil if it is none.
  private static func comment(_ line: Substring) -> String? {
    line.hasPrefix("--") ? line.dropFirst(2).trimmingCharacters(in: .whitespaces) : nil
  }

  private mutating func add(_ text: String, line: Int) throws {
    guard let colon = text.firstIndex(of: ":") else {
      throw unusable(
        line: line,
        "after the first come lines such as `-- severity: error`, and then an empty `--`")
    }
    let name = String(text[..<colon])
    let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    guard Self.names.contains(name) else {
      let hint = nearest(to: name, among: Self.names).map { "; did you mean `\($0)`?" } ?? ""
      throw unusable(line: line, "`\(name)` is none of severity, repair and detail\(hint)")
    }
    if values[name] != nil { throw unusable(line: line, "`\(name)` is there twice") }
    if value.isEmpty { throw unusable(line: line, "`\(name)` has no value") }
    values[name] = (value, line)
  }

  func severity() throws -> AuditCheck.Severity? {
    guard let (text, line) = values["severity"] else { return nil }
    guard let severity = AuditCheck.Severity(rawValue: text) else {
      throw unusable(line: line, "the severity `\(text)` is none of error, warning and info")
    }
    return severity
  }

  func isDetailOpen() throws -> Bool {
    guard let (text, line) = values["detail"] else { return false }
    guard ["open", "masked"].contains(text) else {
      throw unusable(line: line, "the detail is `open` or `masked`, not `\(text)`")
    }
    return text == "open"
  }

  func unusable(line: Int, _ reason: String) -> AuditError {
    .unusable(file: file, line: line, reason: reason)
  }
}
