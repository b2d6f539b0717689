internal import Documents

/// A bundle whose tar is written: of its manifest only the tar's SHA-256 is missing, which reading it
/// back from the disk tells.
package struct BundleDraft: Sendable {
  package let header: BundleManifest.Header
  package let records: [BundleManifest.Record]
  package let photoBytes: Int
  package let tarBytes: Int

  init(
    header: BundleManifest.Header, records: [BundleManifest.Record], photoBytes: Int, tarBytes: Int
  ) {
    (self.header, self.records) = (header, records)
    (self.photoBytes, self.tarBytes) = (photoBytes, tarBytes)
  }

  init(_ manifest: BundleManifest) {
    self.init(
      header: manifest.header, records: manifest.records,
      photoBytes: manifest.trailer.photoBytes, tarBytes: manifest.trailer.tarBytes)
  }

  /// Reads the tar back: every member must be as it was handed over.
  ///
  /// - Parameter tar: The file, synced.
  /// - Returns: The manifest.
  /// - Throws: ``Damage`` if anything is not as it should be.
  package func verified(_ tar: ArchiveFile) throws -> BundleManifest {
    let (damages, digest) = try BundleCheck.run(self, tar: tar)
    if let damage = damages.first { throw damage }
    guard let digest else { throw Damage(bundle: tar.relativePath, reason: .tarDigest) }
    return BundleManifest(
      header: header, records: records,
      trailer: BundleManifest.Trailer(
        records: records.count, photoBytes: photoBytes, tarBytes: tarBytes, tarDigest: digest))
  }
}
