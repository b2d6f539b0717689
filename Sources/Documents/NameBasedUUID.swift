internal import Crypto

/// A version 5 UUID (RFC 9562, section 5.5): the SHA-1 of a namespace and a name.
package enum NameBasedUUID {
  /// The UUID of a name in upper case, or nil if the namespace is not a UUID.
  ///
  /// A namespace has 32 hexadecimal digits, with or without hyphens.
  package static func make(namespace: String, name: UnsafeBufferPointer<UInt8>) -> String? {
    let digits = namespace.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, let bytes = decodedHexadecimal(digits) else { return nil }
    var hasher = Insecure.SHA1()
    hasher.update(data: bytes)
    hasher.update(bufferPointer: UnsafeRawBufferPointer(name))
    var uuid = Array(hasher.finalize().prefix(16))
    uuid[6] = uuid[6] & 0x0F | 0x50
    uuid[8] = uuid[8] & 0x3F | 0x80
    return spelled(uuid)
  }

  private static func spelled(_ uuid: [UInt8]) -> String {
    let digits = Array(hexadecimal(uuid).uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
