package import Documents
internal import GRDB

/// A list cannot go on after a photo that is not in it.
package struct UnknownToken: Error, CustomStringConvertible {
  let token: PhotoToken

  package var description: String {
    "the list has no photo \(token) to go on after; begin again without --after"
  }
}

extension DocumentStore {
  /// Which photos of the archive are listed.
  package struct PhotoFilter: Sendable {
    package var owner: String?
    package var profile: String?
    package var from: Instant?
    package var before: Instant?
    /// The last photo of the page before.
    package var after: PhotoToken?
    package var limit: Int

    package init(
      owner: String? = nil, profile: String? = nil, from: Instant? = nil, before: Instant? = nil,
      after: PhotoToken? = nil, limit: Int = -1
    ) {
      (self.owner, self.profile, self.from, self.before) = (owner, profile, from, before)
      (self.after, self.limit) = (after, limit)
    }

    /// Only what is asked for, so that SQLite finds the first photo of a page without reading those
    /// before it.
    fileprivate var condition: String {
      (owner == nil ? "" : " AND p.owner = ?1") + (profile == nil ? "" : " AND p.profile = ?2")
        + (after == nil
          ? ""
          : """
           AND (p.owner, p.profile, p.instant, p.path, p.id) >
            (SELECT owner, profile, instant, path, id FROM archived_photo WHERE id = ?5)
          """)
    }
  }

  /// The photos of the archive, by owner, profile, instant and path.
  ///
  /// - Throws: ``UnknownToken``.
  package func archivedPhotos(_ filter: PhotoFilter) throws -> [ArchivedPhoto] {
    try access { database in
      if let token = filter.after, try !Self.isListed(token, database) {
        throw UnknownToken(token: token)
      }
      let rows = try SQLiteStatement(
        """
        \(ArchivedPhoto.query) WHERE p.instant >= ?3 AND p.instant < ?4 \(filter.condition)
        ORDER BY p.owner, p.profile, p.instant, p.path, p.id LIMIT ?6
        """, database)
      if let owner = filter.owner { rows.bind(copy: owner, at: 1) }
      if let profile = filter.profile { rows.bind(copy: profile, at: 2) }
      rows.bind(filter.from?.microseconds ?? .min, at: 3)
      rows.bind(filter.before?.microseconds ?? .max, at: 4)
      rows.bind(filter.after?.number, at: 5)
      rows.bind(Int64(filter.limit), at: 6)
      return try rows.map { ArchivedPhoto($0) }.compactMap(\.self)
    }
  }

  /// The states of the document of a path that are in the archive, in the order of their bundles.
  package func archivedPhotos(ofPath path: String) throws -> [ArchivedPhoto] {
    try access { database in
      let rows = try SQLiteStatement(
        "\(ArchivedPhoto.query) WHERE p.path = ?1 ORDER BY b.path, p.id", database)
      rows.bind(copy: path, at: 1)
      return try rows.map { ArchivedPhoto($0) }.compactMap(\.self)
    }
  }

  /// Whether the index has any photo.
  package func hasArchivedPhotos() throws -> Bool {
    try access { database in
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM archived_photo)") ?? false
    }
  }

  /// The users whose photos the index has.
  package func archivedOwners() throws -> [String] {
    try access { database in
      let owners = try SQLiteStatement("SELECT DISTINCT owner FROM archived_photo", database)
      return try owners.map { $0.text(0) ?? "" }
    }
  }

  /// The profiles whose photos the index has: a user's, or all.
  package func archivedProfiles(of owner: String?) throws -> [String] {
    try access { database in
      let profiles = try SQLiteStatement(
        "SELECT DISTINCT profile FROM archived_photo WHERE ?1 IS NULL OR owner = ?1", database)
      if let owner { profiles.bind(copy: owner, at: 1) }
      return try profiles.map { $0.text(0) ?? "" }
    }
  }

  /// Calls `body` with every bundle of the index, by path: ``CataloguedBundle/path``.
  package func forEachBundle(_ body: (String) throws -> Void) throws {
    try access { database in
      let bundles = try SQLiteStatement("SELECT path FROM bundle ORDER BY path", database)
      while try bundles.step() { try body(bundles.text(0) ?? "") }
    }
  }

  private static func isListed(_ token: PhotoToken, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM archived_photo WHERE id = ?)",
      arguments: [token.number]) ?? false
  }
}

extension ArchivedPhoto {
  /// All photos; their bundles are `b`.
  fileprivate static let query = """
    SELECT p.id, p.owner, p.profile, p.instant, p.path, p.event, p.bytes, p.format, b.path
    FROM archived_photo AS p JOIN bundle AS b ON b.id = p.bundle
    """

  fileprivate init?(_ row: SQLiteStatement) {
    guard let owner = row.text(1), let profile = row.text(2), let path = row.text(4),
      let event = row.text(5), let format = row.text(7), let bundle = row.text(8),
      let instant = Instant(microseconds: row.integer(3))
    else { return nil }
    self.init(
      token: PhotoToken(number: row.integer(0)), owner: owner, profile: profile, instant: instant,
      path: path, event: event, bytes: Int(row.integer(6)), format: format, bundle: bundle)
  }
}
