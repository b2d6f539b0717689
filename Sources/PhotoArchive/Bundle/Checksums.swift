internal import Documents

/// The file `SHA256SUMS` of a month, by which `sha256sum -c` verifies it with nothing else installed.
package enum Checksums {
  /// Writes the file anew, unless it is as it should be; the directory is not synced.
  package static func rewrite(in month: ArchiveDirectory) throws {
    let text = try text(of: month)
    if try isCurrent(text, in: month) { return }
    let file = try month.createTemporary(for: PartName.checksums)
    try text.withUnsafeBufferPointer { try file.write($0) }
    try file.sync()
    try month.rename(file.name, replacing: PartName.checksums)
  }

  /// Whether the file is what the manifests say.
  package static func isCurrent(in month: ArchiveDirectory) throws -> Bool {
    try isCurrent(text(of: month), in: month)
  }

  /// A line for each part's tar and one for its manifest; `new` is a part's that is about to be
  /// committed.
  static func text(of month: ArchiveDirectory, adding new: BundleManifest? = nil) throws -> [UInt8]
  {
    var text = ""
    for part in try MonthParts(in: month).committed {
      guard let manifest = try BundleManifest.read(part: part, in: month) else { continue }
      text += lines(of: manifest)
    }
    return Array((text + (new.map(lines) ?? "")).utf8)
  }

  private static func lines(of manifest: BundleManifest) -> String {
    let digest = manifest.encoded().withUnsafeBufferPointer { SHA256Digest(of: $0) }
    return "\(manifest.trailer.tarDigest)  \(manifest.header.tarName)\n"
      + "\(digest)  \(manifest.header.manifestName)\n"
  }

  private static func isCurrent(_ text: [UInt8], in month: ArchiveDirectory) throws -> Bool {
    guard let file = try month.file(PartName.checksums), try file.size() == text.count else {
      return false
    }
    var bytes = ByteBuffer(capacity: text.count)
    try file.read(at: 0, count: text.count, into: &bytes)
    return text.withUnsafeBufferPointer { bytes.bytes.equals($0) }
  }
}
