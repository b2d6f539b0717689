internal import Documents
internal import Foundation
internal import SwiftProtobuf

/// Turns values into messages to one database.
struct ValueEncoder {
  let database: DatabaseName

  func value(_ value: Value) -> ProtoValue {
    var message = ProtoValue()
    switch value {
    case .null: message.nullValue = .nullValue
    case .boolean(let value): message.booleanValue = value
    case .integer(let value): message.integerValue = value
    case .double(let value): message.doubleValue = value
    case .timestamp(let value): message.timestampValue = .init(microseconds: value)
    case .string(let value): message.stringValue = value
    case .bytes(let value): message.bytesValue = Data(value)
    case .reference(let text): message.referenceValue = name(of: text)
    case .geopoint(let latitude, let longitude):
      message.geoPointValue.latitude = latitude
      message.geoPointValue.longitude = longitude
    case .array(let values): message.arrayValue.values = values.map(self.value)
    case .vector(let numbers): message.mapValue.fields = vector(numbers)
    case .map(let fields):
      message.mapValue.fields = fields.map { entry($0.name, self.value($0.value)) }
    }
    return message
  }

  private func vector(_ numbers: [Double]) -> [ProtoMapValue.FieldsEntry] {
    [
      entry(Vector.typeField, value(.string(Vector.type))),
      entry(Vector.valueField, value(.array(numbers.map { .double($0) }))),
    ]
  }

  private func entry(_ name: String, _ value: ProtoValue) -> ProtoMapValue.FieldsEntry {
    var entry = ProtoMapValue.FieldsEntry()
    entry.key = name
    entry.value = value
    return entry
  }

  /// The full name of what a reference's text names: a path has an even number of segments, and a
  /// full name an odd one.
  private func name(of reference: String) -> String {
    let slashes = reference.utf8.count { $0 == UInt8(ascii: "/") }
    return slashes % 2 == 1 ? database.name(of: reference) : reference
  }
}

/// How Firestore writes a vector: as a map with names that it keeps for itself.
enum Vector {
  static let typeField = "__type__"
  static let type = "__vector__"
  static let valueField = "value"
}

extension Google_Protobuf_Timestamp {
  init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init()
    self.seconds = rest < 0 ? seconds - 1 : seconds
    nanos = Int32(rest < 0 ? rest + 1_000_000 : rest) * 1000
  }

  init(_ instant: Instant) { self.init(microseconds: instant.microseconds) }
}
