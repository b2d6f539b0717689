internal import Documents

/// A line of a month's `SHA256SUMS`: 64 digits, two spaces, a name.
struct ChecksumLine {
  let digest: SHA256Digest
  let name: String

  init(digest: SHA256Digest, name: String) { (self.digest, self.name) = (digest, name) }

  init?(_ line: Substring) {
    let parts = line.split(separator: "  ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, PartName.kind(of: String(parts[1])).part != nil else { return nil }
    var digits = String(parts[0])
    guard let digest = digits.withUTF8({ SHA256Digest(hexadecimal: $0) }) else { return nil }
    self.init(digest: digest, name: String(parts[1]))
    if text != line + "\n" { return nil }
  }

  var text: String { "\(digest)  \(name)\n" }
}
