internal import Documents

extension BundleManifest {
  /// Commits a bundle whose tar is whole, synced and compared: gives it its name, then writes the manifest.
  ///
  /// The tar's name is on the disk before the manifest's is: no manifest ever names a missing tar.
  package func commit(tar: ArchiveFile, in month: ArchiveDirectory) throws {
    try month.rename(tar.name, to: header.tarName)
    try month.sync()
    let file = try writeTemporary(in: month)
    do {
      try file.sync()
      try month.rename(file.name, to: header.manifestName)
    } catch {
      try? month.remove(file.name)
      throw error
    }
    try month.sync()
  }

  /// Writes the manifest into a file without its name; it is not synced.
  package func writeTemporary(in month: ArchiveDirectory) throws -> ArchiveFile {
    let file = try month.createTemporary(for: header.manifestName)
    do {
      try encoded().withUnsafeBufferPointer { try file.write($0) }
      return file
    } catch {
      try? month.remove(file.name)
      throw error
    }
  }
}
