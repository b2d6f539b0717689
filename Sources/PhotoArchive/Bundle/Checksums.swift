internal import Documents

/// The file `SHA256SUMS` of a month, by which `sha256sum -c` verifies it with nothing else installed.
///
/// It also tells a part that was lost from one that was never committed: it names only those that were.
package enum Checksums {
  /// Writes the file anew, unless it is as it should be; the directory is not synced.
  package static func rewrite(in month: ArchiveDirectory) throws {
    try write(lines(of: month), in: month)
  }

  static func write(_ lines: [ChecksumLine], in month: ArchiveDirectory) throws {
    var text = lines.map(\.text).joined()
    if try current(in: month)?.utf8.elementsEqual(text.utf8) == true { return }
    let file = try month.createTemporary(for: PartName.checksums)
    try text.withUTF8 { try file.write($0) }
    try file.sync()
    try month.rename(file.name, replacing: PartName.checksums)
  }

  /// Whether the file is what the manifests say.
  package static func isCurrent(in month: ArchiveDirectory) throws -> Bool {
    let text = try lines(of: month).map(\.text).joined()
    return try current(in: month)?.utf8.elementsEqual(text.utf8) ?? false
  }

  /// What the file says otherwise than the manifests do; that it does not name a part yet is none.
  static func damages(_ month: ArchivedMonth) throws -> [Damage] {
    let path = month.directory.relative(PartName.checksums)
    guard try month.directory.file(PartName.checksums) != nil else { return [] }
    guard let stated = try stated(in: month.directory) else {
      return [Damage(bundle: path, reason: .checksums)]
    }
    let known = Dictionary(
      uniqueKeysWithValues: month.manifests.flatMap { lines(of: $0) }.map { ($0.name, $0.digest) })
    let isWrong = stated.contains { line in known[line.name].map { $0 != line.digest } ?? false }
    return isWrong ? [Damage(bundle: path, reason: .checksums)] : []
  }

  /// What the file says; nil if there is none, or if it is not as it was written.
  static func stated(in month: ArchiveDirectory) throws -> [ChecksumLine]? {
    guard let text = try current(in: month), text.isEmpty || text.hasSuffix("\n") else {
      return nil
    }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    let read = text.isEmpty ? [] : lines.map { ChecksumLine($0) }
    return read.contains { $0 == nil } ? nil : read.compactMap { $0 }
  }

  /// A line for a manifest's tar and one for the manifest.
  static func lines(of manifest: BundleManifest) -> [ChecksumLine] {
    let digest = manifest.encoded().withUnsafeBufferPointer { SHA256Digest(of: $0) }
    return [
      ChecksumLine(digest: manifest.trailer.tarDigest, name: manifest.header.tarName),
      ChecksumLine(digest: digest, name: manifest.header.manifestName),
    ]
  }

  private static func lines(of month: ArchiveDirectory) throws -> [ChecksumLine] {
    try MonthParts(in: month).committed.flatMap { part in
      try BundleManifest.read(part: part, in: month).map { lines(of: $0) } ?? []
    }
  }

  private static func current(in month: ArchiveDirectory) throws -> String? {
    guard let file = try month.file(PartName.checksums) else { return nil }
    var bytes = ByteBuffer()
    // Two lines a part: this is room for ten thousand.
    try file.read(at: 0, count: 2 << 20, into: &bytes)
    return bytes.bytes.text
  }
}
