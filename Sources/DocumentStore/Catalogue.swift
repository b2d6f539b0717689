package import Documents
internal import GRDB

/// A bundle of the archive, as the store's index of it has it.
package struct CataloguedBundle: Sendable {
  package struct Photo: Sendable {
    package let instant: Instant
    /// The path that its document had.
    package let path: String
    package let event: String
    package let bytes: Int
    package let format: String

    package init(instant: Instant, path: String, event: String, bytes: Int, format: String) {
      (self.instant, self.path, self.event) = (instant, path, event)
      (self.bytes, self.format) = (bytes, format)
    }
  }

  /// Below the archive, without extension: `{owner}/{profile}/2025/10/part-000001`.
  package let path: String
  package let owner: String
  package let profile: String
  package let photos: [Photo]
  /// Of its tar.
  package let bytes: Int
  /// Of its tar.
  package let digest: SHA256Digest

  package init(
    path: String, owner: String, profile: String, photos: [Photo], bytes: Int, digest: SHA256Digest
  ) {
    (self.path, self.owner, self.profile) = (path, owner, profile)
    (self.photos, self.bytes, self.digest) = (photos, bytes, digest)
  }
}

/// A photo of the archive, as it is listed.
package struct ArchivedPhoto: Sendable {
  /// What a list goes on after.
  package let id: Int64
  package let owner: String
  package let profile: String
  package let instant: Instant
  package let path: String
  package let event: String
  package let bytes: Int
  package let format: String
  /// Where it is: ``CataloguedBundle/path``.
  package let bundle: String
}

/// Writes the index of the archive.
final class CatalogueWriter {
  private let forget: [SQLiteStatement]
  private let bundle: SQLiteStatement
  private let photo: SQLiteStatement
  private let database: Database

  init(_ database: Database) throws {
    self.database = database
    forget = try [
      """
      DELETE FROM archived_photo WHERE bundle IN (SELECT id FROM bundle WHERE path = ?1)
      """, "DELETE FROM bundle WHERE path = ?1",
    ].map { try SQLiteStatement($0, database) }
    bundle = try SQLiteStatement(
      "INSERT INTO bundle (path, records, bytes, sha256) VALUES (?1, ?2, ?3, ?4)", database)
    photo = try SQLiteStatement(
      """
      INSERT OR REPLACE INTO archived_photo
        (bundle, owner, profile, instant, path, event, bytes, format)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, database)
  }

  func remove(_ path: String) throws {
    for statement in forget {
      statement.bind(copy: path, at: 1)
      try statement.run()
    }
  }

  func write(_ entry: CataloguedBundle) throws {
    try remove(entry.path)
    bundle.bind(copy: entry.path, at: 1)
    bundle.bind(Int64(entry.photos.count), at: 2)
    bundle.bind(Int64(entry.bytes), at: 3)
    try entry.digest.bytes.withUnsafeBufferPointer { digest in
      bundle.bind(blob: digest, at: 4)
      try bundle.run()
    }
    photo.bind(database.lastInsertedRowID, at: 1)
    photo.bind(copy: entry.owner, at: 2)
    photo.bind(copy: entry.profile, at: 3)
    for entry in entry.photos {
      photo.bind(entry.instant.microseconds, at: 4)
      photo.bind(copy: entry.path, at: 5)
      photo.bind(copy: entry.event, at: 6)
      photo.bind(Int64(entry.bytes), at: 7)
      photo.bind(copy: entry.format, at: 8)
      try photo.run()
    }
  }
}

extension DocumentStore {
  /// Makes the index of the archive anew; `bundles` is given a function to call with every bundle.
  package func rebuildCatalogue(_ bundles: ((CataloguedBundle) throws -> Void) throws -> Void)
    throws
  {
    try transaction { database in
      try database.execute(sql: "DELETE FROM archived_photo; DELETE FROM bundle")
      let writer = try CatalogueWriter(database)
      try bundles { try writer.write($0) }
    }
  }

  /// Brings the index of one directory of the archive up to date.
  package func updateCatalogue(of directory: String, to bundles: [CataloguedBundle]) throws {
    try transaction { database in
      let writer = try CatalogueWriter(database)
      for path in try Self.bundles(in: directory, database) { try writer.remove(path) }
      for bundle in bundles { try writer.write(bundle) }
    }
  }

  /// The paths of bundles, which are ASCII.
  private static func bundles(in directory: String, _ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT path FROM bundle WHERE path >= ? AND path < ?",
      arguments: [directory + "/", directory + "0"])
  }

  /// Which photos of the archive are listed.
  package struct PhotoFilter: Sendable {
    package var owner: String?
    package var profile: String?
    package var from: Instant?
    package var before: Instant?
    /// ``ArchivedPhoto/id`` of the last photo of the page before.
    package var after: Int64?
    package var limit: Int

    package init(
      owner: String? = nil, profile: String? = nil, from: Instant? = nil, before: Instant? = nil,
      after: Int64? = nil, limit: Int = -1
    ) {
      (self.owner, self.profile, self.from, self.before) = (owner, profile, from, before)
      (self.after, self.limit) = (after, limit)
    }
  }

  /// The photos of the archive, by owner, profile, instant and path.
  package func archivedPhotos(_ filter: PhotoFilter) throws -> [ArchivedPhoto] {
    try access { database in
      let rows = try SQLiteStatement(
        """
        SELECT p.id, p.owner, p.profile, p.instant, p.path, p.event, p.bytes, p.format, b.path
        FROM archived_photo AS p JOIN bundle AS b ON b.id = p.bundle
        WHERE (?1 IS NULL OR p.owner = ?1) AND (?2 IS NULL OR p.profile = ?2)
          AND p.instant >= ?3 AND p.instant < ?4
          AND (?5 IS NULL OR (p.owner, p.profile, p.instant, p.path, p.bundle) >
            (SELECT owner, profile, instant, path, bundle FROM archived_photo WHERE id = ?5))
        ORDER BY p.owner, p.profile, p.instant, p.path, p.bundle LIMIT ?6
        """, database)
      if let owner = filter.owner { rows.bind(copy: owner, at: 1) }
      if let profile = filter.profile { rows.bind(copy: profile, at: 2) }
      rows.bind(filter.from?.microseconds ?? .min, at: 3)
      rows.bind(filter.before?.microseconds ?? .max, at: 4)
      rows.bind(filter.after, at: 5)
      rows.bind(Int64(filter.limit), at: 6)
      var photos: [ArchivedPhoto] = []
      while try rows.step() { if let photo = ArchivedPhoto(rows) { photos.append(photo) } }
      return photos
    }
  }
}

extension ArchivedPhoto {
  fileprivate init?(_ row: SQLiteStatement) {
    guard let owner = row.text(1), let profile = row.text(2), let path = row.text(4),
      let event = row.text(5), let format = row.text(7), let bundle = row.text(8),
      let instant = Instant(microseconds: row.integer(3))
    else { return nil }
    self.init(
      id: row.integer(0), owner: owner, profile: profile, instant: instant, path: path,
      event: event, bytes: Int(row.integer(6)), format: format, bundle: bundle)
  }
}
