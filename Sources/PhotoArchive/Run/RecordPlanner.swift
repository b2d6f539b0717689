package import DocumentStore
package import Documents

/// A photo record that will be archived.
package struct PlannedRecord {
  package let due: DuePhotoRecord
  package let eventID: String
  package let photo: PlannedPhoto
  package let taskTitle: String?
  /// As ``PhotoRecord/digest``.
  package let digest: SHA256Digest
  /// The digest that the record has in the archive, if it is there: another one if the document was
  /// made from it.
  package let archivedDigest: SHA256Digest
  /// What its document takes in Firestore.
  package let firestoreBytes: Int
  /// The stored text of its document, if that is kept.
  package let document: String?
}

/// A photo, and where its bytes are read from.
package struct PlannedPhoto {
  enum Source {
    case store
    case bytes([UInt8])
    /// The file that a URL names.
    case mirror(String)
  }

  let source: Source
  package let bytes: Int
  package let format: PhotoFormat
  package let digest: SHA256Digest
}

/// Decides what becomes of a record that is due.
struct RecordPlanner {
  enum Decision {
    case archive(PlannedRecord)
    /// It stays, for a reason that has a code.
    case stay(String)
  }

  let session: ArchiveSession
  let request: ArchiveRequest
  let mirror: PhotoMirror?

  func decide(_ due: DuePhotoRecord) throws -> Decision {
    if isPhoneLike(due.profileID) { return .stay("legacy-profile-id") }
    if due.photo == .url, mirror == nil { return .stay("photo-not-found") }
    let (record, text) = try session.read(due)
    if request.keepsFavorites, record.isFavorite { return .stay("favorite") }
    if record.hasMorePhotos { return .stay("several-photos") }
    let photo: PlannedPhoto
    switch try self.photo(record) {
    case .found(let found): photo = found
    case .missing(let code): return .stay(code)
    }
    var path = due.path
    let eventID = path.withUTF8 { DocumentPath.identifier($0).text }
    return .archive(
      PlannedRecord(
        due: due, eventID: eventID, photo: photo, taskTitle: record.taskTitle,
        digest: record.digest,
        archivedDigest: try session.restoredRecord(path: due.path, digest: record.digest)
          ?? record.digest,
        firestoreBytes: record.firestoreBytes,
        document: request.keepsDocument ? text : nil))
  }

  private enum Search {
    case found(PlannedPhoto)
    case missing(String)
  }

  private func photo(_ record: PhotoRecord) throws -> Search {
    switch record.photo {
    case .stored(let digest, let bytes, let format):
      return .found(PlannedPhoto(source: .store, bytes: bytes, format: format, digest: digest))
    case .text(let bytes, let format):
      let digest = bytes.withUnsafeBufferPointer { SHA256Digest(of: $0) }
      return .found(
        PlannedPhoto(source: .bytes(bytes), bytes: bytes.count, format: format, digest: digest))
    case .url(let url):
      guard let file = try mirror?.file(url) else { return .missing("photo-not-found") }
      guard let (format, digest) = try file.photo() else { return .missing("unknown-photo-format") }
      return .found(
        PlannedPhoto(source: .mirror(url), bytes: file.size, format: format, digest: digest))
    case nil: return .missing("photo-not-found")
    }
  }

  /// Gives a photo's bytes, in pieces.
  func read(_ photo: PlannedPhoto, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    switch photo.source {
    case .store: try session.withPhoto(photo.digest, body)
    case .bytes(let bytes): try bytes.withUnsafeBufferPointer(body)
    case .mirror(let url):
      guard let file = try mirror?.file(url) else { throw MirrorError.changed }
      try file.forEachPiece(body)
    }
  }

  private func isPhoneLike(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { Documents.isPhoneLike($0) }
  }
}
