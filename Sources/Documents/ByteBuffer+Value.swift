extension ByteBuffer {
  /// Writes a document's fields as JSON, names as they come.
  package mutating func appendJSON(fields: [Field]) {
    append(UInt8(ascii: "{"))
    for (position, field) in fields.enumerated() {
      if position > 0 { append(UInt8(ascii: ",")) }
      appendJSON(string: field.name)
      append(UInt8(ascii: ":"))
      appendJSON(value: field.value)
    }
    append(UInt8(ascii: "}"))
  }

  package mutating func appendJSON(value: Value) {
    switch value {
    case .null: append("null")
    case .boolean(let flag): append(flag ? "true" : "false")
    case .integer(let integer): appendJSON(integer: integer)
    case .double(let double): appendJSON(double: double)
    case .timestamp(let microseconds): appendJSON(microseconds: microseconds)
    case .string(let text): appendJSON(string: text)
    case .bytes(let bytes):
      append("{\"__bytes__\":\"")
      bytes.withUnsafeBufferPointer { Base64.encode($0, into: &self) }
      append("\"}")
    case .reference(let path):
      append("{\"__ref__\":")
      appendJSON(string: path)
      append(UInt8(ascii: "}"))
    case .geopoint(let latitude, let longitude):
      append("{\"__geo__\":")
      appendJSON(list: [latitude, longitude]) { $0.appendJSON(double: $1) }
      append(UInt8(ascii: "}"))
    case .vector(let numbers):
      append("{\"__vector__\":")
      appendJSON(list: numbers) { $0.appendJSON(double: $1) }
      append(UInt8(ascii: "}"))
    case .array(let values): appendJSON(list: values) { $0.appendJSON(value: $1) }
    case .map(let fields): appendJSON(fields: fields)
    }
  }

  /// A time beyond Firestore's range is written so that reading it back refuses it.
  private mutating func appendJSON(microseconds: Int64) {
    append("{\"__time__\":\"")
    Instant(microseconds: microseconds)?.append(to: &self)
    append("\"}")
  }

  private mutating func appendJSON<Element>(
    list: [Element], _ write: (inout ByteBuffer, Element) -> Void
  ) {
    append(UInt8(ascii: "["))
    for (position, element) in list.enumerated() {
      if position > 0 { append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    append(UInt8(ascii: "]"))
  }
}
