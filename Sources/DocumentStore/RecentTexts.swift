internal import Documents

/// Remembers texts, each at a place that follows from its bytes, until another one takes the place.
final class RecentTexts<Value> {
  private var entries: [(text: [UInt8], value: Value)?]

  /// - Parameter capacity: How many texts, of at most 256 bytes each, since texts may be of any length
  ///   and memory is not.
  init(capacity: Int) { entries = Array(repeating: nil, count: capacity) }

  /// The value of a text; if it is not remembered, what `make` returns, which it will be.
  func value(
    of text: UnsafeBufferPointer<UInt8>, make: () throws -> Value
  ) rethrows -> Value {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let place = Int(hash % UInt64(entries.count))
    if let entry = entries[place], entry.text.withUnsafeBufferPointer(text.equals) {
      return entry.value
    }
    let value = try make()
    if text.count <= 256 { entries[place] = (Array(text), value) }
    return value
  }
}

extension SQLFunction {
  /// `seen_lately(a, b, …)`: whether it was called with the same texts before, as far as it remembers.
  ///
  /// It spares `SELECT DISTINCT` most of its searches.
  static var seenLately: SQLFunction {
    let recent = RecentTexts<Void>(capacity: 32_768)
    let key = Key()
    return SQLFunction("seen_lately", arguments: -1, isDeterministic: false) { arguments in
      key.bytes.truncate(to: 0)
      for index in 0..<arguments.count {
        guard let text = arguments.text(index) else {
          key.bytes.append("-")
          continue
        }
        // With its length before it, none runs into the next.
        key.bytes.appendJSON(integer: Int64(text.count))
        key.bytes.append(UInt8(ascii: ":"))
        key.bytes.append(text)
      }
      var isNew = false
      recent.value(of: key.bytes.bytes) { isNew = true }
      return .boolean(!isNew)
    }
  }

  private final class Key {
    var bytes = ByteBuffer()
  }
}
