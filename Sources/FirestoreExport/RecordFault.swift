/// What a document holds that Firestore, or its export format, does not.
package enum RecordFault: Error, Sendable {
  case notProtobuf
  case notUTF8
  case unknownField(in: String)
  case missing(String)
  /// A collection or document id that is empty, too long, `.`, `..`, `__…__`, or holds a `/`.
  case invalidIdentifier(String)
  case oddPath(String)
  case invalidProject(String)
  /// A field's name that is empty, longer than 1,500 bytes, or reserved (`__…__`).
  case invalidFieldName(String)
  case duplicateField(String)
  /// A value whose kind and meaning don't go together.
  case unknownType(field: String, meaning: Int32, kind: String)
  case mixedVector(field: String)
  case timestampOutOfRange(microseconds: Int64)
  case geopointOutOfRange(latitude: Double, longitude: Double)
  case nestedArray(field: String)
  case vectorInArray(field: String)
  case emptyVector(field: String)
  case tooDeep(limit: Int)
  case tooLarge(bytes: Int, limit: Int)
}

extension RecordFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notProtobuf: "it is not a protocol buffer of the right shape"
    case .notUTF8: "a text is not valid UTF-8"
    case .unknownField(let message): "\(message) has a field that is not known here"
    case .missing(let what): "it has no \(what)"
    case .invalidIdentifier(let id): "\(id.quoted) is not a valid collection or document id"
    case .oddPath(let path): "\(path.quoted) is not the path of a document"
    case .invalidProject(let name): "\(name.quoted) is not a valid project or database id"
    case .invalidFieldName(let name): "\(name.quoted) is not a valid field name"
    case .duplicateField(let name): "the field \(name.quoted) occurs more than once"
    case .unknownType(let field, let meaning, let kind):
      "the field \(field.quoted) has no known type (meaning \(meaning), value: \(kind))"
    case .mixedVector(let field): "the vector \(field.quoted) holds something other than doubles"
    case .timestampOutOfRange(let time): "the timestamp \(time) µs is not in the years 1 to 9999"
    case .geopointOutOfRange(let latitude, let longitude):
      "there is no point at latitude \(latitude), longitude \(longitude)"
    case .nestedArray(let field): "the array \(field.quoted) holds an array"
    case .vectorInArray(let field): "the array \(field.quoted) holds a vector"
    case .emptyVector(let field): "the vector \(field.quoted) is empty"
    case .tooDeep(let limit): "its maps nest more than \(limit) deep"
    case .tooLarge(let bytes, let limit): "its \(bytes) bytes are more than \(limit)"
    }
  }
}
