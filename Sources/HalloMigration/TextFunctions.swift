internal import Documents

/// Functions on texts that keep every byte, where SQLite's own end at a NUL.
final class TextFunctions {
  private let parser = JSONParser()
  private var output = ByteBuffer()

  /// What the last successful call made; valid until the next.
  var result: UnsafeBufferPointer<UInt8> { output.bytes }

  /// Reads the JSON of a string.
  ///
  /// - Returns: Whether it is one.
  func read(_ json: UnsafeBufferPointer<UInt8>) throws -> Bool {
    guard json.count >= 2, json[0] == UInt8(ascii: "\"") else { return false }
    output.truncate(to: 0)
    let content = json.slice(1..<(json.count - 1))
    if !content.contains(UInt8(ascii: "\\")) {
      output.append(content)
      return true
    }
    var object = ByteBuffer(capacity: json.count + 8)
    object.append("{\"t\":")
    object.append(json)
    object.append(UInt8(ascii: "}"))
    let fields = try DocumentReader.fields(of: object.bytes, parser: parser)
    guard case .string(let text)? = fields.first?.value else { return false }
    output.append(text)
    return true
  }

  /// A path in which a document has another id.
  ///
  /// - Parameters:
  ///   - document: The path of a document that is `path`, or is above it.
  ///   - path: The path.
  ///   - id: The new last segment of `document`.
  /// - Returns: The new path, valid until the next call.
  func replaceID(
    of document: UnsafeBufferPointer<UInt8>, in path: UnsafeBufferPointer<UInt8>,
    by id: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    output.truncate(to: 0)
    output.append(path.slice(0..<(document.count - DocumentPath.identifier(document).count)))
    output.append(id)
    output.append(path.slice(document.count..<path.count))
    return output.bytes
  }
}
