/// Padded base64 (RFC 4648, section 4), decoded from bytes and encoded into them.
///
/// Foundation's decoder needs an object for every text; photos make this the largest part of an
/// import.
package enum Base64 {
  /// Decodes text that may have line breaks in it.
  ///
  /// - Returns: False, with `output` as it was, if the text is not padded base64.
  package static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer
  ) -> Bool {
    let start = output.count
    if decodeGroups(text, into: &output) { return true }
    output.truncate(to: start)
    return false
  }

  package static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer
  ) {
    var index = 0
    while index + 3 <= bytes.count {
      let group =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      appendGroup(group, characters: 4, to: &output)
      index += 3
    }
    switch bytes.count - index {
    case 1: appendGroup(UInt32(bytes[index]) << 16, characters: 2, to: &output)
    case 2:
      let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
      appendGroup(group, characters: 3, to: &output)
    default: break
    }
  }

  private static func decodeGroups(
    _ text: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer
  ) -> Bool {
    var (group, held, padding) = (UInt32(0), 0, 0)
    for byte in text {
      let value = values[Int(byte)]
      switch value {
      case lineBreak: continue
      case pad:
        padding += 1
        if held + padding > 4 || held < 2 { return false }
      case invalid: return false
      default:
        if padding > 0 { return false }
        group = group << 6 | UInt32(value)
        held += 1
        if held == 4 {
          append(group, bytes: 3, to: &output)
          (group, held) = (0, 0)
        }
      }
    }
    guard held == 0 ? padding == 0 : held + padding == 4 else { return false }
    if held > 0 { append(group << UInt32(6 * (4 - held)), bytes: held - 1, to: &output) }
    return true
  }

  private static func append(_ group: UInt32, bytes: Int, to output: inout ByteBuffer) {
    output.append(UInt8(truncatingIfNeeded: group >> 16))
    if bytes > 1 { output.append(UInt8(truncatingIfNeeded: group >> 8)) }
    if bytes > 2 { output.append(UInt8(truncatingIfNeeded: group)) }
  }

  private static func appendGroup(
    _ group: UInt32, characters: Int, to output: inout ByteBuffer
  ) {
    for position in 0..<4 {
      let character = alphabet[Int(group >> UInt32(18 - 6 * position) & 63)]
      output.append(position < characters ? character : UInt8(ascii: "="))
    }
  }

  private static let lineBreak: UInt8 = 0xFD
  private static let pad: UInt8 = 0xFE
  private static let invalid: UInt8 = 0xFF

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "="))] = pad
    values[Int(UInt8(ascii: "\n"))] = lineBreak
    values[Int(UInt8(ascii: "\r"))] = lineBreak
    return values
  }()
}
