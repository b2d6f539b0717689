/// The CRC-32C checksum, eight bytes a step.
struct CRC32C: Sendable {
  /// Eight tables of 256, one after the other: table k advances a byte by k further zero bytes.
  private let tables: [UInt32]

  init() {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = previous >> 8 ^ tables[Int(previous & 0xff)]
    }
    self.tables = tables
  }

  /// The checksum of a log fragment, masked as the log stores it: files that hold checksums of
  /// their own are then not mistaken for intact.
  func masked(type: UInt8, payload: UnsafeRawBufferPointer) -> UInt32 {
    let crc = checksum(type: type, payload: payload)
    return (crc >> 15 | crc << 17) &+ 0xa282_ead8
  }

  private func checksum(type: UInt8, payload: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = Self.step(~0, type, table)
      var offset = 0
      while offset + 8 <= payload.count {
        let word = payload.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        crc = Self.step(UInt64(crc) ^ word, table)
        offset += 8
      }
      while offset < payload.count {
        crc = Self.step(crc, payload[offset], table)
        offset += 1
      }
      return ~crc
    }
  }

  @inline(__always)
  private static func step(
    _ crc: UInt32, _ byte: UInt8, _ table: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
  }

  @inline(__always)
  private static func step(_ word: UInt64, _ table: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let low = entry(word, 0, table) ^ entry(word, 1, table) ^ entry(word, 2, table)
    let middle = entry(word, 3, table) ^ entry(word, 4, table) ^ entry(word, 5, table)
    return low ^ middle ^ entry(word, 6, table) ^ entry(word, 7, table)
  }

  /// The effect of one of a word's bytes, which seven minus its place bytes follow.
  @inline(__always)
  private static func entry(
    _ word: UInt64, _ place: Int, _ table: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    table[(7 - place) << 8 | Int(word >> (UInt64(place) * 8) & 0xff)]
  }
}
