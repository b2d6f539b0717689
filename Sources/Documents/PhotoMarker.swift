/// What stands in a stored document for a photo whose bytes are kept apart.
///
/// Text: `{"__photo__":["<sha256>",<bytes>,"jpg","bytes"]}`, or with `"text",prefix,line length,
/// line ending,ends with a break` as its last elements.
struct PhotoMarker {
  /// The marker as it is written.
  let text: String
  let digest: SHA256Digest

  init(digest: SHA256Digest, length: Int, photo: InlinePhoto) {
    self.digest = digest
    var output = ByteBuffer(capacity: 160)
    output.append("{\"__photo__\":[\"")
    output.append(digest.description)
    output.append("\",")
    output.appendJSON(integer: Int64(length))
    output.append(",\"\(photo.format.rawValue)\",")
    photo.form.append(to: &output)
    output.append("]}")
    text = output.bytes.text
  }

  /// Reads the value of a `__photo__` member; nil if it is not one that this program wrote.
  init?(_ node: JSONNode) {
    guard node.tag == .array else { return nil }
    let elements = node.elements
    guard elements.count == 4 || elements.count == 8, elements[0].tag == .string,
      let digest = SHA256Digest(hexadecimal: elements[0].string), elements[1].tag == .integer,
      elements[2].tag == .string, let format = PhotoFormat(rawValue: elements[2].string.text),
      let form = InlinePhoto.Form(elements)
    else { return nil }
    self.init(
      digest: digest, length: Int(elements[1].integer),
      photo: InlinePhoto(form: form, format: format))
  }

  func append(to output: inout ByteBuffer) { output.append(text) }
}

extension InlinePhoto.Form {
  fileprivate init?(_ elements: [JSONNode]) {
    guard elements.count == 8 else {
      self = .bytes
      return
    }
    guard elements[4].tag == .string, elements[5].tag == .integer, elements[6].tag == .string else {
      return nil
    }
    let ending = elements[6].string
    self = .text(
      InlinePhoto.TextForm(
        prefix: elements[4].string, lineLength: Int(elements[5].integer),
        lineEnding: ending.isEmpty
          ? "" : ending.equals("\r\n") ? "\r\n" : ending.equals("\r") ? "\r" : "\n",
        endsWithBreak: elements[7].tag == .yes))
  }

  fileprivate func append(to output: inout ByteBuffer) {
    guard case .text(let form) = self else { return output.append("\"bytes\"") }
    output.append("\"text\",")
    output.appendJSON(string: form.prefix)
    output.append(UInt8(ascii: ","))
    output.appendJSON(integer: Int64(form.lineLength))
    output.append(UInt8(ascii: ","))
    output.appendJSON(string: "\(form.lineEnding)")
    output.append(form.endsWithBreak ? ",true" : ",false")
  }

  /// Writes the value that the document had.
  fileprivate func appendValue(
    of photo: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) {
    switch self {
    case .bytes:
      output.append("{\"__bytes__\":\"")
      Base64.encode(photo, into: &output)
      output.append("\"}")
    case .text(let form):
      var text = ByteBuffer(capacity: photo.count / 3 * 4 + 64)
      form.append(photo, to: &text)
      output.appendJSON(string: text.bytes)
    }
  }
}

/// Puts photos back into the text of stored documents.
package final class PhotoRestorer {
  private let parser = JSONParser()
  private var marker = ByteBuffer()

  private static let opening: StaticString = "{\"__photo__\":["

  package init() {}

  /// Whether a stored document's text has photos to put back.
  package static func hasMarkers(_ stored: UnsafeBufferPointer<UInt8>) -> Bool {
    stored.firstIndex(of: opening, from: 0) != nil
  }

  /// Writes a stored document's canonical text, its photos inline.
  ///
  /// A string in the text cannot look like a marker, for its quotes would be escaped.
  package func restore(
    _ stored: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer,
    photo: (SHA256Digest) throws -> [UInt8]
  ) throws {
    var start = 0
    while let found = stored.firstIndex(of: Self.opening, from: start) {
      output.append(stored.slice(start..<found))
      let length = try restoreMarker(stored.slice(found..<stored.count), to: &output, photo: photo)
      start = found + length
    }
    output.append(stored.slice(start..<stored.count))
  }

  /// - Returns: The marker's length.
  private func restoreMarker(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer,
    photo: (SHA256Digest) throws -> [UInt8]
  ) throws -> Int {
    guard let end = text.firstIndex(of: UInt8(ascii: "}")) else { throw DocumentFault.notAnObject }
    marker.truncate(to: 0)
    marker.append(text.slice(0..<(end + 1)))
    let length = marker.count
    for _ in 0..<JSONParser.padding { marker.append(0) }
    let root = try parser.parse(marker.bytes.slice(0..<length))
    guard let (_, value) = root.single, let read = PhotoMarker(value), value.elements.count >= 4,
      let form = InlinePhoto.Form(value.elements)
    else { throw DocumentFault.reservedFieldName("__photo__") }
    try photo(read.digest).withUnsafeBufferPointer { form.appendValue(of: $0, to: &output) }
    return length
  }
}

extension SHA256Digest {
  /// Reads 64 hexadecimal digits.
  package init?(hexadecimal text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 64, let bytes = decodedHexadecimal(Array(text)) else { return nil }
    self.init(bytes: bytes)
  }
}
