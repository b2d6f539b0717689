package import Documents
internal import GRDB

/// A photo record that is old enough to be archived.
package struct DuePhotoRecord: Sendable {
  package let document: Int64
  /// Its newest version.
  package let version: Int64
  package let path: String
  package let owner: String
  /// The top-level `profileId`.
  package let profileID: String
  package let instant: Instant
  package let photo: PhotoPlace
}

/// A malformed event that would be due.
package struct DueFault: Sendable {
  package let code: String
  package let path: String
}

/// The current photo records of a store that are older than an instant.
///
/// They come by owner, profile, instant and path, each compared by bytes. SQLite sorts them in a
/// temporary file, so that memory does not depend on their number.
final class DuePhotoRecords {
  private let rows: SQLiteStatement

  init(_ database: Database, before instant: Instant, places: [PhotoPlace]) throws {
    let list = places.map { "\($0.rawValue)" }.joined(separator: ", ")
    rows = try SQLiteStatement(
      """
      SELECT v.id, coalesce(v.document, v.id), v.path, v.owner, v.profile_id, v.instant, v.has_photo
      FROM version AS v
      WHERE \(Self.isRecord) AND v.has_photo IN (\(list)) AND v.instant < ?1 AND \(Self.isCurrent)
      ORDER BY v.owner, v.profile_id, v.instant, v.path
      """, database)
    rows.bind(instant.microseconds, at: 1)
  }

  /// What the index ``Schema/photoRecordIndex`` is for.
  static let isRecord =
    "v.has_photo IS NOT NULL AND v.event_type = 'taskResponse' AND v.fault IS NULL"

  static let isCurrent = """
    v.removed IS NULL AND NOT EXISTS (
      SELECT 1 FROM version AS n WHERE n.document = coalesce(v.document, v.id) AND n.id > v.id)
    """

  func next() throws -> DuePhotoRecord? {
    guard try rows.step() else { return nil }
    guard let path = rows.text(2), let owner = rows.text(3), let profile = rows.text(4),
      let instant = Instant(microseconds: rows.integer(5)),
      let photo = PhotoPlace(rawValue: rows.integer(6))
    else { throw SQLiteFailure.closed }
    return DuePhotoRecord(
      document: rows.integer(1), version: rows.integer(0), path: path, owner: owner,
      profileID: profile, instant: instant, photo: photo)
  }

  /// The number of such records in one place.
  static func count(
    _ database: Database, before instant: Instant, place: PhotoPlace
  ) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM version AS v WHERE \(isRecord) AND v.has_photo = ? AND v.instant < ?
          AND \(isCurrent)
        """, arguments: [place.rawValue, instant.microseconds]) ?? 0
  }

  /// The malformed task responses with a photo, or with what should be one, that are as old.
  static func faults(_ database: Database, before instant: Instant) throws -> [DueFault] {
    let rows = try SQLiteStatement(
      """
      SELECT v.fault, v.path FROM version AS v
      WHERE v.fault IS NOT NULL AND v.event_type = 'taskResponse' AND v.instant < ?1
        AND (v.has_photo IS NOT NULL
          OR v.fault IN ('null-photo', 'bad-photo-data', 'unknown-photo-format'))
        AND \(isCurrent)
      ORDER BY v.path
      """, database)
    rows.bind(instant.microseconds, at: 1)
    var faults: [DueFault] = []
    while try rows.step() {
      faults.append(DueFault(code: rows.text(0) ?? "", path: rows.text(1) ?? ""))
    }
    return faults
  }

  /// The number of current events.
  static func eventCount(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM version AS v WHERE v.kind = 'event' AND \(isCurrent)")
      ?? 0
  }
}
