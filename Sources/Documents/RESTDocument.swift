/// A document as Firestore's REST interface has it: `{"name":"projects/…/documents/…","fields":{…}}`,
/// each value an object that names its type.
///
/// Source: the reference of `google.firestore.v1.Document` and `Value`, in their JSON mapping.
struct RESTDocument {
  private let root: JSONNode
  /// `projects/p/databases/d/documents/`, which the document's own references begin with.
  private let home: UnsafeBufferPointer<UInt8>
  private let path: UnsafeBufferPointer<UInt8>

  init(_ root: JSONNode) throws(DocumentFault) {
    guard let name = root.member("name"), name.tag == .string,
      let home = Self.home(of: name.string)
    else { throw .noPath }
    self.root = root
    self.home = home
    path = name.string.slice(home.count..<name.string.count)
  }

  /// Writes the fields as JSON, names as they come.
  ///
  /// - Returns: The document's path.
  func write(to output: inout ByteBuffer) throws(DocumentFault) -> UnsafeBufferPointer<UInt8> {
    let fields = root.member("fields")
    if let fields, fields.tag != .object { throw .noData }
    try writeMembers(of: fields, to: &output)
    return path
  }

  private func writeMembers(
    of object: JSONNode?, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    output.append(UInt8(ascii: "{"))
    if let object {
      guard object.tag == .object else {
        throw .typedValue(form: "fields", expected: "an object")
      }
      var next = object.index + 1
      while next < object.close {
        if next > object.index + 1 { output.append(UInt8(ascii: ",")) }
        let (name, value) = (object.at(next).string, object.at(next + 1))
        if isReservedName(name) { throw .reservedFieldName(name.text) }
        output.appendJSON(string: name)
        output.append(UInt8(ascii: ":"))
        try write(value, to: &output)
        next = value.end
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard let (type, value) = node.single else {
      throw .typedValue(form: "fields", expected: "an object that names its type")
    }
    switch type.text {
    case "nullValue": try writeNull(value, to: &output)
    case "booleanValue": try writeBoolean(value, to: &output)
    case "integerValue": try writeInteger(value, to: &output)
    case "doubleValue": try writeDouble(value, to: &output)
    case "stringValue": output.appendJSON(string: try string(value))
    case "timestampValue": try wrap(value, in: "__time__", to: &output)
    case "bytesValue": try wrap(value, in: "__bytes__", to: &output)
    case "referenceValue": try writeReference(value, to: &output)
    case "geoPointValue": try writeGeopoint(value, to: &output)
    case "arrayValue": try writeArray(value, to: &output)
    case "mapValue": try writeMap(value, to: &output)
    default: throw .typedValue(form: "fields", expected: "of one of Firestore's types")
    }
  }

  private func string(_ node: JSONNode) throws(DocumentFault) -> UnsafeBufferPointer<UInt8> {
    guard node.tag == .string else { throw .typedValue(form: "fields", expected: "a string") }
    return node.string
  }

  private func wrap(
    _ node: JSONNode, in name: StaticString, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    output.append("{\"")
    output.append(name)
    output.append("\":")
    output.appendJSON(string: try string(node))
    output.append(UInt8(ascii: "}"))
  }

  /// Protobuf's JSON mapping has a null for the only case of `NullValue`; some writers name it.
  private func writeNull(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard node.tag == .null || node.isText("NULL_VALUE") else {
      throw .typedValue(form: "nullValue", expected: "null")
    }
    output.append("null")
  }

  private func writeBoolean(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard node.tag == .yes || node.tag == .no else {
      throw .typedValue(form: "booleanValue", expected: "true or false")
    }
    output.append(node.tag == .yes ? "true" : "false")
  }

  /// 64-bit integers are text in Protobuf's JSON mapping; readers take numbers as well.
  private func writeInteger(
    _ node: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    if node.tag == .integer { return output.appendJSON(integer: node.integer) }
    guard node.tag == .string, let integer = Int64(node.string.text) else {
      throw .integerOutOfRange
    }
    output.appendJSON(integer: integer)
  }

  private func writeDouble(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    switch node.tag {
    case .integer: output.appendJSON(double: Double(node.integer))
    case .unsigned: output.appendJSON(double: Double(UInt64(bitPattern: node.integer)))
    case .double: output.appendJSON(double: node.double)
    default:
      let text = try string(node)
      if let special = TypedValue.specialDouble(text) {
        return output.appendJSON(double: special)
      }
      guard let double = Double(text.text), double.isFinite else {
        throw .typedValue(form: "doubleValue", expected: "a number")
      }
      output.appendJSON(double: double)
    }
  }

  /// A reference into the document's own database is a bare path.
  private func writeReference(
    _ node: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    let name = try string(node)
    let isLocal = name.count > home.count && name.slice(0..<home.count).elementsEqual(home)
    output.append("{\"__ref__\":")
    output.appendJSON(string: isLocal ? name.slice(home.count..<name.count) : name)
    output.append(UInt8(ascii: "}"))
  }

  /// A coordinate of 0 is left out by the server.
  private func writeGeopoint(
    _ node: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    guard node.tag == .object else {
      throw .typedValue(form: "geoPointValue", expected: "an object")
    }
    output.append("{\"__geo__\":[")
    if let latitude = node.member("latitude") {
      try writeDouble(latitude, to: &output)
    } else {
      output.append("0.0")
    }
    output.append(",")
    if let longitude = node.member("longitude") {
      try writeDouble(longitude, to: &output)
    } else {
      output.append("0.0")
    }
    output.append("]}")
  }

  private func writeArray(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    let values = node.member("values")
    guard node.tag == .object, values.map({ $0.tag == .array }) ?? true else {
      throw .typedValue(form: "arrayValue", expected: "an object whose `values` are an array")
    }
    output.append(UInt8(ascii: "["))
    for (position, element) in (values?.elements ?? []).enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      try write(element, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// A vector is a map of two reserved members, `__type__` and `value`.
  private func writeMap(_ node: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard node.tag == .object else { throw .typedValue(form: "mapValue", expected: "an object") }
    let fields = node.member("fields")
    guard let type = fields?.member("__type__")?.member("stringValue"), type.tag == .string,
      type.string.equals("__vector__"),
      let values = fields?.member("value")?.member("arrayValue")
    else { return try writeMembers(of: fields, to: &output) }
    output.append("{\"__vector__\":")
    try writeArray(values, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func home(
    of name: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    let parts = name.split(separator: slash, maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].elementsEqual("projects".utf8),
      parts[2].elementsEqual("databases".utf8), parts[4].elementsEqual("documents".utf8)
    else { return nil }
    return name.slice(0..<(name.count - parts[5].count))
  }
}
