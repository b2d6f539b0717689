internal import Crypto

/// A SHA-256 in the making (FIPS 180-4).
package struct SHA256Hasher {
  private var hasher = SHA256()

  package init() {}

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    hasher.update(bufferPointer: UnsafeRawBufferPointer(bytes))
  }

  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update($0) }
  }

  package func finalize() -> SHA256Digest {
    SHA256Digest(bytes: Array(hasher.finalize()))
  }
}

/// The 32 bytes of a SHA-256.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(of bytes: UnsafeBufferPointer<UInt8>) {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    self = hasher.finalize()
  }

  /// 64 lower-case hexadecimal digits.
  package var description: String { hexadecimal(bytes) }
}

/// A SHA-512 in the making (FIPS 180-4).
package struct SHA512Hasher {
  private var hasher = SHA512()

  package init() {}

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    hasher.update(bufferPointer: UnsafeRawBufferPointer(bytes))
  }

  /// 128 lower-case hexadecimal digits.
  package func finalize() -> String { hexadecimal(hasher.finalize()) }
}

/// Bytes as lower-case hexadecimal digits.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// The bytes that pairs of hexadecimal digits stand for, or nil if there is anything but digits.
func decodedHexadecimal(_ digits: [UInt8]) -> [UInt8]? {
  var bytes: [UInt8] = []
  for position in stride(from: 0, to: digits.count - 1, by: 2) {
    guard let high = Character(Unicode.Scalar(digits[position])).hexDigitValue,
      let low = Character(Unicode.Scalar(digits[position + 1])).hexDigitValue
    else { return nil }
    bytes.append(UInt8(high << 4 | low))
  }
  return bytes
}
