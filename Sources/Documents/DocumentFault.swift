/// Why a text or a message is not a document.
package enum DocumentFault: Error, CustomStringConvertible {
  case notJSON(reason: String)
  case notAnObject
  case noPath
  case noData
  case unknownMember(String)
  case path(DocumentPath.Fault)
  case emptyFieldName
  case longFieldName
  case reservedFieldName(String)
  case duplicateFieldName(String)
  case integerOutOfRange
  case typedValue(form: StaticString, expected: StaticString)
  case tooLong(limit: Int)
  case tooDeep(limit: Int)

  package var description: String {
    switch self {
    case .notJSON(let reason): "not JSON: \(reason)"
    case .notAnObject: "not a JSON object; a line is `{\"path\":\"…\",\"data\":{…}}`"
    case .noPath: "there is no `path` (or `name`) that is a string"
    case .noData: "there is no `data` (or `fields`) that is an object"
    case .unknownMember(let name): "the member `\(name)` is not one of `path` and `data`"
    case .path(let fault): fault.rawValue
    case .emptyFieldName: "a field's name is empty"
    case .longFieldName: "a field's name is over 1,500 bytes"
    case .reservedFieldName(let name): "the field name `\(name)` is of the reserved form `__…__`"
    case .duplicateFieldName(let name): "the field name `\(name)` is there twice"
    case .integerOutOfRange: "an integer is beyond 64 bits"
    case .typedValue(let form, let expected): "the value of `\(form)` is not \(expected)"
    case .tooDeep(let limit): "maps and arrays nest deeper than \(limit) levels"
    case .tooLong(let limit): "longer than \(limit / 1_048_576) MiB"
    }
  }
}
