internal import Documents
internal import SwiftProtobuf

/// Why a server's message is no document.
package enum MessageFault: Error {
  case foreignName
  case noUpdateTime
  case unknownType(field: String)
  case reservedName(String)
  case timestamp(field: String)
  case vector(field: String)
}

/// Turns messages from one database into documents.
struct DocumentDecoder {
  let database: DatabaseName

  func document(_ message: ProtoDocument) throws(MessageFault) -> RemoteDocument {
    guard let path = database.path(of: message.name) else { throw .foreignName }
    guard message.hasUpdateTime, let time = Instant(message.updateTime) else {
      throw .noUpdateTime
    }
    var fields: [Field] = []
    fields.reserveCapacity(message.fields.count)
    for entry in message.fields { fields.append(try field(entry.key, entry.value)) }
    return RemoteDocument(document: Document(path: path, fields: fields), updateTime: time)
  }

  private func field(_ name: String, _ message: ProtoValue) throws(MessageFault) -> Field {
    var name = name
    if name.withUTF8(isReservedName) { throw .reservedName(name) }
    return Field(name: name, value: try value(message, in: name))
  }

  /// - Parameter field: The field that has the value, or the array that it is in.
  private func value(_ message: ProtoValue, in field: String) throws(MessageFault) -> Value {
    switch message.valueType {
    case .nullValue: return .null
    case .booleanValue(let value): return .boolean(value)
    case .integerValue(let value): return .integer(value)
    case .doubleValue(let value): return .double(value)
    case .timestampValue(let value):
      guard let instant = Instant(value) else { throw .timestamp(field: field) }
      return .timestamp(microseconds: instant.microseconds)
    case .stringValue(let value): return .string(value)
    case .bytesValue(let value): return .bytes([UInt8](value))
    case .referenceValue(let name): return .reference(database.path(of: name) ?? name)
    case .geoPointValue(let point):
      return .geopoint(latitude: point.latitude, longitude: point.longitude)
    case .arrayValue(let array): return .array(try values(array, in: field))
    case .mapValue(let map): return try self.map(map.fields, in: field)
    case nil: throw .unknownType(field: field)
    }
  }

  private func values(
    _ array: ProtoArrayValue, in field: String
  ) throws(MessageFault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(array.values.count)
    for value in array.values { values.append(try self.value(value, in: field)) }
    return values
  }

  private func map(
    _ entries: [ProtoMapValue.FieldsEntry], in field: String
  ) throws(MessageFault) -> Value {
    if entries.contains(where: { $0.key.utf8.elementsEqual(Vector.typeField.utf8) }) {
      return .vector(try vector(entries, in: field))
    }
    var fields: [Field] = []
    fields.reserveCapacity(entries.count)
    for entry in entries { fields.append(try self.field(entry.key, entry.value)) }
    return .map(fields)
  }

  private func vector(
    _ entries: [ProtoMapValue.FieldsEntry], in field: String
  ) throws(MessageFault) -> [Double] {
    var (isVector, numbers): (Bool, [Double]?) = (false, nil)
    for entry in entries {
      switch entry.value.valueType {
      case .stringValue(Vector.type) where entry.key == Vector.typeField: isVector = true
      case .arrayValue(let array) where entry.key == Vector.valueField:
        numbers = array.values.compactMap(\.double)
        if numbers?.count != array.values.count { throw .vector(field: field) }
      default: throw .vector(field: field)
      }
    }
    guard isVector, let numbers else { throw .vector(field: field) }
    return numbers
  }
}

extension ProtoValue {
  fileprivate var double: Double? {
    if case .doubleValue(let number) = valueType { number } else { nil }
  }
}

extension Instant {
  /// Nil out of Firestore's range; what is below a microsecond is dropped, as Firestore does.
  init?(_ timestamp: Google_Protobuf_Timestamp) {
    let (scaled, overflow) = timestamp.seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, (0..<1_000_000_000).contains(timestamp.nanos) else { return nil }
    let (microseconds, isTooLate) = scaled.addingReportingOverflow(Int64(timestamp.nanos / 1000))
    guard !isTooLate else { return nil }
    self.init(microseconds: microseconds)
  }
}
