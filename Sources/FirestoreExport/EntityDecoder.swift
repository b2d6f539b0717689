internal import Documents
internal import SwiftProtobuf

/// Reads the serialized form of a document.
struct EntityDecoder {
  let path: String
  let home: Home
  private let entity: EntityProto

  /// Decodes the bytes, and says which document they are.
  ///
  /// - Throws: ``RecordFault``.
  init(_ bytes: RawSpan) throws(RecordFault) {
    entity = try EntityProto(parsing: bytes)
    let key = entity.key
    guard !key.path.element.isEmpty else { throw .missing(entity.hasKey ? "path" : "key") }
    let name = try ResourceName(key)
    path = name.elements.path
    home = Home(project: name.project, database: name.database)
  }

  /// The document's fields: those of Google's indexed properties first.
  ///
  /// - Throws: ``RecordFault``.
  func fields() throws(RecordFault) -> [Field] {
    try MapDecoder(home: home, depth: 0).fields(of: entity)
  }
}

extension EntityProto {
  /// - Throws: ``RecordFault/notProtobuf`` or ``RecordFault/notUTF8``.
  init(parsing bytes: RawSpan) throws(RecordFault) {
    do {
      try self.init(serializedBytes: bytes)
    } catch BinaryDecodingError.invalidUTF8 {
      throw .notUTF8
    } catch {
      throw .notProtobuf
    }
  }
}
