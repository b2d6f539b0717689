internal import Documents

/// Turns canonical JSON into the text of a tree.
///
/// Times, geopoints and references within the database become `{"__datatype__":…,"value":…}`. What
/// node-firestore-import-export has no form for stays in its canonical one, so that nothing is lost.
enum TreeText {
  /// - Parameters:
  ///   - text: Canonical JSON, or a part of it that begins and ends between values.
  ///   - output: Receives the text.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
    var (copied, index) = (0, 0)
    // Within a string this text would have its quote escaped.
    while let found = text.firstIndex(of: UInt8(ascii: "{"), from: index) {
      index = found + 1
      let rest = text.slice(found..<text.count)
      guard rest.starts(with: "{\"__") else { continue }
      output.append(text.slice(copied..<found))
      copied = found + appendTyped(rest, to: &output)
      index = max(index, copied)
    }
    output.append(text.slice(copied..<text.count))
  }

  /// Writes the value that a text begins with, if it has another form in a tree.
  ///
  /// - Returns: The value's length; 0 if nothing was written.
  private static func appendTyped(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) -> Int {
    if text.starts(with: "{\"__time__\":\"") { return appendTime(text, to: &output) }
    if text.starts(with: "{\"__geo__\":[") { return appendGeopoint(text, to: &output) }
    if text.starts(with: "{\"__ref__\":\"") { return appendReference(text, to: &output) }
    return 0
  }

  /// `{"__time__":"2025-10-09T07:00:00.000000Z"}`.
  private static func appendTime(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) -> Int {
    guard text.count >= 42, let instant = Instant(rfc3339: text.slice(13..<40)) else { return 0 }
    let parts = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let isBefore = parts.remainder < 0
    output.append("{\"__datatype__\":\"timestamp\",\"value\":{\"_seconds\":")
    output.appendJSON(integer: isBefore ? parts.quotient - 1 : parts.quotient)
    output.append(",\"_nanoseconds\":")
    output.appendJSON(integer: (isBefore ? parts.remainder + 1_000_000 : parts.remainder) * 1000)
    output.append("}}")
    return 42
  }

  /// `{"__geo__":[49.28,-123.12]}`.
  private static func appendGeopoint(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) -> Int {
    guard let close = text.firstIndex(of: UInt8(ascii: "]"), from: 12),
      let comma = text.firstIndex(of: UInt8(ascii: ","), from: 12), comma < close
    else { return 0 }
    output.append("{\"__datatype__\":\"geopoint\",\"value\":{\"_latitude\":")
    appendDegrees(text.slice(12..<comma), to: &output)
    output.append(",\"_longitude\":")
    appendDegrees(text.slice((comma + 1)..<close), to: &output)
    output.append("}}")
    return close + 2
  }

  /// Writes a number; −0.0, which canonical JSON has no number for, as JavaScript reads it.
  private static func appendDegrees(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) {
    if text.starts(with: "{") { return output.append("-0.0") }
    output.append(text)
  }

  /// `{"__ref__":"users/u1"}`, but not one to another database: that program has only paths.
  private static func appendReference(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer
  ) -> Int {
    var end = 12
    while end < text.count, text[end] != UInt8(ascii: "\"") {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < text.count, !isResourceName(text.slice(12..<end)) else { return 0 }
    output.append("{\"__datatype__\":\"documentReference\",\"value\":")
    output.append(text.slice(11..<(end + 1)))
    output.append("}")
    return end + 2
  }

  private static func isResourceName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.starts(with: "projects/") else { return false }
    let parts = text.split(separator: UInt8(ascii: "/"), maxSplits: 5)
    return parts.count == 6 && parts[2].elementsEqual("databases".utf8)
      && parts[4].elementsEqual("documents".utf8)
  }
}
