internal import Documents
internal import GRDB
internal import GRDBSQLite

/// A function that migrations can call, on bytes in place: it may be called for every document.
///
/// - Important: The closure is called on the connection's own queue only.
package final class SQLFunction {
  package let name: String
  let argumentCount: Int32
  let body: (SQLArguments) throws -> SQLResult

  /// Makes a function whose `body` returns the same for the same arguments, every time.
  package init(
    _ name: String, arguments: Int, _ body: @escaping (SQLArguments) throws -> SQLResult
  ) {
    (self.name, argumentCount, self.body) = (name, Int32(arguments), body)
  }

  /// Makes the function known to a connection.
  func register(on database: Database) throws {
    guard let connection = database.sqliteConnection else { throw SQLiteFailure.closed }
    // Innocuous: views of ours call it while the schema is not trusted.
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
    let status = sqlite3_create_function_v2(
      connection, name, argumentCount, flags, Unmanaged.passRetained(self).toOpaque(), callFunction,
      nil, nil, { pointer in pointer.map { Unmanaged<SQLFunction>.fromOpaque($0).release() } })
    guard status == SQLITE_OK else { throw SQLiteFailure(connection) }
  }

  /// `doc_id(path)`: the last segment of a path.
  static var documentID: SQLFunction {
    SQLFunction("doc_id", arguments: 1) { arguments in
      guard let path = arguments.text(0) else { return .null }
      return .bytes(DocumentPath.identifier(path))
    }
  }
}

/// What a function is called with.
package struct SQLArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>

  /// The bytes of a text, valid during the call; nil for NULL.
  ///
  /// A number is turned into text.
  package func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_value_text(values[index]) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  /// A number; 0 for anything else.
  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
}

/// What a function returns.
package enum SQLResult {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  /// Bytes that stay as they are until the function is called again.
  case bytes(UnsafeBufferPointer<UInt8>)
  /// The argument at an index, as it is.
  case argument(Int)
}

private func callFunction(
  context: OpaquePointer?, count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let context, let values, let pointer = sqlite3_user_data(context) else { return }
  let function = Unmanaged<SQLFunction>.fromOpaque(pointer).takeUnretainedValue()
  do {
    switch try function.body(SQLArguments(values: values)) {
    case .null: sqlite3_result_null(context)
    case .boolean(let flag): sqlite3_result_int(context, flag ? 1 : 0)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .text(var text): text.withUTF8 { setText($0, of: context) }
    case .bytes(let bytes): setText(bytes, of: context)
    case .argument(let index): sqlite3_result_value(context, values[index])
    }
  } catch {
    sqlite3_result_error(context, "\(function.name): \(error)", -1)
    // A damaged store is that also where a function of ours is the first to notice.
    if let failure = error as? SQLiteFailure { sqlite3_result_error_code(context, failure.status) }
  }
}

private func setText(_ bytes: UnsafeBufferPointer<UInt8>, of context: OpaquePointer) {
  bytes.withMemoryRebound(to: CChar.self) {
    sqlite3_result_text64(
      context, $0.baseAddress, UInt64($0.count), copyingDestructor, UInt8(SQLITE_UTF8))
  }
}
