internal import Documents
internal import GRDB

/// Appends what a run changes as versions: at most one a document, however often the run touches it.
final class ChangeWriter {
  /// Whether a document has moved since this was last set to false.
  var hasMoves = false
  var run: Int64 = 0
  var nextVersion: Int64
  private let insert: SQLiteStatement
  /// Puts a version that takes the place of another one of the run where the statement does not see it.
  private let insertRewritten: SQLiteStatement
  private let insertReplaced: SQLiteStatement
  private let putRewritten: [SQLiteStatement]
  private var hasRewritten = false
  private let before: SQLiteStatement
  private let photos: BaselineWriter
  private let markers: MarkerCheck

  /// The state that a document had before the run.
  private struct State {
    let version: Int64
    let path: UnsafeBufferPointer<UInt8>
    let data: UnsafeBufferPointer<UInt8>
  }

  init(_ database: Database, target: Target, nextVersion: Int64) throws {
    insert = try SQLiteStatement(Self.insertion(into: target.versions), database)
    insertRewritten = try SQLiteStatement(Self.insertion(into: "temp.rewritten"), database)
    insertReplaced = try SQLiteStatement("INSERT INTO temp.replaced (id) VALUES (?1)", database)
    putRewritten = try Self.puttingRewritten(into: target).map {
      try SQLiteStatement($0, database)
    }
    before = try SQLiteStatement(Self.before(in: target), database)
    photos = try BaselineWriter(
      database, run: 0, firstVersion: nextVersion, photos: target.photos, uses: target.photoUses)
    markers = try MarkerCheck(database, target: target)
    self.nextVersion = nextVersion
  }

  /// Begins a statement, which sees what there is now.
  func beginStatement() throws { try markers.beginStatement() }

  /// Appends what a batch has prepared.
  func write(_ batch: ChangeBatch) throws {
    try photos.appendPhotos(of: batch.documents)
    for (row, prepared) in zip(batch.rows, batch.prepared) {
      if case .nothing = prepared { continue }
      do {
        try checkMarkers(of: prepared)
        try write(row, prepared, of: batch)
      } catch let error as SQLiteFailure where error.isConstraint {
        throw ChangePipeline.Failure(path: batch[row.path].text, reason: ChangedTwice())
      } catch let error as MadeUpPhoto {
        throw ChangePipeline.Failure(path: batch[row.path].text, reason: error)
      }
    }
  }

  private func checkMarkers(of prepared: ChangeBatch.Prepared) throws {
    guard case .state(_, _, let newMarkers) = prepared else { return }
    for marker in newMarkers where try !markers.isFound(marker) {
      throw MadeUpPhoto(marker: marker)
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

  struct MadeUpPhoto: Error, CustomStringConvertible {
    let marker: String
    var description: String {
      "its `\(marker.prefix(80))…` stands for no photo that was there when the statement began; "
        + "copy what `data -> 'photoData'` of a document gives, unchanged"
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
    case .state(let index, let digest, _):
      let record = batch.documents.records[index]
      try photos.appendUses(batch.documents.photos.uses[record.photoUses], version: nextVersion)
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
    guard case .state(let index, _, let newMarkers) = prepared else {
      return .removal(batch.digest(path: old.path, data: old.data, newPath: nil, newData: nil))
    }
    let record = batch.documents.records[index]
    let (path, data) = (batch.documents.bytes[record.path], batch.documents.bytes[record.data])
    if path.equals(old.path), data.equals(old.data) { return .nothing }
    return .state(
      record: index,
      batch.digest(path: old.path, data: old.data, newPath: path, newData: data),
      newMarkers: newMarkers)
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
