internal import Documents
internal import GRDB

/// Appends what a run changes as versions: at most one a document, however often the run touches it.
final class ChangeWriter {
  /// Where versions go: into the store, or into a temporary table that a dry run throws away.
  enum Target { case store, temporary }

  /// Whether a document has moved since this was last set to false.
  var hasMoves = false
  var run: Int64 = 0
  var nextVersion: Int64
  private let target: Target
  private let insert: SQLiteStatement
  private let delete: SQLiteStatement
  private let deleteUses: SQLiteStatement
  private let before: SQLiteStatement
  private let baseline: BaselineWriter
  private let reader = DocumentReader(isStored: true)
  private let batch = DocumentBatch()
  private var hashed = ByteBuffer()

  /// A state of a document, as the view gives it.
  struct State {
    let version: Int64
    let document: Int64
    let run: Int64
    let path: UnsafeBufferPointer<UInt8>
    let data: UnsafeBufferPointer<UInt8>
  }

  init(_ database: Database, target: Target, nextVersion: Int64) throws {
    let table = target == .store ? "main.version" : "temp.staged_version"
    insert = try SQLiteStatement(
      """
      INSERT INTO \(table) (id, document, before, run, removed, arrived, change, kind, event_type,
        instant, fault, has_photo, path, owner, profile_id, phone_number, legacy_ids,
        legacy_profile, data)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """, database)
    delete = try SQLiteStatement("DELETE FROM \(table) WHERE id = ?1", database)
    deleteUses = try SQLiteStatement("DELETE FROM main.photo_use WHERE version = ?1", database)
    before = try SQLiteStatement(
      """
      SELECT b.id, b.path, b.data FROM \(table) AS v JOIN main.version AS b ON b.id = v.before
      WHERE v.id = ?1
      """
        + (target == .store
          ? ""
          : """
           UNION ALL
          SELECT b.id, b.path, b.data
          FROM \(table) AS v JOIN \(table) AS b ON b.id = v.before WHERE v.id = ?1
          """), database)
    baseline = try BaselineWriter(database, run: 0, firstVersion: nextVersion)
    (self.target, self.nextVersion) = (target, nextVersion)
  }

  /// Appends a new state of a document, unless it is the one that it has.
  func change(
    _ old: State, path: UnsafeBufferPointer<UInt8>?, data: UnsafeBufferPointer<UInt8>?
  ) throws {
    guard let path else { throw MissingValue(column: "path") }
    guard let data else { throw MissingValue(column: "data") }
    let isSamePath = path.equals(old.path)
    if isSamePath, data.equals(old.data) { return }
    batch.removeAll()
    try reader.read(path: path, data: data, into: batch)
    let record = batch.records[0]
    if isSamePath, batch.bytes[record.data].equals(old.data) { return }
    try replacing(old) { version, path, data in
      if batch.bytes[record.path].equals(path), batch.bytes[record.data].equals(data) { return }
      try append(record, after: (version, path, data), of: old.document)
    }
  }

  struct MissingValue: Error, CustomStringConvertible {
    let column: String
    var description: String { "`\(column)` was set to NULL" }
  }

  /// Appends a document's removal.
  func remove(_ old: State) throws {
    try replacing(old) { version, path, data in
      insert.bind(nil as UnsafeBufferPointer<UInt8>?, at: 9)
      for index in Int32(10)...18 { insert.bind(nil as Int64?, at: index) }
      insert.bind("other", at: 8)
      insert.bind(path, at: 13)
      insert.bind("", at: 19)
      try insertVersion(
        of: old.document, before: version, isRemoved: true, hasArrived: false,
        digest: digest(path: path, data: data, newPath: nil, newData: nil))
    }
  }

  /// Calls `body` with the state that the run found, after taking back what the run made of it.
  private func replacing(
    _ old: State,
    _ body: (Int64, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    guard old.run == run else { return try body(old.version, old.path, old.data) }
    before.bind(old.version, at: 1)
    defer { before.reset() }
    guard try before.step() else { throw SQLiteFailure.closed }
    delete.bind(old.version, at: 1)
    try delete.run()
    deleteUses.bind(old.version, at: 1)
    if target == .store { try deleteUses.run() }
    try body(before.integer(0), before.bytes(1), before.bytes(2))
  }

  private func append(
    _ record: DocumentRecord,
    after before: (Int64, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>),
    of document: Int64
  ) throws {
    let (path, data) = (batch.bytes[record.path], batch.bytes[record.data])
    if target == .store, !batch.photos.uses.isEmpty {
      try baseline.appendPhotos(of: batch)
      try baseline.appendUses(batch.photos.uses[...], version: nextVersion)
    }
    insert.bind(promoted: record, of: batch, from: 8)
    let hasArrived = !path.equals(before.1)
    if hasArrived { hasMoves = true }
    try insertVersion(
      of: document, before: before.0, isRemoved: false, hasArrived: hasArrived,
      digest: digest(path: before.1, data: before.2, newPath: path, newData: data))
  }

  private func insertVersion(
    of document: Int64, before: Int64, isRemoved: Bool, hasArrived: Bool, digest: SHA256Digest
  ) throws {
    insert.bind(nextVersion, at: 1)
    insert.bind(document, at: 2)
    insert.bind(before, at: 3)
    insert.bind(run, at: 4)
    insert.bind(isRemoved ? 1 : nil, at: 5)
    insert.bind(hasArrived ? 1 : nil, at: 6)
    try digest.bytes.withUnsafeBufferPointer { digest in
      insert.bind(blob: digest, at: 7)
      try insert.run()
    }
    nextVersion += 1
  }

  /// The SHA-256 of one change: each part with its length before it, so that none runs into the next.
  private func digest(
    path: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>,
    newPath: UnsafeBufferPointer<UInt8>?, newData: UnsafeBufferPointer<UInt8>?
  ) -> SHA256Digest {
    hashed.truncate(to: 0)
    for part in [path, data, newPath, newData] {
      guard let part else { continue }
      hashed.appendJSON(integer: Int64(part.count))
      hashed.append(UInt8(ascii: ":"))
      hashed.append(part)
    }
    return SHA256Digest(of: hashed.bytes)
  }
}
