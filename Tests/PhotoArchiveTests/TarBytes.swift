import Foundation

/// A tar made byte by byte, with whatever a hostile one may hold.
struct TarBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: Its path, of at most 100 bytes.
  ///   - type: The byte that tells its kind; `0` is a file.
  ///   - link: What it links to.
  ///   - size: What the header says, if that is not how many bytes there are.
  ///   - content: Its bytes.
  mutating func add(
    _ name: String, type: Character = "0", link: String = "", size: String? = nil,
    _ content: [UInt8] = []
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(size ?? octal(content.count, 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put(String(type), at: 156)
    put(link, at: 157)
    put("ustar\u{0}00", at: 257)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, 6) + "\u{0} ", at: 148)
    bytes += header + content
    pad()
  }

  /// The tar with its end.
  var finished: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }

  private mutating func pad() {
    bytes += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  private func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
