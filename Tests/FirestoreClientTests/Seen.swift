import Documents
import FirestoreClient
import Synchronization

/// What a stream gave, in its order.
final class Seen: Sendable {
  private let all = Mutex<[RemoteDocument]>([])

  func add(_ documents: [RemoteDocument]) { all.withLock { $0 += documents } }

  var documents: [RemoteDocument] { all.withLock { $0 } }
}

extension FirestoreConnection {
  func create(_ documents: [Document]) throws {
    for start in stride(from: 0, to: documents.count, by: 100) {
      let part = documents[start..<min(start + 100, documents.count)]
      _ = try commit(part.map(RemoteWrite.create)).wait()
    }
  }

  func all(_ query: DocumentQuery, at time: Instant? = nil) throws -> [RemoteDocument] {
    let seen = Seen()
    _ = try stream(query, readTime: time) { seen.add($0) }.wait()
    return seen.documents
  }

  func everything() throws -> [RemoteDocument] { try all(DocumentQuery(.everything)) }
}

extension RemoteDocument {
  var path: String { document.path }
}

extension Document {
  var collection: String { String(path.prefix { $0 != "/" }) }
}

/// A document that holds a number, as a number and as a text.
func document(_ path: String, _ number: Int) -> Document {
  Document(
    path: path,
    fields: [
      Field(name: "n", value: .integer(Int64(number))),
      Field(name: "t x", value: .string("\(number)")),
    ])
}

func preconditionFailed(_ work: () throws -> some Any) -> Bool {
  do {
    _ = try work()
    return false
  } catch RemoteError.preconditionFailed {
    return true
  } catch {
    return false
  }
}
