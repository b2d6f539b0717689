/// What files are that people take for an export.
enum FileKind {
  /// What a file is by its first bytes, such as "a gzip archive"; nil if that says nothing.
  static func of(_ path: String) -> String? {
    guard let file = try? Descriptor(reading: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = bytes.withUnsafeMutableBytes { try? file.read(into: $0) } ?? 0
    let beginning = bytes[..<count]
    if let binary = binaries.first(where: { beginning.starts(with: $0.bytes) }) {
      return binary.kind
    }
    // A checksum can begin with any byte; text goes on as text.
    let isText = beginning.allSatisfy { (0x20...0x7e).contains($0) || (0x09...0x0d).contains($0) }
    return isText ? beginning.first.flatMap { texts[$0] } : nil
  }

  private static let binaries: [(bytes: [UInt8], kind: String)] = [
    (Array("SQLite format 3\0".utf8), "an SQLite database"),
    ([0x1f, 0x8b], "a gzip archive"),
    (Array("PK\u{3}\u{4}".utf8), "a zip archive"),
    ([0x28, 0xb5, 0x2f, 0xfd], "a zstd archive"),
    (Array("version https://git-lfs".utf8), "a Git LFS pointer"),
  ]

  private static let texts: [UInt8: String] = [
    UInt8(ascii: "{"): "JSON text",
    UInt8(ascii: "["): "JSON text",
    UInt8(ascii: "<"): "HTML or XML text",
  ]
}
