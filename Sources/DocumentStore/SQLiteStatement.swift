internal import Documents
internal import GRDB
internal import GRDBSQLite

/// A prepared statement whose values are bytes in place.
///
/// GRDB makes a Swift value of every column, which is right for the rows of a report and takes
/// longer than SQLite itself for the million rows of an import.
final class SQLiteStatement {
  let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ sql: String, _ database: Database) throws {
    guard let connection = database.sqliteConnection else { throw SQLiteFailure.closed }
    var prepared: OpaquePointer?
    let status = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard status == SQLITE_OK, let prepared else { throw SQLiteFailure(connection) }
    (self.connection, handle) = (connection, prepared)
  }

  deinit { sqlite3_finalize(handle) }

  // Parameters count from 1. Bytes must stay as they are until the statement is reset.

  func bind(_ bytes: UnsafeBufferPointer<UInt8>?, at index: Int32) {
    guard let bytes else {
      sqlite3_bind_null(handle, index)
      return
    }
    // A null address would bind NULL, and an empty text is not that.
    let start = bytes.baseAddress ?? emptyText
    sqlite3_bind_text64(
      handle, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
      UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
  }

  func bind(blob bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
    sqlite3_bind_blob64(handle, index, bytes.baseAddress ?? emptyText, UInt64(bytes.count), nil)
  }

  func bind(_ text: StaticString, at index: Int32) {
    bind(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), at: index)
  }

  /// Binds a text of which SQLite makes a copy.
  func bind(copy text: String, at index: Int32) {
    sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), copyingDestructor)
  }

  func bind(_ integer: Int64?, at index: Int32) {
    guard let integer else {
      sqlite3_bind_null(handle, index)
      return
    }
    sqlite3_bind_int64(handle, index, integer)
  }

  /// - Returns: Whether there is a row.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteFailure(connection)
    }
  }

  func reset() { sqlite3_reset(handle) }

  /// Runs a statement that returns no rows.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// Runs a query to its end.
  ///
  /// For documents' own texts: GRDB ends them at a NUL, both those that it reads and those that it binds.
  func map<Element>(_ row: (SQLiteStatement) throws -> Element) throws -> [Element] {
    defer { reset() }
    var elements: [Element] = []
    while try step() { elements.append(try row(self)) }
    return elements
  }

  // Columns count from 0. Bytes stay as they are until the next step.

  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func optionalBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    isNull(column) ? nil : bytes(column)
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String? { isNull(column) ? nil : bytes(column).text }
}

/// `SQLITE_TRANSIENT`, a cast that Swift cannot import: SQLite makes a copy.
nonisolated(unsafe) let copyingDestructor = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// Any address will do for an empty text.
nonisolated(unsafe) private let emptyText = UnsafePointer<UInt8>(
  UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

/// What SQLite says of a call that failed.
struct SQLiteFailure: Error, CustomStringConvertible {
  let status: Int32
  let description: String

  init(_ connection: OpaquePointer) {
    status = sqlite3_extended_errcode(connection)
    description = String(cString: sqlite3_errmsg(connection))
  }

  private init(status: Int32, description: String) {
    self.status = status
    self.description = description
  }

  /// A rule of the schema was broken, such as a unique index.
  var isConstraint: Bool { status & 0xFF == SQLITE_CONSTRAINT }

  /// The file or the disk failed, or the work was given up, whatever the statement was.
  var isOfStore: Bool {
    [
      SQLITE_INTERRUPT, SQLITE_FULL, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_READONLY,
      SQLITE_NOMEM,
    ].contains(status & 0xFF)
  }

  static let closed = SQLiteFailure(status: SQLITE_MISUSE, description: "the connection is closed")
}
