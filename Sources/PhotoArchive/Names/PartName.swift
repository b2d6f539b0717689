/// The names of the files of one part of a month: `part-000001.tar` and `part-000001.jsonl`.
package enum PartName {
  /// What a file of a month's directory is, going by its name.
  package enum Kind: Hashable, Sendable {
    case tar(part: Int, Compression)
    case manifest(part: Int)
    /// What a run that was killed left of a file that it was writing.
    case debris
    case checksums
    case other
  }

  /// A number above this is none that a run gave.
  static let numbers = 1...999_999_999

  package static let checksums = "SHA256SUMS"

  package static func tar(_ part: Int, _ compression: Compression) -> String {
    stem(part) + (compression == .zstd ? ".tar.zst" : ".tar")
  }

  package static func manifest(_ part: Int) -> String { stem(part) + ".jsonl" }

  /// What a file is; only a name that this program would write itself is one of its kinds.
  package static func kind(of name: String) -> Kind {
    if name == checksums { return .checksums }
    if isTemporary(name) { return .debris }
    guard name.hasPrefix("part-"), let dot = name.firstIndex(of: "."),
      let part = Int(name[name.index(name.startIndex, offsetBy: 5)..<dot]), numbers.contains(part)
    else { return .other }
    for compression in Compression.allCases where name == tar(part, compression) {
      return .tar(part: part, compression)
    }
    return name == manifest(part) ? .manifest(part: part) : .other
  }

  /// What the name of a file that is being written begins with; random digits follow.
  static func temporaryPrefix(of name: String) -> String { ".\(name).tmp-" }

  private static func isTemporary(_ name: String) -> Bool {
    (name.hasPrefix(".part-") || name.hasPrefix(".\(checksums).")) && name.contains(".tmp-")
  }

  /// What the names of a part's files begin with: `part-000001`.
  package static func stem(_ part: Int) -> String { "part-" + padded(part, to: 6) }
}
