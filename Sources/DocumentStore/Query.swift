internal import GRDB
internal import GRDBSQLite

/// A script of one query, which returns `path` and maybe `detail`.
struct Query {
  /// Without its final semicolon.
  let text: String
  /// The line of its first word, from 1.
  let line: Int

  /// Why a script is no such query.
  struct Unusable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// - Throws: ``RunSession/ScriptFailure`` if there is another number of statements than one.
  init(_ script: String) throws {
    var statements: [SQLScript.Statement] = []
    SQLScript(script).forEachStatement { statements.append($0) }
    guard let first = statements.first else {
      let line = 1 + script.utf8.count { $0 == 0x0A }
      throw RunSession.ScriptFailure(line: line, statement: "", Unusable("it has no query"))
    }
    if statements.count > 1 {
      throw RunSession.ScriptFailure(
        line: statements[1].line, statement: statements[1].text,
        Unusable("it has a second statement; a check is one query"))
    }
    text = first.text.hasSuffix(";") ? String(first.text.dropLast()) : first.text
    line = first.line
  }

  /// The same, each path once.
  func distinct(hasDetail: Bool) -> String {
    "SELECT path\(hasDetail ? ", min(detail)" : "") FROM (\(text)\n) GROUP BY path"
  }

  /// Compiles the query, and runs it on what there is.
  ///
  /// - Throws: ``RunSession/ScriptFailure``, with the line that SQLite points at.
  func check(_ database: Database) throws {
    let authorizer = Authorizer(database) { action in
      action.isReading ? nil : "it \(action.verb); a check only reads"
    }
    do {
      try authorizer.supervise { try checkColumns(try SQLiteStatement(text, database)) }
    } catch {
      throw RunSession.ScriptFailure(
        line: line + lines(before: sqlite3_error_offset(database.sqliteConnection)),
        statement: text, authorizer.refusal ?? error)
    }
  }

  private func checkColumns(_ statement: SQLiteStatement) throws {
    if sqlite3_bind_parameter_count(statement.handle) > 0 {
      throw Unusable("it has a parameter, for which there is no value")
    }
    let names = (0..<sqlite3_column_count(statement.handle)).map { column in
      sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
    }
    guard [["path"], ["path", "detail"]].contains(names.map { $0.lowercased() }) else {
      let found = names.isEmpty ? "nothing" : names.map { "`\($0)`" }.joined(separator: ", ")
      throw Unusable("it returns \(found); a check returns `path`, and after it maybe `detail`")
    }
    try statement.run()
  }

  /// The line breaks before a byte of the text; none if SQLite points at none.
  private func lines(before offset: Int32) -> Int {
    offset < 0 ? 0 : text.utf8.prefix(Int(offset)).count { $0 == 0x0A }
  }
}
