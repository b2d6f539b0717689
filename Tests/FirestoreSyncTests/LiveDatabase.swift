import Crypto
import Documents
import FirestoreClient
import Synchronization

/// A live database as another program reads and writes it.
struct LiveDatabase {
  let connection: FirestoreConnection

  init(_ connection: FirestoreConnection) { self.connection = connection }

  /// All documents but those of the workers, by the bytes of their paths.
  func remotes() throws -> [RemoteDocument] {
    let all = Mutex<[RemoteDocument]>([])
    _ = try connection.stream(DocumentQuery(.everything)) { documents in
      all.withLock { $0 += documents }
    }.wait()
    return all.withLock { $0 }
      .filter { !$0.document.path.hasPrefix("hallo-migrate/") }
      .sorted { $0.document.path.utf8.lexicographicallyPrecedes($1.document.path.utf8) }
  }

  /// What each path has, as canonical text.
  func texts() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try remotes().map {
        ($0.document.path, canonicalText(of: $0.document))
      })
  }

  func text(at path: String) throws -> String? {
    try connection.get([path]).wait().first.map { canonicalText(of: $0.document) }
  }

  /// As `digest` reckons it, without its code.
  func digest() throws -> String {
    var hash = SHA256()
    for remote in try remotes() {
      let text = canonicalText(of: remote.document)
      hash.update(data: Array("\(remote.document.path)\n\(text)\n".utf8))
    }
    return hash.finalize().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Makes documents, none of which may be there.
  func create(_ documents: [Document]) throws {
    var (group, size) = ([RemoteWrite](), 0)
    for document in documents {
      let write = RemoteWrite.create(document)
      let bytes = try write.size(in: connection.database)
      if group.count == 500 || size + bytes > 3_500_000 {
        _ = try connection.commit(group).wait()
        (group, size) = ([], 0)
      }
      group.append(write)
      size += bytes
    }
    if !group.isEmpty { _ = try connection.commit(group).wait() }
  }

  /// Writes a document, whatever is there.
  func put(_ path: String, _ json: String) throws {
    let document = Document(path: path, fields: try fields(json))
    let found = try connection.get([path]).wait().first
    _ = try connection.commit([
      found.map { .update(document, ifUpdatedAt: $0.updateTime) } ?? .create(document)
    ]).wait()
  }

  /// Changes one field of a document, as the app does.
  func set(_ name: String, _ value: String, of path: String) throws {
    guard let found = try connection.get([path]).wait().first else { throw Missing(path: path) }
    let fields =
      found.document.fields.filter { $0.name != name } + [
        Field(name: name, value: .string(value))
      ]
    let write = RemoteWrite.update(
      Document(path: path, fields: fields), ifUpdatedAt: found.updateTime)
    _ = try connection.commit([write]).wait()
  }

  func delete(_ path: String) throws {
    guard let found = try connection.get([path]).wait().first else { throw Missing(path: path) }
    _ = try connection.commit([.delete(path: path, ifUpdatedAt: found.updateTime)]).wait()
  }

  struct Missing: Error { let path: String }
}

/// The fields of canonical JSON.
func fields(_ json: String) throws -> [Field] {
  var json = json
  return try json.withUTF8 { try DocumentReader.fields(of: $0, parser: JSONParser()) }
}

/// A document's canonical text.
func canonicalText(of document: Document) -> String {
  var buffer = ByteBuffer(capacity: 1024)
  buffer.appendJSON(fields: sorted(document.fields))
  return String(decoding: buffer.bytes, as: UTF8.self)
}

private func sorted(_ fields: [Field]) -> [Field] {
  fields.map { Field(name: $0.name, value: sorted($0.value)) }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
}

private func sorted(_ value: Value) -> Value {
  switch value {
  case .map(let fields): .map(sorted(fields))
  case .array(let values): .array(values.map { sorted($0) })
  default: value
  }
}
