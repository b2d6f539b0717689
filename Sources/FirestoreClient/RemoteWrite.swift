package import Documents
internal import SwiftProtobuf

/// A write of a whole document that happens only if the database has what its writer last saw.
package enum RemoteWrite: Sendable {
  /// Nothing is there yet.
  case create(Document)
  case update(Document, ifUpdatedAt: Instant)
  case delete(path: String, ifUpdatedAt: Instant)

  package var path: String {
    switch self {
    case .create(let document), .update(let document, _): document.path
    case .delete(let path, _): path
    }
  }
}

extension RemoteWrite {
  /// The bytes that the write takes in a request to a database.
  package func size(in database: DatabaseName) throws -> Int {
    let bytes = try WriteEncoder(database: database).message(self).serializedBytes() as [UInt8]
    // A tag comes before each write of a request, and a length of at most five bytes.
    return bytes.count + 6
  }
}

/// Turns writes into messages to one database.
struct WriteEncoder {
  let database: DatabaseName

  func message(_ write: RemoteWrite) -> ProtoWrite {
    var message = ProtoWrite()
    switch write {
    case .create(let document):
      message.update = self.document(document)
      message.currentDocument.exists = false
    case .update(let document, let time):
      message.update = self.document(document)
      message.currentDocument.updateTime = Google_Protobuf_Timestamp(time)
    case .delete(let path, let time):
      message.delete = database.name(of: path)
      message.currentDocument.updateTime = Google_Protobuf_Timestamp(time)
    }
    return message
  }

  private func document(_ document: Document) -> ProtoDocument {
    var message = ProtoDocument()
    message.name = database.name(of: document.path)
    let encoder = ValueEncoder(database: database)
    message.fields = document.fields.map { field in
      var entry = ProtoDocument.FieldsEntry()
      entry.key = field.name
      entry.value = encoder.value(field.value)
      return entry
    }
    return message
  }
}
