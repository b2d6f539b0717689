/// The canonical forms of Firestore's types that JSON has not: each a single-member object.
enum TypedValue {
  /// `{"__time__":"2025-10-09T07:00:00.000000Z"}`.
  static func writeTime(_ value: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard value.tag == .string, let instant = Instant(rfc3339: value.string) else {
      throw .typedValue(form: "__time__", expected: "an RFC 3339 time from year 1 to 9999")
    }
    output.append("{\"__time__\":\"")
    instant.append(to: &output)
    output.append("\"}")
  }

  /// `{"__bytes__":"<padded base64>"}`.
  static func writeBytes(_ value: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    var bytes = ByteBuffer()
    guard value.tag == .string, Base64.decode(value.string, into: &bytes) else {
      throw .typedValue(form: "__bytes__", expected: "padded base64")
    }
    output.append("{\"__bytes__\":\"")
    Base64.encode(bytes.bytes, into: &output)
    output.append("\"}")
  }

  /// `{"__ref__":"users/u1"}`, or a full resource name for another project or database.
  static func writeReference(_ value: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    guard value.tag == .string, isReference(value.string) else {
      throw .typedValue(form: "__ref__", expected: "a document's path")
    }
    output.append("{\"__ref__\":")
    output.appendJSON(string: value.string)
    output.append(UInt8(ascii: "}"))
  }

  /// `{"__geo__":[latitude,longitude]}`, in degrees.
  static func writeGeopoint(_ value: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    let numbers = value.tag == .array ? value.elements.compactMap(number) : []
    guard numbers.count == 2, value.elements.count == 2, abs(numbers[0]) <= 90,
      abs(numbers[1]) <= 180
    else {
      throw .typedValue(form: "__geo__", expected: "a latitude and a longitude in degrees")
    }
    write(numbers, as: "{\"__geo__\":[", to: &output)
  }

  /// `{"__vector__":[0.1,0.2]}`.
  static func writeVector(_ value: JSONNode, to output: inout ByteBuffer) throws(DocumentFault) {
    let numbers = value.tag == .array ? value.elements.compactMap(number) : []
    guard value.tag == .array, numbers.count == value.elements.count else {
      throw .typedValue(form: "__vector__", expected: "an array of numbers")
    }
    write(numbers, as: "{\"__vector__\":[", to: &output)
  }

  /// `{"__double__":"NaN"}`: what JSON has no number for, and −0.0, which readers lose.
  static func writeSpecialDouble(
    _ value: JSONNode, to output: inout ByteBuffer
  ) throws(DocumentFault) {
    guard value.tag == .string, let double = specialDouble(value.string) else {
      throw .typedValue(form: "__double__", expected: "NaN, Infinity, -Infinity or -0")
    }
    output.appendJSON(double: double)
  }

  static func specialDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if text.equals("NaN") { return .nan }
    if text.equals("Infinity") { return .infinity }
    if text.equals("-Infinity") { return -.infinity }
    return text.equals("-0") ? -0.0 : nil
  }

  private static func isReference(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var path = text
    if text.starts(with: "projects/") {
      let parts = text.text.utf8.split(separator: slash, maxSplits: 5)
      if parts.count == 6, parts[2].elementsEqual("databases".utf8),
        parts[4].elementsEqual("documents".utf8)
      {
        path = text.slice((text.count - parts[5].count)..<text.count)
      }
    }
    return (try? DocumentPath.check(path)) != nil
  }

  /// A number, or the special double that stands for one.
  static func number(_ node: JSONNode) -> Double? {
    switch node.tag {
    case .integer: return Double(node.integer)
    case .double: return node.double
    case .object:
      guard let (name, value) = node.single, name.equals("__double__"), value.tag == .string else {
        return nil
      }
      return specialDouble(value.string)
    default: return nil
    }
  }

  private static func write(
    _ numbers: [Double], as opening: StaticString, to output: inout ByteBuffer
  ) {
    output.append(opening)
    for (position, number) in numbers.enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      output.appendJSON(double: number)
    }
    output.append("]}")
  }
}
