internal import GRDBSQLite

/// SQL statements, one after another in a text.
struct SQLScript {
  let text: String

  init(_ text: String) { self.text = text }

  /// A statement and where it is.
  struct Statement {
    let text: String
    /// The line of its first word, from 1.
    let line: Int
  }

  /// Calls `body` with each statement, comments and empty ones left out.
  func forEachStatement(_ body: (Statement) throws -> Void) rethrows {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let begin = Self.skipSpaceAndComments(bytes, from: start)
      let end = Self.endOfStatement(bytes, from: begin)
      if end > begin {
        let line = 1 + bytes[..<begin].count { $0 == 0x0A }
        let statement = String(decoding: bytes[begin..<end], as: UTF8.self)
        if statement != ";" { try body(Statement(text: statement, line: line)) }
      }
      start = max(end, start + 1)
    }
  }

  private static func skipSpaceAndComments(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if let end = SQLTokens.endOfComment(bytes, at: index) {
        index = end
      } else {
        break
      }
    }
    return index
  }

  /// The index after the semicolon that SQLite takes for a statement's end.
  private static func endOfStatement(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      index += 1
      guard bytes[index - 1] == UInt8(ascii: ";") else { continue }
      // SQLite itself knows of quotes, comments, and triggers with semicolons of their own.
      let candidate = String(decoding: bytes[start..<index], as: UTF8.self)
      if sqlite3_complete(candidate) != 0 { return index }
    }
    return bytes.count
  }
}
