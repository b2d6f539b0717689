internal import Documents
internal import Foundation
internal import SwiftProtobuf

/// Writes the serialized form of documents of one database.
struct EntityEncoder {
  let home: Home

  /// The bytes that the emulator, too, writes for a document whose fields are in this order.
  ///
  /// - Throws: ``RecordFault``.
  func bytes(_ document: Document) throws(RecordFault) -> [UInt8] {
    let name = try ResourceName(
      project: home.project, database: home.database,
      elements: [PathElement](parsing: document.path))
    var entity = EntityProto()
    entity.key = EntityKey(name)
    entity.entityGroup = try EntityPath.with {
      $0.element = [EntityPath.Element(name.elements[0])]
    }.bytes()
    try MapEncoder(home: home, depth: 0).add(document.fields, to: &entity)
    let bytes: [UInt8] = try entity.bytes()
    let limit = LogFormat.largestRecord
    if bytes.count > limit { throw .tooLarge(bytes: bytes.count, limit: limit) }
    return bytes
  }
}

extension Message {
  /// - Throws: ``RecordFault/notProtobuf``, which a message without required fields can't be.
  func bytes<Bytes: SwiftProtobufContiguousBytes>() throws(RecordFault) -> Bytes {
    do { return try serializedBytes() } catch { throw .notProtobuf }
  }
}
