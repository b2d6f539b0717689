internal import Documents
internal import GRDB

extension DocumentStore {
  /// Whether a document is or was a user's.
  ///
  /// Most users have a document of their own, which is found by its path; else all are looked through.
  package func hasDocuments(of user: String) throws -> Bool {
    try access { database in
      let found = try SQLiteStatement(
        """
        SELECT CASE
          WHEN EXISTS (SELECT 1 FROM version WHERE path = 'users/' || ?1 AND arrived IS NOT NULL)
          THEN 1 ELSE EXISTS (SELECT 1 FROM version WHERE owner = ?1) END
        """, database)
      found.bind(copy: user, at: 1)
      return try found.step() && found.integer(0) == 1
    }
  }

  /// Calls `body` with every user whose documents are or were in the store, each once.
  package func forEachUser(_ body: (String) -> Void) throws {
    try access { database in
      let users = try SQLiteStatement(
        "SELECT DISTINCT owner FROM version WHERE owner IS NOT NULL", database)
      while try users.step() { body(users.text(0) ?? "") }
    }
  }

  /// The people whom a user's profiles are of, by path.
  package func people(of user: String) throws -> [ProfilePerson] {
    try access { database in
      let profiles = try SQLiteStatement(
        "SELECT doc_id, data FROM document WHERE kind = 'profile' AND owner = ?1 ORDER BY path",
        database)
      profiles.bind(copy: user, at: 1)
      let parser = JSONParser()
      return try profiles.map { row in
        let fields = try DocumentReader.fields(of: row.bytes(1), parser: parser)
        return ProfilePerson(
          profile: row.text(0) ?? "", name: fields.text("name"), timeZone: fields.text("timeZone"))
      }
    }
  }
}

/// Whom a profile is of.
package struct ProfilePerson: Sendable {
  /// The profile's id.
  package let profile: String
  package let name: String?
  /// A name of the time zone database.
  package let timeZone: String?
}

extension [Field] {
  fileprivate func text(_ name: String) -> String? {
    guard case .string(let text)? = first(where: { $0.name == name })?.value else { return nil }
    return text
  }
}
