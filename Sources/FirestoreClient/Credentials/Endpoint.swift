/// Where Firestore answers.
package enum Endpoint: Sendable, Equatable {
  /// An emulator, to which everyone is the owner and nothing is encrypted.
  case emulator(host: String, port: Int)
  case google

  static let googleHost = "firestore.googleapis.com"

  /// Google's, or the emulator that `FIRESTORE_EMULATOR_HOST` names.
  ///
  /// - Throws: ``RemoteError/badAddress(variable:text:)``.
  package init(environment: [String: String]) throws(RemoteError) {
    let variable = "FIRESTORE_EMULATOR_HOST"
    guard let text = environment[variable], !text.isEmpty else {
      self = .google
      return
    }
    guard let address = HostAndPort(text) else {
      throw .badAddress(variable: variable, text: text)
    }
    self = .emulator(host: address.host, port: address.port)
  }
}

/// An address such as `localhost:8080` or `[::1]:8080`.
struct HostAndPort {
  let host: String
  let port: Int

  init?(_ text: String, defaultPort: Int? = nil) {
    var (host, port) = (Substring(text), defaultPort)
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      host = text[..<colon]
      port = UInt16(text[text.index(after: colon)...]).map(Int.init)
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard let port, port > 0, !host.isEmpty, host.allSatisfy(Self.isAllowed) else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._:".contains(character))
  }
}
