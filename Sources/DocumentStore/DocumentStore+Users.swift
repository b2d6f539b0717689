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
}
