import Testing

@testable import PhotoArchive

/// How large photos are when they are shown.
@Suite struct PhotoSizeTests {
  /// A segment of a JPEG.
  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  private static let beginning: [UInt8] = [0xFF, 0xD8]
  /// 1,200 wide and 900 high.
  private static let frame = segment(0xC2, [8, 0x03, 0x84, 0x04, 0xB0, 3])

  private static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF\0\0\0\0WEBP\(kind)\0\0\0\0".utf8) + rest
  }

  private static let photos: [(name: String, bytes: [UInt8], width: Int, height: Int)] = [
    ("JPEG", beginning + frame, 1200, 900),
    ("behind others", beginning + segment(0xE0, [1, 2]) + segment(0xC4, [9]) + frame, 1200, 900),
    ("upright", beginning + exif(1, isLittle: true) + frame, 1200, 900),
    ("turned", beginning + exif(6, isLittle: true) + frame, 900, 1200),
    ("turned, big", beginning + exif(8, isLittle: false) + frame, 900, 1200),
    (
      "PNG",
      Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
        + [0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 0, 0, 0, 1, 0], 512, 256
    ),
    ("GIF", Array("GIF89a".utf8) + [0x40, 1, 0xF0, 0], 320, 240),
    ("WebP", webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x80, 0x42, 0xE0, 1]), 640, 480),
    ("WebP, lossless", webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0]), 640, 480),
    ("WebP, extended", webp("VP8X", [0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0]), 640, 480),
  ]

  @Test("Sizes are read as photos have them", arguments: photos)
  func reads(name: String, bytes: [UInt8], width: Int, height: Int) throws {
    let size = try #require(PhotoSize(bytes + Array(repeating: 0, count: 20)), "\(name)")
    #expect([size.width, size.height] == [width, height], "\(name)")
  }

  @Test(
    "Nothing is read beyond the end of a photo, wherever it ends and whatever it says",
    arguments: photos)
  func hostile(name: String, bytes: [UInt8], width: Int, height: Int) {
    for count in bytes.indices { _ = PhotoSize(Array(bytes[..<count])) }
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = bytes
        changed[index] = value
        if let size = PhotoSize(changed) { #expect(size.width > 0 && size.height > 0) }
      }
    }
  }

  @Test("What has no size, has none")
  func none() {
    #expect(PhotoSize([]) == nil)
    #expect(PhotoSize(Self.beginning + Self.segment(0xC0, [8, 0, 0, 0, 0])) == nil)
    #expect(PhotoSize(Self.beginning + Self.segment(0xDA, [])) == nil)
    #expect(PhotoSize(Self.beginning + [0xFF, 0xE0, 0, 0]) == nil)
    #expect(PhotoSize(Array("GIF89a".utf8) + [0, 0, 1, 0]) == nil)
  }
}
