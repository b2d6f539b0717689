/// A kind of image file, told by how its bytes begin.
package enum PhotoFormat: String, CaseIterable, Sendable {
  case jpg, png, gif, webp, heic, tif

  /// - Returns: nil if the bytes begin as none of these do.
  package init?(beginning bytes: UnsafeBufferPointer<UInt8>) {
    if Self.matches(bytes, at: 0, [0xFF, 0xD8, 0xFF]) {
      self = .jpg
    } else if Self.matches(bytes, at: 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "GIF87a") || bytes.starts(with: "GIF89a") {
      self = .gif
    } else if bytes.starts(with: "RIFF"), Self.matches(bytes, at: 8, Array("WEBP".utf8)) {
      self = .webp
    } else if Self.matches(bytes, at: 4, Array("ftyp".utf8)), Self.isHEIF(bytes) {
      self = .heic
    } else if Self.matches(bytes, at: 0, [0x49, 0x49, 0x2A, 0x00])
      || Self.matches(bytes, at: 0, [0x4D, 0x4D, 0x00, 0x2A])
    {
      self = .tif
    } else {
      return nil
    }
  }

  /// The brands that ISO/IEC 23008-12 gives to HEIF images and sequences.
  private static func isHEIF(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let brands = [
      "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
    ]
    return brands.contains { matches(bytes, at: 8, Array($0.utf8)) }
  }

  private static func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ expected: [UInt8]
  ) -> Bool {
    bytes.count >= offset + expected.count
      && bytes.slice(offset..<(offset + expected.count)).elementsEqual(expected)
  }
}
