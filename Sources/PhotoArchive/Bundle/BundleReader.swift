internal import Documents
internal import Glibc

/// Reads single members of a bundle, each compared with its manifest while it is read.
package final class BundleReader {
  private let manifest: BundleManifest
  private let content: ArchiveFile
  private let size: Int
  private let bundle: String

  /// Opens a bundle; a compressed one is unpacked into a file without a name first.
  ///
  /// - Throws: ``Damage`` if it is missing or cannot be unpacked, ``ArchiveError`` if the disk fails.
  package init(_ manifest: BundleManifest, in month: ArchiveDirectory) throws {
    self.manifest = manifest
    bundle = month.relative(manifest.header.tarName)
    guard let tar = try month.file(manifest.header.tarName) else {
      throw Damage(bundle: bundle, reason: .missingTar)
    }
    do {
      content = manifest.header.compression == .none ? tar : try Self.unpacked(tar, manifest)
    } catch let error as TarError {
      throw Damage(bundle: bundle, reason: .badTar(error))
    }
    size = try content.size()
  }

  /// Reads what is kept of a record.
  ///
  /// - Throws: ``Damage`` if it is not what was written.
  package func json(of record: BundleManifest.Record) throws -> [UInt8] {
    var bytes = ByteBuffer()
    try read(record.json, of: record.jsonMember) { bytes.append($0) }
    return Array(bytes.bytes)
  }

  /// Reads a record's photo piece by piece.
  ///
  /// - Throws: ``Damage`` if it is not what was written, which is known only behind its last piece.
  package func photo(
    of record: BundleManifest.Record, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    try read(record.photo, of: record.photoMember, body)
  }

  private func read(
    _ member: BundleManifest.Content, of name: String,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    guard member.bytes <= size, member.offset <= size - member.bytes else {
      throw damage(.missingMember, member, name)
    }
    var hasher = SHA256Hasher()
    try content.read(at: member.offset, count: member.bytes) { bytes in
      hasher.update(bytes)
      try body(bytes)
    }
    if hasher.finalize() != member.digest { throw damage(.memberDigest, member, name) }
  }

  private func damage(
    _ reason: Damage.Reason, _ member: BundleManifest.Content, _ name: String
  ) -> Damage {
    Damage(bundle: bundle, member: name, offset: member.offset, reason: reason)
  }

  /// Puts the members of a compressed tar where they are in it uncompressed.
  private static func unpacked(_ tar: ArchiveFile, _ manifest: BundleManifest) throws -> ArchiveFile
  {
    let unpacked = try ArchiveFile.withoutName(in: tar.directory)
    let limits = TarReader.Limits(
      members: manifest.records.count * 2, bytes: manifest.memberBytes)
    let reader = try TarReader(
      descriptor: tar.descriptor, compression: manifest.header.compression, limits: limits)
    while let member = try reader.next() {
      var (offset, failure) = (member.offset, Int32?.none)
      try reader.read { bytes in
        if failure == nil { failure = unpacked.put(bytes, at: offset) }
        offset += bytes.count
      }
      if let failure { throw ArchiveError.system("unpack", tar.path, failure) }
    }
    return unpacked
  }
}

extension BundleManifest {
  /// The sum of the sizes of all members.
  var memberBytes: Int { records.reduce(0) { $0 + $1.photo.bytes + $1.json.bytes } }
}

extension ArchiveFile {
  /// A file that only this process knows of, in the place for temporary files.
  fileprivate static func withoutName(in directory: ArchiveDirectory) throws -> ArchiveFile {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array((place + "/hallo-migrate-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor < 0 { throw ArchiveError.system("write to", place) }
    unlink(path)
    return ArchiveFile(descriptor: descriptor, name: "", directory: directory)
  }

  /// Writes bytes at a place.
  ///
  /// - Returns: Why that failed; nil if it did not.
  fileprivate func put(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int32? {
    var done = 0
    while let start = bytes.baseAddress, done < bytes.count {
      let written = pwrite(descriptor, start + done, bytes.count - done, off_t(offset + done))
      if written < 0, errno != EINTR { return errno }
      done += max(written, 0)
    }
    return nil
  }
}
