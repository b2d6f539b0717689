package import Documents

/// Writes the tar of a bundle, and tells what its manifest is to hold.
package final class BundleWriter {
  /// A record to be archived.
  package struct Source: Sendable {
    /// The document's path.
    package let path: String
    package let eventID: String
    /// Its name among the bundle's records, of ``ArchiveName/names(of:)``.
    package let name: String
    package let instant: Instant
    package let format: PhotoFormat
    package let photoBytes: Int
    /// Computed while the photo is written if it is not known.
    package let photoDigest: SHA256Digest?
    /// Of the document's canonical text, as the store has it.
    package let digest: SHA256Digest

    package init(
      path: String, eventID: String, name: String, instant: Instant, format: PhotoFormat,
      photoBytes: Int, photoDigest: SHA256Digest?, digest: SHA256Digest
    ) {
      (self.path, self.eventID, self.name) = (path, eventID, name)
      (self.instant, self.format) = (instant, format)
      (self.photoBytes, self.photoDigest, self.digest) = (photoBytes, photoDigest, digest)
    }
  }

  /// Writes a photo piece by piece into what it is given.
  package typealias Photo = ((UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void

  private let header: BundleManifest.Header
  private let tar: MemberWriter
  private let file: String
  private var records: [BundleManifest.Record] = []
  private var photoBytes = 0

  /// How many bytes of photos were written.
  package var writtenBytes: Int { photoBytes }

  /// Begins a bundle, whose tar goes into a new, empty file.
  package convenience init(_ header: BundleManifest.Header, file: ArchiveFile) throws {
    try self.init(header, descriptor: file.descriptor, path: file.path)
  }

  package init(_ header: BundleManifest.Header, descriptor: Int32, path: String) throws {
    (self.header, file) = (header, path)
    do {
      tar = try MemberWriter(descriptor: descriptor, format: .tar(header.compression))
    } catch { throw error.of(path) }
  }

  /// Writes a record's two members.
  ///
  /// - Parameters:
  ///   - source: What it is; records come in the order of ``BundleManifest/precedes(_:_:)``.
  ///   - json: What is kept of the record.
  ///   - photo: Writes its photo.
  /// - Throws: ``ArchiveError``, or what `photo` throws; the bundle is not to be finished then.
  package func append(
    _ source: Source, json: UnsafeBufferPointer<UInt8>, photo: Photo
  ) throws {
    let stem = header.group.memberPrefix + source.name
    try check(source, stem)
    if json.count > BundleManifest.maximumJSON {
      throw ArchiveError.badRecord(path: source.path, reason: "its JSON is too large")
    }
    do {
      let (photo, json) = try appendMembers(source, stem, json, photo)
      records.append(
        BundleManifest.Record(
          path: source.path, eventID: source.eventID, instant: source.instant,
          format: source.format, stem: stem, photo: photo, json: json, digest: source.digest))
    } catch let error as TarError {
      throw error.of(file)
    }
    photoBytes += source.photoBytes
  }

  /// Ends the tar; it is neither synced nor closed.
  package func finish() throws -> BundleDraft {
    do {
      return BundleDraft(
        header: header, records: records, photoBytes: photoBytes, tarBytes: try tar.close())
    } catch { throw error.of(file) }
  }

  private func appendMembers(
    _ source: Source, _ stem: String, _ json: UnsafeBufferPointer<UInt8>, _ photo: Photo
  ) throws -> (photo: BundleManifest.Content, json: BundleManifest.Content) {
    if source.format.sortsBeforeJSON {
      let image = try append(source, stem, photo)
      return (image, try append(json, of: source, stem))
    }
    let kept = try append(json, of: source, stem)
    return (try append(source, stem, photo), kept)
  }

  private func append(
    _ source: Source, _ stem: String, _ photo: Photo
  ) throws -> BundleManifest.Content {
    let offset = try tar.begin(
      path: "\(stem).\(source.format.rawValue)", size: source.photoBytes,
      seconds: source.instant.wholeSeconds)
    var hasher = SHA256Hasher()
    try photo { bytes in
      if source.photoDigest == nil { hasher.update(bytes) }
      try tar.write(bytes)
    }
    try tar.end()
    return BundleManifest.Content(
      offset: offset, bytes: source.photoBytes, digest: source.photoDigest ?? hasher.finalize())
  }

  private func append(
    _ json: UnsafeBufferPointer<UInt8>, of source: Source, _ stem: String
  ) throws -> BundleManifest.Content {
    let offset = try tar.begin(
      path: stem + ".json", size: json.count, seconds: source.instant.wholeSeconds)
    try tar.write(json)
    try tar.end()
    return BundleManifest.Content(
      offset: offset, bytes: json.count, digest: SHA256Digest(of: json))
  }

  private func check(_ source: Source, _ stem: String) throws {
    guard ArchiveName.isName(source.name) else {
      throw ArchiveError.badRecord(path: source.path, reason: "its name is not that of an id")
    }
    if let last = records.last, !BundleManifest.precedes(last.stem, stem) {
      throw ArchiveError.badRecord(path: source.path, reason: "it was handed over out of order")
    }
    // Escaped, a byte takes up to six; what else a line has is short.
    guard (source.path.utf8.count + source.eventID.utf8.count) * 6 < BundleManifest.maximumLine / 2
    else {
      throw ArchiveError.badRecord(path: source.path, reason: "its path is too long")
    }
  }
}

extension Instant {
  /// Seconds since 1970, rounded down.
  var wholeSeconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension TarError {
  /// The error as one of a file of an archive.
  func of(_ path: String) -> ArchiveError {
    guard case .system(let code) = self else { return .badTar(path: path, self) }
    return .system("use", path, code)
  }
}
