package import Documents
internal import Foundation

/// What of documents may be shown: everything, or nothing that tells who someone is or what they wrote.
///
/// Masked are telephone numbers wherever they are, also in paths, and every text of a field that is
/// not known to hold an id, a state or a moment. A field that nobody has thought of is masked.
package struct PersonalData: Sendable {
  package let isShown: Bool

  package init(isShown: Bool) { self.isShown = isShown }

  /// A document's path, with telephone numbers in it masked.
  package func path(_ path: String) -> String {
    if isShown { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { maskNumber(String($0)) }.joined(separator: "/")
  }

  /// A path in an archive, whose components are ids with percent encoding.
  package func archivePath(_ path: String) -> String {
    if isShown { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { name in
      let ending = name.lastIndex(of: ".") ?? name.endIndex
      let identifier = name[..<ending].removingPercentEncoding ?? String(name)
      let masked = maskNumber(identifier)
      return masked.utf8.elementsEqual(identifier.utf8) ? String(name) : masked + name[ending...]
    }.joined(separator: "/")
  }

  /// Any text that may be a telephone number, or a message.
  package func text(_ text: String) -> String {
    if isShown { return text }
    let masked = maskNumber(text)
    if !masked.utf8.elementsEqual(text.utf8) || isIdentifier(text) { return masked }
    return "‹\(text.count) characters›"
  }

  /// A text of a report's own, or an id, a state or a moment, on one line: only telephone numbers are
  /// masked.
  package func openText(_ text: String) -> String { clipped(maskNumber(text)) }

  /// A field's value on one line.
  package func value(_ value: Value?, of field: [String]) -> String {
    guard let value else { return "–" }
    switch value {
    case .string(let text): return quoted(isOpen(field) ? maskNumber(text) : self.text(text))
    case .reference(let path): return "→ " + self.path(path)
    case .bytes(let bytes): return "‹\(bytes.count) bytes›"
    case .map(let fields):
      if let photo = photo(fields) { return photo }
      return isShown ? clipped(value.canonicalText) : "‹map of \(fields.count)›"
    case .array(let values):
      return isShown ? clipped(value.canonicalText) : "‹array of \(values.count)›"
    case .geopoint: return isShown ? value.canonicalText : "‹place›"
    case .integer(let number): return isShown ? "\(number)" : maskNumber("\(number)")
    case .timestamp(let microseconds):
      return Instant(microseconds: microseconds)?.description ?? "‹time›"
    case .null, .boolean, .double, .vector: return clipped(value.canonicalText)
    }
  }

  /// The fields whose texts are ids, states and kinds of things.
  private static let openFields: [String] = [
    "id", "userId", "profileId", "taskId", "eventId", "eventType", "responseType", "status",
    "subscriptionStatus", "category", "frequency", "relationship", "timeZone", "createdAt",
    "updatedAt", "timestamp", "receivedAt", "lastActiveAt", "confirmedAt", "scheduledTime",
    "nextScheduledDate", "lastCompletedAt",
  ]

  private func isOpen(_ field: [String]) -> Bool {
    guard let name = field.last(where: { !$0.hasPrefix("[") }) else { return false }
    return isShown || Self.openFields.contains(name)
  }

  /// Keeps the last two digits of a text that could be a telephone number, and how it is written.
  private func maskNumber(_ text: String) -> String {
    if isShown { return text }
    let scalars = Array(text.unicodeScalars)
    let digits = scalars.indices.filter { scalars[$0].properties.numericType == .decimal }
    guard digits.count >= 7, !scalars.contains(where: { $0.properties.isAlphabetic }) else {
      return text
    }
    var masked = scalars
    for index in digits.dropLast(2) { masked[index] = "•" }
    return String(String.UnicodeScalarView(masked))
  }

  /// An upper-case UUID, as new profiles have.
  private func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { position, byte in
        [8, 13, 18, 23].contains(position)
          ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }

  /// What stands for a photo whose bytes the store keeps apart.
  private func photo(_ fields: [Field]) -> String? {
    guard fields.count == 1, fields[0].name == "__photo__",
      case .array(let parts) = fields[0].value,
      parts.count >= 3, case .integer(let length) = parts[1], case .string(let format) = parts[2]
    else { return nil }
    return "‹\(format) photo of \(length) bytes›"
  }

  private func quoted(_ text: String) -> String { clipped(Value.string(text).canonicalText) }

  private func clipped(_ text: String) -> String {
    text.count <= 120 ? text : text.prefix(117) + "…"
  }
}
