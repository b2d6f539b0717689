internal import Documents
internal import GRDB

/// Adds documents as baselines, and photos once each.
final class BaselineWriter {
  private let version: SQLiteStatement
  private let photo: SQLiteStatement
  private let photoUse: SQLiteStatement
  private let run: Int64
  private(set) var nextVersion: Int64

  /// Prepares to add documents; photos, and what has them, to tables of these names.
  init(
    _ database: Database, run: Int64, firstVersion: Int64, photos: String = "main.photo",
    uses: String = "main.photo_use"
  ) throws {
    version = try SQLiteStatement(
      """
      INSERT INTO version (id, run, arrived, origin, kind, event_type, instant, fault, has_photo,
        path, owner, profile_id, phone_number, legacy_ids, legacy_profile, data, document, before)
      VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """, database)
    photo = try SQLiteStatement(
      "INSERT OR IGNORE INTO \(photos) (sha256, bytes) VALUES (?1, ?2)", database)
    photoUse = try SQLiteStatement(
      "INSERT OR IGNORE INTO \(uses) (sha256, version) VALUES (?1, ?2)", database)
    self.run = run
    nextVersion = firstVersion
  }

  /// Adds the photos of a batch.
  ///
  /// Call it before ``append(_:of:replacing:)`` for its documents.
  func appendPhotos(of batch: DocumentBatch) throws {
    for (digest, range) in batch.photos.photos {
      try digest.bytes.withUnsafeBufferPointer { digest in
        photo.bind(blob: digest, at: 1)
        photo.bind(blob: batch.photos.bytes[range], at: 2)
        try photo.run()
      }
    }
  }

  /// Adds a document; with `replacing`, the document and its newest version, a new state of that one.
  func append(
    _ record: DocumentRecord, of batch: DocumentBatch,
    replacing: (document: Int64, version: Int64)? = nil
  ) throws {
    version.bind(nextVersion, at: 1)
    version.bind(run, at: 2)
    version.bind(record.origin, at: 3)
    version.bind(promoted: record, of: batch, from: 4)
    version.bind(replacing?.document, at: 16)
    version.bind(replacing?.version, at: 17)
    try version.run()
    try appendUses(batch.photos.uses[record.photoUses], version: nextVersion)
    nextVersion += 1
  }

  /// Notes which photos a version has.
  func appendUses(_ uses: ArraySlice<DetachedPhotos.Use>, version: Int64) throws {
    for use in uses {
      try use.digest.bytes.withUnsafeBufferPointer { digest in
        photoUse.bind(blob: digest, at: 1)
        photoUse.bind(version, at: 2)
        try photoUse.run()
      }
    }
  }
}

extension SQLiteStatement {
  /// Binds what follows from a document's path and data to twelve parameters, in the order `kind`,
  /// `event_type`, `instant`, `fault`, `has_photo`, `path`, `owner`, `profile_id`, `phone_number`,
  /// `legacy_ids`, `legacy_profile`, `data`.
  func bind(promoted record: DocumentRecord, of batch: DocumentBatch, from first: Int32) {
    bind(record.kind.stored, at: first)
    bind(record.eventType.map(\.stored), at: first + 1)
    bind(record.instant?.microseconds, at: first + 2)
    bind(record.fault.map(\.stored), at: first + 3)
    bind(record.photo?.rawValue, at: first + 4)
    bind(batch.bytes[record.path], at: first + 5)
    bind(range: record.owner, of: batch, at: first + 6)
    bind(range: record.profileID, of: batch, at: first + 7)
    bind(range: record.phoneNumber, of: batch, at: first + 8)
    bind(range: record.legacyIDs, of: batch, at: first + 9)
    bind(range: record.legacyProfile, of: batch, at: first + 10)
    bind(batch.bytes[record.data], at: first + 11)
  }

  private func bind(range: ByteRange?, of batch: DocumentBatch, at index: Int32) {
    bind(range.map { batch.bytes[$0] }, at: index)
  }

  private func bind(_ text: StaticString?, at index: Int32) {
    bind(
      text.map { UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount) }, at: index)
  }
}

extension DocumentKind {
  fileprivate var stored: StaticString {
    switch self {
    case .user: "user"
    case .profile: "profile"
    case .task: "task"
    case .response: "response"
    case .event: "event"
    case .other: "other"
    }
  }
}

extension EventType {
  fileprivate var stored: StaticString {
    switch self {
    case .taskResponse: "taskResponse"
    case .profileCreated: "profileCreated"
    }
  }
}

extension EventFault {
  fileprivate var stored: StaticString {
    switch self {
    case .missingEventType: "missing-event-type"
    case .unknownEventType: "unknown-event-type"
    case .missingCreatedAt: "missing-created-at"
    case .badCreatedAt: "bad-created-at"
    case .missingOwner: "missing-owner"
    case .missingProfileID: "missing-profile-id"
    case .nullPhoto: "null-photo"
    case .badPhotoData: "bad-photo-data"
    case .unknownPhotoFormat: "unknown-photo-format"
    }
  }
}
