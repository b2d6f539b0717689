internal import Glibc

/// A photo as a document holds it: bytes, or base64 text.
///
/// A store keeps the bytes apart and leaves a marker in their place, `{"__photo__":[sha256, length,
/// format, form…]}`, from which the very same value can be made again. Firestore reserves names of
/// the form `__…__`, so no document has such a map of its own.
package struct InlinePhoto {
  /// How the photo was written: as Firestore bytes, or as text.
  enum Form {
    case bytes
    case text(TextForm)
  }

  /// What base64 text has besides its alphabet: a `data:` prefix, and line breaks at even distances.
  struct TextForm {
    var prefix: UnsafeBufferPointer<UInt8>
    /// Characters a line; 0 if there are no breaks.
    var lineLength = 0
    var lineEnding: StaticString = ""
    var endsWithBreak = false
  }

  package enum Fault: Sendable { case nullText, badData, unknownFormat }

  let form: Form
  let format: PhotoFormat

  /// Decodes a `photoData` text.
  ///
  /// - Parameters:
  ///   - text: The text, prefix and line breaks included.
  ///   - photo: Receives the bytes.
  /// - Throws: What is wrong with it.
  /// - Returns: nil if only the text itself can bring it back: its line breaks are
  ///   uneven, its prefix is odd, or its last character has bits that no byte uses.
  static func decode(
    text: UnsafeBufferPointer<UInt8>, into photo: inout ByteBuffer
  ) throws(PhotoFault) -> InlinePhoto? {
    if text.equals("<null>") { throw PhotoFault(.nullText) }
    let prefixLength = dataPrefixLength(text)
    let body = text.slice(prefixLength..<text.count)
    let start = photo.count
    guard Base64.decode(body, into: &photo), photo.count > start else { throw PhotoFault(.badData) }
    let format = try format(of: photo, since: start)
    let prefix = text.slice(0..<prefixLength)
    guard var form = lineLayout(of: body), prefix.allSatisfy(isPlain) else { return nil }
    form.prefix = prefix
    let bytes = photo[photo.range(since: start)]
    guard isReproduced(text, by: form, of: bytes, body: body) else { return nil }
    return InlinePhoto(form: .text(form), format: format)
  }

  private static func isReproduced(
    _ text: UnsafeBufferPointer<UInt8>, by form: TextForm, of photo: UnsafeBufferPointer<UInt8>,
    body: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if form.lineLength == 0 { return Base64.isCanonical(body, of: photo) }
    var again = ByteBuffer(capacity: text.count + 4)
    form.append(photo, to: &again)
    return again.bytes.equals(text)
  }

  /// Decodes the base64 text of a `__bytes__` value.
  static func decode(
    bytes text: UnsafeBufferPointer<UInt8>, into photo: inout ByteBuffer
  ) throws(PhotoFault) -> InlinePhoto {
    let start = photo.count
    guard Base64.decode(text, into: &photo), photo.count > start else { throw PhotoFault(.badData) }
    return InlinePhoto(form: .bytes, format: try format(of: photo, since: start))
  }

  private static func format(
    of photo: borrowing ByteBuffer, since start: Int
  ) throws(PhotoFault) -> PhotoFormat {
    guard let format = PhotoFormat(beginning: photo[photo.range(since: start)]) else {
      throw PhotoFault(.unknownFormat)
    }
    return format
  }

  /// The length of a `data:image/…;base64,` prefix.
  private static func dataPrefixLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.starts(with: "data:image/"),
      let comma = text.prefix(100).firstIndex(of: UInt8(ascii: ",")),
      text.slice(0..<(comma + 1)).ends(with: ";base64,")
    else { return 0 }
    return comma + 1
  }

  /// Whether a byte of a prefix is what media types are made of, and so cannot end a marker.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}")
  }

  private static func firstBreak(in body: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = body.baseAddress else { return nil }
    let places = [lineFeed, carriageReturn].compactMap { memchr(start, Int32($0), body.count) }
    return places.map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }.min()
  }

  /// How a text is broken into lines, going by its first break; the caller tells if that holds.
  private static func lineLayout(of body: UnsafeBufferPointer<UInt8>) -> TextForm? {
    var form = TextForm(prefix: UnsafeBufferPointer(start: nil, count: 0))
    guard let first = firstBreak(in: body) else { return form }
    let isPair =
      body[first] == carriageReturn && first + 1 < body.count
      && body[first + 1] == lineFeed
    form.lineEnding = isPair ? "\r\n" : body[first] == lineFeed ? "\n" : "\r"
    form.lineLength = first
    form.endsWithBreak = body[body.count - 1] == lineFeed || body[body.count - 1] == carriageReturn
    return first > 0 ? form : nil
  }
}

/// Why a `photoData` is no photo, as a thrown value.
struct PhotoFault: Error {
  let fault: InlinePhoto.Fault
  init(_ fault: InlinePhoto.Fault) { self.fault = fault }
}

extension InlinePhoto.TextForm {
  /// Writes the text that `photo` had.
  func append(_ photo: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
    output.append(prefix)
    guard lineLength > 0 else { return Base64.encode(photo, into: &output) }
    var text = ByteBuffer(capacity: photo.count / 3 * 4 + 8)
    Base64.encode(photo, into: &text)
    for start in stride(from: 0, to: text.count, by: lineLength) {
      if start > 0 { output.append(lineEnding) }
      output.append(text.bytes.slice(start..<min(start + lineLength, text.count)))
    }
    if endsWithBreak { output.append(lineEnding) }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  fileprivate func ends(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && slice((count - text.utf8CodeUnitCount)..<count).equals(text)
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
