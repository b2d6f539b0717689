package import Documents
internal import GRDB

/// A bundle of the archive, as the store's index of it has it.
package struct CataloguedBundle: Sendable {
  package struct Photo: Sendable {
    package let token: PhotoToken
    package let instant: Instant
    /// The path that its document had.
    package let path: String
    package let event: String
    package let bytes: Int
    package let format: String

    package init(
      token: PhotoToken, instant: Instant, path: String, event: String, bytes: Int, format: String
    ) {
      (self.token, self.instant, self.path, self.event) = (token, instant, path, event)
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

/// What tells an archived record from all others: wherever its bundle is, in every store's index.
///
/// It is made of 63 bits of what the record is, so that a page of a list goes on where the one before
/// ended, though bundles were merged meanwhile, or the index was made again.
package struct PhotoToken: Sendable, CustomStringConvertible {
  let number: Int64

  init(number: Int64) { self.number = number }

  /// - Parameters:
  ///   - record: The record's digest: ``PhotoRecord/digest``.
  ///   - photo: The SHA-256 of its photo.
  package init(record: SHA256Digest, photo: SHA256Digest) {
    let digest = (record.bytes + photo.bytes).withUnsafeBufferPointer { SHA256Digest(of: $0) }
    let bits = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    number = Int64(bits >> 1)
  }

  /// Reads what ``description`` writes.
  package init?(_ text: String) {
    guard text.utf8.count == 16, let number = Int64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// 16 hexadecimal digits.
  package var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A photo of the archive, as it is listed.
package struct ArchivedPhoto: Sendable {
  package let token: PhotoToken
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
        (bundle, owner, profile, instant, path, event, bytes, format, id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
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
      photo.bind(entry.token.number, at: 9)
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

  /// The bundles that the index has in a directory of the archive, by path.
  package func bundles(in directory: String) throws -> [String] {
    try access { try Self.bundles(in: directory, $0) }
  }

  /// The paths of bundles, which are ASCII.
  private static func bundles(in directory: String, _ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT path FROM bundle WHERE path >= ? AND path < ? ORDER BY path",
      arguments: [directory + "/", directory + "0"])
  }
}
