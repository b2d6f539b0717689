internal import Documents

extension BundleManifest {
  /// Reads the bytes of a manifest's file, whose path is for messages.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(ArchiveError) {
    var decoder = ManifestDecoder(bytes, file: file)
    self = try decoder.manifest()
  }

  /// Reads the manifest of a part of a month, or returns nil if there is none.
  ///
  /// - Throws: ``ArchiveError/badManifest(path:line:reason:)``, also for one that belongs elsewhere.
  package static func read(part: Int, in month: ArchiveDirectory) throws -> BundleManifest? {
    guard let file = try month.file(PartName.manifest(part)) else { return nil }
    let size = try file.size()
    guard size <= maximumBytes else {
      throw ArchiveError.badManifest(path: file.path, line: 1, reason: "the file is too large")
    }
    var bytes = ByteBuffer(capacity: size)
    try file.read(at: 0, count: size, into: &bytes)
    let manifest = try BundleManifest(bytes.bytes, file: file.path)
    guard manifest.header.part == part, manifest.header.group.directory == month.relativePath else {
      throw ArchiveError.badManifest(
        path: file.path, line: 1, reason: "it is the manifest of another bundle")
    }
    return manifest
  }
}
