package import Documents

/// What a bundle says of itself: which records it holds, where their photos begin, and what every byte
/// of it hashes to.
package struct BundleManifest: Sendable {
  package static let version = 1

  package let header: Header
  /// In the order of their members.
  package let records: [Record]
  package let trailer: Trailer

  /// Which bundle it is.
  package struct Header: Sendable {
    package let group: BundleGroup
    package let part: Int
    package let compression: Compression
    /// The parts whose records this one holds too; a reader passes over those that are still there.
    package let replaces: [Int]

    package init(
      group: BundleGroup, part: Int, compression: Compression = .none, replaces: [Int] = []
    ) {
      (self.group, self.part) = (group, part)
      (self.compression, self.replaces) = (compression, replaces)
    }

    package var tarName: String { PartName.tar(part, compression) }
    package var manifestName: String { PartName.manifest(part) }
  }

  /// A photo and what is kept of its record.
  ///
  /// Offsets are from the beginning of the tar, before compression. Ids and paths are compared by their
  /// bytes, never as strings.
  package struct Record: Sendable {
    /// The document's path.
    package let path: String
    package let eventID: String
    package let instant: Instant
    package let format: PhotoFormat
    /// The paths of both members, without their endings.
    package let stem: String
    package let photo: Content
    package let json: Content
    /// The SHA-256 of the document's canonical text, as the store had it.
    package let digest: SHA256Digest

    package var photoMember: String { "\(stem).\(format.rawValue)" }
    package var jsonMember: String { stem + ".json" }

    package init(
      path: String, eventID: String, instant: Instant, format: PhotoFormat, stem: String,
      photo: Content, json: Content, digest: SHA256Digest
    ) {
      (self.path, self.eventID, self.instant) = (path, eventID, instant)
      (self.format, self.stem) = (format, stem)
      (self.photo, self.json, self.digest) = (photo, json, digest)
    }
  }

  /// The bytes of a member.
  package struct Content: Sendable {
    package let offset: Int
    package let bytes: Int
    package let digest: SHA256Digest

    package init(offset: Int, bytes: Int, digest: SHA256Digest) {
      (self.offset, self.bytes, self.digest) = (offset, bytes, digest)
    }
  }

  package struct Trailer: Sendable {
    package let records: Int
    package let photoBytes: Int
    package let tarBytes: Int
    package let tarDigest: SHA256Digest

    package init(records: Int, photoBytes: Int, tarBytes: Int, tarDigest: SHA256Digest) {
      (self.records, self.photoBytes) = (records, photoBytes)
      (self.tarBytes, self.tarDigest) = (tarBytes, tarDigest)
    }
  }

  package init(header: Header, records: [Record], trailer: Trailer) {
    (self.header, self.records, self.trailer) = (header, records, trailer)
  }
}

extension BundleManifest {
  /// The order of records and of their members: by name, as if a dot followed it.
  ///
  /// That is the byte order of the members' paths, unless one id is another with a dot and more behind it.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    (left + ".").utf8.lexicographicallyPrecedes((right + ".").utf8)
  }
}

extension PhotoFormat {
  /// Whether a photo is before its record's JSON in a tar: `.gif` sorts before `.json`, `.png` after it.
  var sortsBeforeJSON: Bool { rawValue < "json" }
}
