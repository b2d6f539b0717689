/// How wide and high a photo is when it is shown.
///
/// A page that knows keeps the place of a photo until it is loaded. What cannot be read has no size:
/// browsers find out by themselves.
struct PhotoSize: Equatable {
  let width: Int
  let height: Int

  /// As many bytes of a photo's beginning as may have to be read.
  static let headLength = 1 << 18

  private init?(width: Int, height: Int) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  private var turned: PhotoSize? { PhotoSize(width: height, height: width) }

  /// Reads the beginning of a photo.
  init?(_ head: [UInt8]) {
    let head = Head(bytes: head[...])
    let size: PhotoSize? =
      if head.text(at: 1, count: 3) == "PNG" {
        Self.png(head)
      } else if head.text(at: 0, count: 3) == "GIF" {
        Self.gif(head)
      } else if head.text(at: 8, count: 4) == "WEBP" {
        Self.webp(head)
      } else {
        Self.jpeg(head)
      }
    guard let size else { return nil }
    self = size
  }

  private static func png(_ head: Head) -> PhotoSize? {
    guard let width = head.big(at: 16, count: 4), let height = head.big(at: 20, count: 4)
    else { return nil }
    return PhotoSize(width: width, height: height)
  }

  private static func gif(_ head: Head) -> PhotoSize? {
    guard let width = head.little(at: 6, count: 2), let height = head.little(at: 8, count: 2)
    else { return nil }
    return PhotoSize(width: width, height: height)
  }

  /// Reads what the container says (https://developers.google.com/speed/webp/docs/riff_container).
  private static func webp(_ head: Head) -> PhotoSize? {
    switch head.text(at: 12, count: 4) {
    case "VP8X":
      guard let width = head.little(at: 24, count: 3), let height = head.little(at: 27, count: 3)
      else { return nil }
      return PhotoSize(width: width + 1, height: height + 1)
    case "VP8L":
      guard let bits = head.little(at: 21, count: 4) else { return nil }
      return PhotoSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8 ":
      guard let width = head.little(at: 26, count: 2), let height = head.little(at: 28, count: 2)
      else { return nil }
      return PhotoSize(width: width & 0x3FFF, height: height & 0x3FFF)
    default: return nil
    }
  }

  /// Goes through the segments of a JPEG (ITU T.81, B.1) up to the one that has the size.
  private static func jpeg(_ head: Head) -> PhotoSize? {
    var (position, isTurned) = (2, false)
    while let prefix = head.byte(at: position), let marker = head.byte(at: position + 1) {
      guard prefix == 0xFF else { return nil }
      guard let length = head.big(at: position + 2, count: 2), length >= 2 else { return nil }
      let content = position + 4
      switch marker {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard let height = head.big(at: content + 1, count: 2),
          let width = head.big(at: content + 3, count: 2)
        else { return nil }
        let size = PhotoSize(width: width, height: height)
        return isTurned ? size?.turned : size
      case 0xE1 where head.text(at: content, count: 6) == "Exif\0\0":
        isTurned = head.from(content + 6).isTurned
      case 0xD9, 0xDA: return nil
      default: break
      }
      position += 2 + length
    }
    return nil
  }
}

/// The beginning of a file, in which nothing is taken to be where it should be.
private struct Head {
  let bytes: ArraySlice<UInt8>

  func from(_ offset: Int) -> Head { Head(bytes: bytes.dropFirst(offset)) }

  func byte(at offset: Int) -> UInt8? {
    offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  func text(at offset: Int, count: Int) -> String {
    String(decoding: bytes.dropFirst(offset).prefix(count), as: UTF8.self)
  }

  func big(at offset: Int, count: Int) -> Int? {
    let found = bytes.dropFirst(offset).prefix(count)
    return found.count == count ? found.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  func little(at offset: Int, count: Int) -> Int? {
    let found = bytes.dropFirst(offset).prefix(count)
    return found.count == count ? found.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
  }

  /// Whether the Exif that begins here says that the camera was held upright (TIFF 6.0, tag 274).
  var isTurned: Bool {
    let isLittle = text(at: 0, count: 2) == "II"
    func number(_ offset: Int, _ count: Int) -> Int? {
      isLittle ? little(at: offset, count: count) : big(at: offset, count: count)
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return false }
    for entry in 0..<entries {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2) else { return false }
      if tag == 274 { return (5...8).contains(number(offset + 8, 2) ?? 1) }
    }
    return false
  }
}
