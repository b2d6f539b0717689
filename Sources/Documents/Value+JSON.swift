extension DocumentReader {
  /// The fields of a document's canonical JSON as values, for writers of other formats.
  package static func fields(
    of text: UnsafeBufferPointer<UInt8>, parser: JSONParser
  ) throws(DocumentFault) -> [Field] {
    var padded = ByteBuffer(capacity: text.count + JSONParser.padding)
    padded.append(text)
    for _ in 0..<JSONParser.padding { padded.append(0) }
    let root = try parser.parse(padded.bytes.slice(0..<text.count))
    return try fields(of: root)
  }

  private static func fields(of object: JSONNode) throws(DocumentFault) -> [Field] {
    guard object.tag == .object else { throw .notAnObject }
    var (fields, next) = ([Field](), object.index + 1)
    while next < object.close {
      let value = object.at(next + 1)
      fields.append(Field(name: object.at(next).string.text, value: try self.value(of: value)))
      next = value.end
    }
    return fields
  }

  private static func value(of node: JSONNode) throws(DocumentFault) -> Value {
    switch node.tag {
    case .null: return .null
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .integer: return .integer(node.integer)
    case .double: return .double(node.double)
    case .string: return .string(node.string.text)
    case .array:
      var values = [Value]()
      for element in node.elements { values.append(try value(of: element)) }
      return .array(values)
    case .object:
      if let (name, content) = node.single, let typed = typed(name, content) { return typed }
      return .map(try fields(of: node))
    case .unsigned, nil: throw .integerOutOfRange
    }
  }

  /// One of the types that JSON has not.
  ///
  /// Canonical text was checked when it was written.
  private static func typed(_ name: UnsafeBufferPointer<UInt8>, _ content: JSONNode) -> Value? {
    if name.equals("__time__") {
      return Instant(rfc3339: content.string).map { .timestamp(microseconds: $0.microseconds) }
    }
    if name.equals("__bytes__") {
      var bytes = ByteBuffer()
      return Base64.decode(content.string, into: &bytes) ? .bytes(Array(bytes.bytes)) : nil
    }
    if name.equals("__ref__") { return .reference(content.string.text) }
    if name.equals("__double__") {
      return TypedValue.specialDouble(content.string).map(Value.double)
    }
    if name.equals("__vector__") { return .vector(content.elements.compactMap(TypedValue.number)) }
    if name.equals("__geo__") {
      let degrees = content.elements.compactMap(TypedValue.number)
      return degrees.count == 2 ? .geopoint(latitude: degrees[0], longitude: degrees[1]) : nil
    }
    return nil
  }
}
