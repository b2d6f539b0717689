package import Documents
internal import GRDB

/// A current document as a store gives it; its bytes are valid until the next one.
package struct StoredDocument {
  package let path: UnsafeBufferPointer<UInt8>
  /// Canonical JSON with its photos inline.
  package let data: UnsafeBufferPointer<UInt8>
}

extension DocumentStore {
  /// Which documents are read: of these users and kinds, or of all if there are none.
  package struct Filter: Sendable {
    package var users: [String]
    package var kinds: [DocumentKind]

    package init(users: [String] = [], kinds: [DocumentKind] = []) {
      (self.users, self.kinds) = (users, kinds)
    }

    /// Whether it lets every document through.
    fileprivate var isEmpty: Bool { users.isEmpty && kinds.isEmpty }

    /// A condition on columns of `version`.
    fileprivate var condition: String {
      let owners = users.isEmpty ? "" : " AND v.owner IN (\(marks(users.count)))"
      return owners + (kinds.isEmpty ? "" : " AND v.kind IN (\(marks(kinds.count)))")
    }

    fileprivate var arguments: [String] { users + kinds.map(\.rawValue) }

    private func marks(_ count: Int) -> String {
      Array(repeating: "?", count: count).joined(separator: ", ")
    }
  }

  /// The order in which documents are read.
  package enum Order: Sendable {
    /// By the bytes of their paths.
    case path
    /// Each before its subcollections, and these together.
    case tree
  }

  /// Reads the current documents.
  ///
  /// Memory does not depend on their number: SQLite sorts paths in a temporary file.
  ///
  /// - Returns: The number of documents.
  @discardableResult
  package func forEachDocument(
    matching filter: Filter = Filter(), order: Order = .path,
    _ body: (StoredDocument) throws -> Void
  ) throws -> Int {
    try access { database in
      let photos = try PhotoReader(database)
      if order == .tree { try Self.treeOrder().register(on: database) }
      let documents = try SQLiteStatement(
        """
        SELECT v.id, v.path FROM version AS v WHERE v.removed IS NULL AND NOT EXISTS (
          SELECT 1 FROM version AS n WHERE n.document = coalesce(v.document, v.id) AND n.id > v.id)
        \(filter.condition) ORDER BY \(order == .path ? "v.path" : "tree_order(v.path)")
        """, database)
      let data = try SQLiteStatement("SELECT data FROM version WHERE id = ?1", database)
      try documents.bind(texts: filter.arguments)
      let total = Double(max(1, try Self.documentCount(database)))
      var count = 0
      while try documents.step() {
        data.bind(documents.integer(0), at: 1)
        guard try data.step() else { throw SQLiteFailure.closed }
        let text = try photos.restore(data.bytes(0))
        try body(StoredDocument(path: documents.bytes(1), data: text))
        data.reset()
        count += 1
        if count % 4096 == 0 {
          let fraction = filter.isEmpty ? Double(count) / total : nil
          onProgress(StoreProgress(count: count, noun: "documents", fraction: fraction))
        }
      }
      return count
    }
  }

  /// A path's sort key with which a document comes before its subcollections, and these together.
  ///
  /// Between segments comes a byte that sorts before any in an id; a NUL in an id makes way for it, and
  /// 1 for that, so that different paths have different keys.
  private static func treeOrder() -> SQLFunction {
    let key = KeyBuffer()
    return SQLFunction("tree_order", arguments: 1) { arguments in
      key.bytes.truncate(to: 0)
      for byte in arguments.text(0) ?? UnsafeBufferPointer(start: nil, count: 0) {
        switch byte {
        case UInt8(ascii: "/"): key.bytes.append(0)
        case 0, 1:
          key.bytes.append(1)
          key.bytes.append(byte + 1)
        default: key.bytes.append(byte)
        }
      }
      return .bytes(key.bytes.bytes)
    }
  }

  private final class KeyBuffer {
    var bytes = ByteBuffer()
  }

  /// The SHA-256 of the current documents in path order, each as path, newline, canonical text, newline.
  package func digest() throws -> (documents: Int, digest: SHA256Digest) {
    var hasher = SHA256Hasher()
    var line = ByteBuffer()
    let count = try forEachDocument { document in
      line.truncate(to: 0)
      line.append(document.path)
      line.append(UInt8(ascii: "\n"))
      line.append(document.data)
      line.append(UInt8(ascii: "\n"))
      hasher.update(line.bytes)
    }
    return (count, hasher.finalize())
  }

  /// What an import said of its source, such as the project's id.
  package func setting(_ name: String) throws -> String? {
    try access { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }
  }
}

/// Puts the photos of stored documents back into their text.
final class PhotoReader {
  private let restorer = PhotoRestorer()
  private let photo: SQLiteStatement
  private var text = ByteBuffer()

  init(_ database: Database) throws {
    photo = try SQLiteStatement("SELECT bytes FROM photo WHERE sha256 = ?1", database)
  }

  struct MissingPhoto: Error, CustomStringConvertible {
    let digest: SHA256Digest
    var description: String { "the photo \(digest) is missing from the store" }
  }

  /// - Returns: The text with its photos; valid until the next call.
  func restore(_ stored: UnsafeBufferPointer<UInt8>) throws -> UnsafeBufferPointer<UInt8> {
    guard PhotoRestorer.hasMarkers(stored) else { return stored }
    text.truncate(to: 0)
    try restorer.restore(stored, to: &text) { digest in
      defer { photo.reset() }
      return try digest.bytes.withUnsafeBufferPointer { bytes in
        photo.bind(blob: bytes, at: 1)
        guard try photo.step() else { throw MissingPhoto(digest: digest) }
        return Array(photo.bytes(0))
      }
    }
    return text.bytes
  }
}

extension SQLiteStatement {
  /// Binds texts to the parameters from the first on.
  ///
  /// SQLite makes copies.
  func bind(texts: [String]) throws {
    for (position, text) in texts.enumerated() { bind(copy: text, at: Int32(position + 1)) }
  }
}
