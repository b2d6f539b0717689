internal import SwiftProtobuf

extension EntityProperty {
  /// What the property's value holds, or nil for a null; which type that is, the meaning says.
  ///
  /// - Throws: ``RecordFault`` if there is no value, or one of an unknown kind.
  func content() throws(RecordFault) -> EntityValue.OneOf_Kind? {
    let value = value
    let isKnown = value.unknownFields.data.isEmpty && unknownFields.data.isEmpty
    guard isKnown else { throw .unknownField(in: "the value of \(name.quoted)") }
    if let kind = value.kind { return kind }
    guard hasValue else { throw .missing("value for the field \(name.quoted)") }
    return nil
  }
}

extension EntityValue.OneOf_Kind? {
  /// What to call it in an error.
  var name: String {
    switch self {
    case nil: "empty"
    case .integer: "an integer"
    case .boolean: "a boolean"
    case .string: "text or bytes"
    case .double: "a double"
    case .point: "a point"
    case .reference: "a reference"
    }
  }
}
