/// The fields of a document in a JSON tree, as node-firestore-import-export writes them: JSON's own
/// types as they are, timestamps, geopoints and references as `{"__datatype__":…,"value":…}`.
package enum TreeFields {
  private static let marker: StaticString = "__datatype__"

  /// Whether a text may have values that ``rewrite(_:parser:to:)`` changes.
  package static func hasDatatypes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.firstIndex(of: marker, from: 0) != nil
  }

  /// Writes the fields with such values in the canonical forms of ``DocumentReader``, names as they
  /// come and unchecked.
  ///
  /// - Parameters:
  ///   - text: One JSON object, with ``JSONParser/padding`` readable bytes after it.
  ///   - parser: A parser to use.
  ///   - output: Receives the text.
  /// - Throws: ``DocumentFault`` if the text is not JSON or a value not one of its type.
  package static func rewrite(
    _ text: UnsafeBufferPointer<UInt8>, parser: JSONParser, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    let root = try parser.parse(text)
    guard root.tag == .object else { throw .notAnObject }
    try writeMembers(of: root, to: &output)
  }

  private static func write(
    _ node: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    switch node.tag {
    case .object:
      if let (type, value) = typed(node) { return try write(value, of: type, to: &output) }
      try writeMembers(of: node, to: &output)
    case .array: try writeElements(of: node, to: &output)
    default: try output.appendJSON(scalar: node)
    }
  }

  private static func writeMembers(
    of object: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    output.append(UInt8(ascii: "{"))
    var next = object.index + 1
    while next < object.close {
      if next > object.index + 1 { output.append(UInt8(ascii: ",")) }
      output.appendJSON(string: object.at(next).string)
      output.append(UInt8(ascii: ":"))
      let value = object.at(next + 1)
      try write(value, to: &output)
      next = value.end
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func writeElements(
    of array: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    output.append(UInt8(ascii: "["))
    var next = array.index + 1
    while next < array.close {
      if next > array.index + 1 { output.append(UInt8(ascii: ",")) }
      try write(array.at(next), to: &output)
      next = array.at(next).end
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension TreeFields {
  /// The type and the value of an object that has just these two members, in either order.
  private static func typed(_ node: JSONNode) -> (type: JSONNode, value: JSONNode)? {
    guard let type = node.member(marker), let value = node.member("value") else { return nil }
    return max(type.end, value.end) == node.close && min(type.index, value.index) == node.index + 2
      && max(type.index, value.index) == min(type.end, value.end) + 1 ? (type, value) : nil
  }

  private static func write(
    _ value: JSONNode, of type: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    if type.isText("timestamp") {
      try writeTimestamp(value, to: &output)
    } else if type.isText("geopoint") {
      try writeGeopoint(value, to: &output)
    } else if type.isText("documentReference") {
      try writeReference(value, to: &output)
    } else {
      throw .typedValue(
        form: marker, expected: "one of `timestamp`, `geopoint` and `documentReference`")
    }
  }

  /// Seconds since 1970 and the nanoseconds after them, or RFC 3339 text.
  private static func writeTimestamp(
    _ value: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    output.append("{\"__time__\":\"")
    if value.tag == .string, let instant = Instant(rfc3339: value.string) {
      instant.append(to: &output)
    } else if let seconds = value.member("_seconds"), seconds.tag == .integer,
      let nanoseconds = value.member("_nanoseconds"), nanoseconds.tag == .integer,
      let instant = Instant(seconds: seconds.integer, nanoseconds: nanoseconds.integer)
    {
      instant.append(to: &output)
    } else {
      throw .typedValue(
        form: "timestamp", expected: "`_seconds` and `_nanoseconds` of a time from year 1 to 9999")
    }
    output.append("\"}")
  }

  private static func writeGeopoint(
    _ value: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    guard let latitude = value.member("_latitude").flatMap(TypedValue.number),
      let longitude = value.member("_longitude").flatMap(TypedValue.number)
    else {
      throw .typedValue(form: "geopoint", expected: "a `_latitude` and a `_longitude` in degrees")
    }
    output.append("{\"__geo__\":[")
    output.appendJSON(double: latitude)
    output.append(UInt8(ascii: ","))
    output.appendJSON(double: longitude)
    output.append("]}")
  }

  private static func writeReference(
    _ value: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    guard value.tag == .string else {
      throw .typedValue(form: "documentReference", expected: "a document's path")
    }
    output.append("{\"__ref__\":")
    output.appendJSON(string: value.string)
    output.append(UInt8(ascii: "}"))
  }
}

extension Instant {
  /// Adds nanoseconds to seconds, also before 1970.
  ///
  /// Digits beyond the sixth are dropped, as Firestore does.
  fileprivate init?(seconds: Int64, nanoseconds: Int64) {
    guard seconds.magnitude < 1_000_000_000_000, (0..<1_000_000_000).contains(nanoseconds) else {
      return nil
    }
    self.init(microseconds: seconds * 1_000_000 + nanoseconds / 1000)
  }
}

extension JSONParser {
  /// Writes the bytes that a JSON string stands for.
  ///
  /// - Parameters:
  ///   - literal: The string with its quotes, and ``padding`` readable bytes after it.
  ///   - output: Receives the bytes.
  /// - Throws: ``DocumentFault/notJSON(reason:)``.
  package func appendText(
    of literal: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    let node = try parse(literal)
    guard node.tag == .string else { throw .notJSON(reason: "a name is not a string") }
    output.append(node.string)
  }
}
