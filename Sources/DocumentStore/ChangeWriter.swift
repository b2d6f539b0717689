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
  /// Puts a version that takes the place of another one of the run where the statement does not see it.
  private let insertRewritten: SQLiteStatement
  private let insertReplaced: SQLiteStatement
  private let putRewritten: [SQLiteStatement]
  private var hasRewritten = false
  private let before: SQLiteStatement
  private let photos: BaselineWriter

  /// The state that a document had before the run.
  private struct State {
    let version: Int64
    let path: UnsafeBufferPointer<UInt8>
    let data: UnsafeBufferPointer<UInt8>
  }

  init(_ database: Database, target: Target, nextVersion: Int64) throws {
    let table = target == .store ? "main.version" : "temp.staged_version"
    insert = try SQLiteStatement(Self.insertion(into: table), database)
    insertRewritten = try SQLiteStatement(Self.insertion(into: "temp.rewritten"), database)
    insertReplaced = try SQLiteStatement("INSERT INTO temp.replaced (id) VALUES (?1)", database)
    putRewritten = try Self.puttingRewritten(into: table, target).map {
      try SQLiteStatement($0, database)
    }
    before = try SQLiteStatement(
      Set(["main.version", table]).sorted().map {
        """
        SELECT b.id, b.path, b.data FROM \(table) AS v JOIN \($0) AS b ON b.id = v.before
        WHERE v.id = ?1
        """
      }.joined(separator: " UNION ALL "), database)
    photos = try BaselineWriter(database, run: 0, firstVersion: nextVersion)
    (self.target, self.nextVersion) = (target, nextVersion)
  }

  private static let columns = """
    id, document, before, run, removed, arrived, change, kind, event_type, instant, fault, has_photo,
    path, owner, profile_id, phone_number, legacy_ids, legacy_profile, data
    """

  private static func insertion(into table: String) -> String {
    """
    INSERT INTO \(table) (\(columns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
    """
  }

  private static func puttingRewritten(into table: String, _ target: Target) -> [String] {
    let photos = [
      """
      DELETE FROM main.photo
      WHERE sha256 IN (SELECT u.sha256 FROM temp.replaced AS r
          JOIN main.photo_use AS u ON u.version = r.id)
        AND NOT EXISTS (SELECT 1 FROM main.photo_use AS u
          WHERE u.sha256 = photo.sha256 AND u.version NOT IN (SELECT id FROM temp.replaced))
      """, "DELETE FROM main.photo_use WHERE version IN (SELECT id FROM temp.replaced)",
    ]
    return (target == .store ? photos : []) + [
      "DELETE FROM \(table) WHERE id IN (SELECT id FROM temp.replaced)",
      "INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM temp.rewritten",
      "DELETE FROM temp.rewritten", "DELETE FROM temp.replaced",
    ]
  }

  /// Appends what a batch has prepared.
  func write(_ batch: ChangeBatch) throws {
    if target == .store { try photos.appendPhotos(of: batch.documents) }
    for (row, prepared) in zip(batch.rows, batch.prepared) {
      if case .nothing = prepared { continue }
      do {
        try write(row, prepared, of: batch)
      } catch let error as SQLiteFailure where error.isConstraint {
        throw ChangePipeline.Failure(path: batch[row.path].text, reason: ChangedTwice())
      }
    }
  }

  /// Ends a statement: what it has changed again takes the place of what the run had made of it.
  ///
  /// Not earlier, or the statement would see what was there before the run, and change that as well.
  func finishStatement() throws {
    guard hasRewritten else { return }
    hasRewritten = false
    for statement in putRewritten { try statement.run() }
  }

  struct ChangedTwice: Error, CustomStringConvertible {
    var description: String {
      "the statement changes it twice (its FROM matches several rows), or moves two to one path"
    }
  }

  private func write(
    _ row: ChangeBatch.Row, _ prepared: ChangeBatch.Prepared, of batch: ChangeBatch
  ) throws {
    if row.run == run { return try rewrite(row, prepared, of: batch) }
    let old = State(version: row.version, path: batch[row.path], data: batch[row.data])
    try write(prepared, of: batch, document: row.document, old: old, by: insert)
  }

  private func write(
    _ prepared: ChangeBatch.Prepared, of batch: ChangeBatch, document: Int64, old: State,
    by insert: SQLiteStatement
  ) throws {
    switch prepared {
    case .nothing: return
    case .removal(let digest):
      bindRemoval(path: old.path, to: insert)
      try append(
        document: document, old: old, isRemoved: true, hasArrived: false, digest: digest, by: insert
      )
    case .state(let index, let digest):
      let record = batch.documents.records[index]
      if target == .store {
        try photos.appendUses(batch.documents.photos.uses[record.photoUses], version: nextVersion)
      }
      insert.bind(promoted: record, of: batch.documents, from: 8)
      let hasArrived = !batch.documents.bytes[record.path].equals(old.path)
      if hasArrived { hasMoves = true }
      try append(
        document: document, old: old, isRemoved: false, hasArrived: hasArrived, digest: digest,
        by: insert)
    }
  }

  /// Changes a document again that the run has changed before: the version that it made is replaced.
  private func rewrite(
    _ row: ChangeBatch.Row, _ prepared: ChangeBatch.Prepared, of batch: ChangeBatch
  ) throws {
    before.bind(row.version, at: 1)
    defer { before.reset() }
    guard try before.step() else { throw SQLiteFailure.closed }
    let old = State(version: before.integer(0), path: before.bytes(1), data: before.bytes(2))
    hasRewritten = true
    insertReplaced.bind(row.version, at: 1)
    try insertReplaced.run()
    let again = again(prepared, of: batch, after: old)
    try write(again, of: batch, document: row.document, old: old, by: insertRewritten)
  }

  /// The same new state, as a change of the state that the document had before the run.
  private func again(
    _ prepared: ChangeBatch.Prepared, of batch: ChangeBatch, after old: State
  ) -> ChangeBatch.Prepared {
    guard case .state(let index, _) = prepared else {
      return .removal(batch.digest(path: old.path, data: old.data, newPath: nil, newData: nil))
    }
    let record = batch.documents.records[index]
    let (path, data) = (batch.documents.bytes[record.path], batch.documents.bytes[record.data])
    if path.equals(old.path), data.equals(old.data) { return .nothing }
    return .state(
      record: index,
      batch.digest(path: old.path, data: old.data, newPath: path, newData: data))
  }

  /// A removal keeps the path, and nothing else of the document.
  private func bindRemoval(path: UnsafeBufferPointer<UInt8>, to insert: SQLiteStatement) {
    insert.bind("other", at: 8)
    for index in Int32(9)...18 { insert.bind(nil as Int64?, at: index) }
    insert.bind(path, at: 13)
    insert.bind("", at: 19)
  }

  private func append(
    document: Int64, old: State, isRemoved: Bool, hasArrived: Bool, digest: SHA256Digest,
    by insert: SQLiteStatement
  ) throws {
    insert.bind(nextVersion, at: 1)
    insert.bind(document, at: 2)
    insert.bind(old.version, at: 3)
    insert.bind(run, at: 4)
    insert.bind(isRemoved ? 1 : nil, at: 5)
    insert.bind(hasArrived ? 1 : nil, at: 6)
    try digest.bytes.withUnsafeBufferPointer { digest in
      insert.bind(blob: digest, at: 7)
      try insert.run()
    }
    nextVersion += 1
  }
}
