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
    let whole = bytes.count / 3 * 3
    output.append(atMost: whole / 3 * 4) { encodeGroups(bytes.slice(0..<whole), to: $0) }
    switch bytes.count - whole {
    case 1: appendGroup(UInt32(bytes[whole]) << 16, characters: 2, to: &output)
    case 2:
      let group = UInt32(bytes[whole]) << 16 | UInt32(bytes[whole + 1]) << 8
      appendGroup(group, characters: 3, to: &output)
    default: break
    }
  }

  /// Whether a text without line breaks is what `bytes`, which it was decoded to, are encoded as.
  ///
  /// Only its end can be written in more than one way: with bits that no byte uses.
  static func isCanonical(
    _ text: UnsafeBufferPointer<UInt8>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let whole = bytes.count / 3
    var end = ByteBuffer(capacity: 64)
    encode(bytes.slice(whole * 3..<bytes.count), into: &end)
    return text.count == whole * 4 + end.count
      && text.slice(whole * 4..<text.count).equals(end.bytes)
  }

  /// Encodes whole groups of three bytes, two characters a step.
  private static func encodeGroups(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    pairs.withUnsafeBufferPointer { pairs in
      var (index, written) = (0, 0)
      while index < bytes.count {
        let group =
          Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
        UnsafeMutableRawPointer(output + written)
          .storeBytes(
            of: UInt32(pairs[group >> 12]) | UInt32(pairs[group & 0xFFF]) << 16, as: UInt32.self)
        index += 3
        written += 4
      }
      return written
    }
  }

  private static func decodeGroups(
    _ text: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer
  ) -> Bool {
    var (index, group, held, padding) = (0, UInt32(0), 0, 0)
    while index < text.count {
      if held == 0, padding == 0 { index += decodePlain(text, from: index, into: &output) }
      guard index < text.count else { break }
      let value = values[Int(text[index])]
      index += 1
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

  /// Decodes groups of four characters of the alphabet, until there is anything else.
  ///
  /// - Returns: How many characters were read.
  private static func decodePlain(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout ByteBuffer
  ) -> Int {
    let groups = (text.count - start) / 4
    var read = 0
    // Four bytes are written where three are, so that there is one more at the end.
    output.append(atMost: groups * 3 + 1) { output in
      places.withUnsafeBufferPointer { places in
        var written = 0
        while read < groups * 4 {
          let at = start + read
          let group =
            places[Int(text[at])] | places[256 + Int(text[at + 1])]
            | places[512 + Int(text[at + 2])] | places[768 + Int(text[at + 3])]
          if group & 0xFF != 0 { break }
          UnsafeMutableRawPointer(output + written)
            .storeBytes(of: group.bigEndian, as: UInt32.self)
          read += 4
          written += 3
        }
        return written
      }
    }
    return read
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

  /// The characters of 12 bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
  }

  /// What a character adds to a group as its first, second, third or fourth: 24 bits, the highest first;
  /// with the lowest byte set if it is none of the alphabet.
  private static let places: [UInt32] = (0..<1024).map { index in
    let value = values[index & 0xFF]
    return value < 64 ? UInt32(value) << UInt32(26 - 6 * (index >> 8)) : 1
  }

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "="))] = pad
    values[Int(UInt8(ascii: "\n"))] = lineBreak
    values[Int(UInt8(ascii: "\r"))] = lineBreak
    return values
  }()
}
