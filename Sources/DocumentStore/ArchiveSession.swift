package import Documents
internal import GRDB

/// What archiving does with a store: finds what is due, reads it, and erases what is safe elsewhere.
package final class ArchiveSession {
  private let database: Database
  private let isDryRun: Bool
  private let data: SQLiteStatement
  private let photo: SQLiteStatement
  private let restored: SQLiteStatement
  private let parser = JSONParser()
  private var run: Int64?

  fileprivate init(_ database: Database, isDryRun: Bool) throws {
    (self.database, self.isDryRun) = (database, isDryRun)
    data = try SQLiteStatement("SELECT data FROM version WHERE id = ?1", database)
    photo = try SQLiteStatement("SELECT bytes FROM photo WHERE sha256 = ?1", database)
    restored = try SQLiteStatement(
      "SELECT archived FROM restored WHERE path = ?1 AND digest = ?2", database)
  }

  /// The photo records older than an instant, with their photos in given places.
  ///
  /// - Returns: A function that gives them one by one, by owner, profile, instant and path, each
  ///   compared by bytes, and nil at the end. Memory does not depend on their number.
  package func records(
    before instant: Instant, places: [PhotoPlace]
  ) throws -> () throws -> DuePhotoRecord? {
    let records = try DuePhotoRecords(database, before: instant, places: places)
    return { try records.next() }
  }

  /// The number of photo records older than an instant, with their photos in a place.
  package func count(before instant: Instant, place: PhotoPlace) throws -> Int {
    try DuePhotoRecords.count(database, before: instant, place: place)
  }

  /// The malformed events that would be due, by path.
  package func faults(before instant: Instant) throws -> [DueFault] {
    try DuePhotoRecords.faults(database, before: instant)
  }

  /// The number of current events; reads the whole table.
  package func eventCount() throws -> Int { try DuePhotoRecords.eventCount(database) }

  /// What a record's document says, and its text as the store has it.
  package func read(_ record: DuePhotoRecord) throws -> (record: PhotoRecord, text: String) {
    data.bind(record.version, at: 1)
    defer { data.reset() }
    guard try data.step() else { throw SQLiteFailure.closed }
    let fields = try DocumentReader.fields(of: data.bytes(0), parser: parser)
    return (PhotoRecord(path: record.path, fields: fields), data.bytes(0).text)
  }

  /// Reads a photo that the store keeps; its bytes are valid during the call.
  package func withPhoto<Result>(
    _ digest: SHA256Digest, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    try digest.bytes.withUnsafeBufferPointer { bytes in
      photo.bind(blob: bytes, at: 1)
      defer { photo.reset() }
      guard try photo.step() else { throw PhotoReader.MissingPhoto(digest: digest) }
      return try body(photo.bytes(0))
    }
  }

  /// The digest of the archived record that a document was made from when it was restored.
  ///
  /// - Parameters:
  ///   - path: The document's path.
  ///   - digest: Of the document as it is: ``PhotoRecord/digest``.
  /// - Returns: nil if it was not restored, or has changed since.
  /// - Throws: If the database fails.
  package func restoredRecord(path: String, digest: SHA256Digest) throws -> SHA256Digest? {
    restored.bind(copy: path, at: 1)
    defer { restored.reset() }
    return try digest.bytes.withUnsafeBufferPointer { digest in
      restored.bind(blob: digest, at: 2)
      return try restored.step() ? SHA256Digest(bytes: Array(restored.bytes(0))) : nil
    }
  }

  /// Documents that a committed bundle has, and that can go.
  package struct Archived: Sendable {
    package let record: DuePhotoRecord
    /// As it was when it was archived: ``PhotoRecord/digest``.
    package let digest: SHA256Digest

    package init(record: DuePhotoRecord, digest: SHA256Digest) {
      (self.record, self.digest) = (record, digest)
    }
  }

  /// Erases documents and notes their bundles, in one transaction that is durable when this returns.
  ///
  /// - Parameters:
  ///   - documents: What is to go; none, if only the bundles are to be noted.
  ///   - bundles: What has been written.
  ///   - instant: When, as RFC 3339 text.
  /// - Returns: How many were erased: one that has changed meanwhile stays.
  /// - Throws: If the database fails, with nothing done.
  package func finish(
    _ documents: [Archived], bundles: [CataloguedBundle], at instant: String
  ) throws -> Int {
    precondition(!isDryRun)
    var erased = 0
    try database.inTransaction(.immediate) {
      erased = try erase(documents)
      let catalogue = try CatalogueWriter(database)
      for bundle in bundles { try catalogue.write(bundle) }
      if erased > 0 { try note(erased, at: instant) }
      return .commit
    }
    return erased
  }

  private func erase(_ documents: [Archived]) throws -> Int {
    if documents.isEmpty { return 0 }
    let eraser = try Eraser(database)
    return try documents.count {
      try eraser.erase(
        document: $0.record.document, version: $0.record.version, digest: $0.digest)
    }
  }

  /// Records the run with its first erasure, so that what is counted is always what is gone.
  private func note(_ erased: Int, at instant: String) throws {
    let run = try self.run ?? Run.begin(.archive, name: "archive", startedAt: instant, database)
    self.run = run
    try database.execute(
      sql: "UPDATE run SET finished_at = ?, removed = removed + ? WHERE id = ?",
      arguments: [instant, erased, run])
    try database.execute(
      sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('\(Self.traces)', '1')")
  }

  static let traces = "archive.traces"
}

extension DocumentStore {
  /// Works with what is due; a dry run erases nothing, and its store may be open to be read only.
  package func archiving<Result>(
    isDryRun: Bool, _ body: (ArchiveSession) throws -> Result
  ) throws -> Result {
    try access { database in
      if !isDryRun {
        try database.execute(sql: "PRAGMA secure_delete = FAST")
        try database.execute(sql: Schema.photoRecordIndex)
      }
      return try body(try ArchiveSession(database, isDryRun: isDryRun))
    }
  }

  /// Makes the file as small as what is in it, and overwrites every trace of what was erased.
  ///
  /// `secure_delete` alone does not: SQLite leaves copies of rows behind when it moves them between
  /// pages. Only a file that is written anew has none. Takes time and disk space as the store has
  /// bytes; does nothing if nothing was erased since the last time.
  ///
  /// - Returns: Whether there are no traces now; false if another process is reading the store.
  package func removeTraces() throws -> Bool {
    let mark = ArchiveSession.traces
    guard try setting(mark) != nil else { return true }
    return try access { database in
      try database.execute(sql: "VACUUM")
      guard try Self.settleLog(database) else { return false }
      let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
      if isBusy { return false }
      try database.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [mark])
      return true
    }
  }
}

/// A document that was made from what the archive keeps of a record.
package struct RestoredRecord: Sendable {
  package let path: String
  /// Of the document: ``PhotoRecord/digest``.
  package let digest: SHA256Digest
  /// Of the record, as it was archived.
  package let archived: SHA256Digest

  package init(path: String, digest: SHA256Digest, archived: SHA256Digest) {
    (self.path, self.digest, self.archived) = (path, digest, archived)
  }

  func insert(into database: Database) throws {
    let insert = try SQLiteStatement(
      "INSERT OR REPLACE INTO restored (path, digest, archived) VALUES (?1, ?2, ?3)", database)
    insert.bind(copy: path, at: 1)
    try digest.bytes.withUnsafeBufferPointer { digest in
      try archived.bytes.withUnsafeBufferPointer { archived in
        insert.bind(blob: digest, at: 2)
        insert.bind(blob: archived, at: 3)
        try insert.run()
      }
    }
  }
}
