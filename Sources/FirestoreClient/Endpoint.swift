/// Where Firestore answers.
package enum Endpoint: Sendable, Equatable {
  /// An emulator, to which everyone is the owner and nothing is encrypted.
  case emulator(host: String, port: Int)
  case google

  static let googleHost = "firestore.googleapis.com"

  /// - Throws: ``RemoteError/badAddress(text:)`` if `FIRESTORE_EMULATOR_HOST` is set, and no address.
  package init(environment: [String: String]) throws(RemoteError) {
    guard let text = environment["FIRESTORE_EMULATOR_HOST"], !text.isEmpty else {
      self = .google
      return
    }
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { throw .badAddress(text: text) }
    self = .emulator(host: String(text[..<colon]), port: Int(port))
  }
}
