internal import Documents
internal import Foundation
internal import SwiftProtobuf

/// Turns the fields of a document, or of a map in one, into properties.
struct MapEncoder {
  /// Where the document is: references are told from there.
  let home: Home
  /// How many maps surround this one.
  let depth: Int

  /// - Throws: ``RecordFault``.
  func add(_ fields: [Field], to entity: inout EntityProto) throws(RecordFault) {
    try fields.checkNames()
    for field in fields { try add(field, to: &entity) }
  }

  private func add(_ field: Field, to entity: inout EntityProto) throws(RecordFault) {
    switch field.value {
    case .array(let elements) where elements.isEmpty:
      entity.property.append(EntityProperty(field.name, meaning: Meaning.emptyArray, EntityValue()))
    case .array(let elements):
      for element in elements {
        if case .array = element { throw .nestedArray(field: field.name) }
        if case .vector = element { throw .vectorInArray(field: field.name) }
        entity.rawProperty.append(try property(field.name, element, multiple: true))
      }
    case .vector(let numbers):
      if numbers.isEmpty { throw .emptyVector(field: field.name) }
      for number in numbers {
        let value = EntityValue.with { $0.double = number }
        entity.rawProperty.append(
          EntityProperty(field.name, meaning: Meaning.vector, multiple: true, value))
      }
    default:
      entity.rawProperty.append(try property(field.name, field.value, multiple: false))
    }
  }

  /// The property of a value that isn't an array or vector.
  private func property(
    _ name: String, _ value: Value, multiple: Bool
  ) throws(RecordFault) -> EntityProperty {
    let content = try content(of: value)
    return EntityProperty(name, meaning: meaning(of: value), multiple: multiple, content)
  }

  private func meaning(of value: Value) -> Int32 {
    switch value {
    case .timestamp: Meaning.timestamp
    case .bytes: Meaning.bytes
    case .geopoint: Meaning.geopoint
    case .map: Meaning.map
    default: Meaning.none
    }
  }

  private func content(of value: Value) throws(RecordFault) -> EntityValue {
    var content = EntityValue()
    switch value {
    // An array here would be an element of another, which has been refused.
    case .null, .array, .vector: break
    case .boolean(let value): content.boolean = value
    case .integer(let value): content.integer = value
    case .double(let value): content.double = value
    case .string(let value): content.string = Data(value.utf8)
    case .bytes(let value): content.string = Data(value)
    case .timestamp(let value):
      try Limits.check(timestamp: value)
      content.integer = value
    case .reference(let text):
      content.reference = .init(try ResourceName(parsing: text, from: home))
    case .geopoint(let latitude, let longitude):
      try Limits.check(latitude: latitude, longitude: longitude)
      content.point.latitude = latitude
      content.point.longitude = longitude
    case .map(let fields): content.string = try map(fields)
    }
    return content
  }

  /// A map: an entity whose key and group are there, and empty.
  private func map(_ fields: [Field]) throws(RecordFault) -> Data {
    if depth >= Limits.depth { throw .tooDeep(limit: Limits.depth) }
    var entity = EntityProto()
    entity.key.app = ""
    entity.key.path = EntityPath()
    entity.entityGroup = Data()
    try MapEncoder(home: home, depth: depth + 1).add(fields, to: &entity)
    return try entity.bytes()
  }
}

extension EntityProperty {
  fileprivate init(
    _ name: String, meaning: Int32, multiple: Bool = false, _ value: EntityValue
  ) {
    self.init()
    // Google leaves out a meaning of nothing, and writes every `multiple`.
    if meaning != Meaning.none { self.meaning = meaning }
    self.name = name
    self.multiple = multiple
    self.value = value
  }
}
