internal import Documents
internal import Foundation
internal import SwiftProtobuf

/// Turns the properties of a document, or of a map in one, into fields.
struct MapDecoder {
  /// Where the document is: references are told from there.
  let home: Home
  /// How many maps surround this one.
  let depth: Int

  /// - Throws: ``RecordFault``.
  func fields(of entity: EntityProto) throws(RecordFault) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(entity.property.count + entity.rawProperty.count)
    try append(entity.property, to: &fields)
    try append(entity.rawProperty, to: &fields)
    try fields.checkNames()
    return fields
  }

  private func append(
    _ properties: [EntityProperty], to fields: inout [Field]
  ) throws(RecordFault) {
    var index = 0
    while index < properties.count {
      let property = properties[index]
      let end = property.multiple ? arrayEnd(properties, from: index) : index + 1
      let value =
        property.multiple ? try array(properties[index..<end]) : try single(property)
      fields.append(Field(name: property.name, value: value))
      index = end
    }
  }

  /// Where the properties end that are the elements of the array that begins at `start`.
  private func arrayEnd(_ properties: [EntityProperty], from start: Int) -> Int {
    let name = properties[start].name
    return properties[start...].firstIndex {
      !$0.multiple || !Identifier.areEqual($0.name, name)
    } ?? properties.count
  }

  private func array(_ elements: ArraySlice<EntityProperty>) throws(RecordFault) -> Value {
    if elements.contains(where: { $0.meaning == Meaning.vector }) { return try vector(elements) }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try value(of: element)) }
    return .array(values)
  }

  private func vector(_ elements: ArraySlice<EntityProperty>) throws(RecordFault) -> Value {
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      guard element.meaning == Meaning.vector, case .double(let number) = try element.content()
      else {
        throw .mixedVector(field: element.name)
      }
      numbers.append(number)
    }
    return .vector(numbers)
  }

  private func single(_ property: EntityProperty) throws(RecordFault) -> Value {
    if property.meaning == Meaning.emptyArray, try property.content() == nil {
      return .array([])
    }
    return try value(of: property)
  }

  /// A value that isn't an array.
  private func value(of property: EntityProperty) throws(RecordFault) -> Value {
    let content = try property.content()
    switch (property.meaning, content) {
    case (Meaning.none, nil): return .null
    case (Meaning.none, .boolean(let value)): return .boolean(value)
    case (Meaning.none, .integer(let value)): return .integer(value)
    case (Meaning.none, .double(let value)): return .double(value)
    case (Meaning.none, .string(let value)): return .string(try text(value))
    case (Meaning.none, .reference(let value)):
      return .reference(try ResourceName(value).text(from: home))
    case (Meaning.timestamp, .integer(let value)): return try timestamp(value)
    case (Meaning.bytes, .string(let value)): return .bytes([UInt8](value))
    case (Meaning.geopoint, .point(let point)): return try geopoint(point)
    case (Meaning.map, .string(let value)): return .map(try map(value))
    default:
      throw .unknownType(field: property.name, meaning: property.meaning, kind: content.name)
    }
  }

  private func text(_ bytes: Data) throws(RecordFault) -> String {
    let text = bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    guard let text else { throw .notUTF8 }
    return text
  }

  private func timestamp(_ microseconds: Int64) throws(RecordFault) -> Value {
    try Limits.check(timestamp: microseconds)
    return .timestamp(microseconds: microseconds)
  }

  private func geopoint(_ point: EntityValue.Point) throws(RecordFault) -> Value {
    guard point.hasLatitude, point.hasLongitude else { throw .missing("latitude or longitude") }
    try Limits.check(latitude: point.latitude, longitude: point.longitude)
    return .geopoint(latitude: point.latitude, longitude: point.longitude)
  }

  private func map(_ bytes: Data) throws(RecordFault) -> [Field] {
    if depth >= Limits.depth { throw .tooDeep(limit: Limits.depth) }
    let entity = try EntityProto(parsing: bytes.bytes)
    return try MapDecoder(home: home, depth: depth + 1).fields(of: entity)
  }
}
