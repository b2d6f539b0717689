internal import Documents
internal import Glibc

/// Replaces the texts of members by name, in canonical JSON, without taking it apart.
///
/// In canonical JSON a quote inside a string is always escaped, so `{"name":` or `,"name":` is never
/// part of one: it is a member, at some depth.
final class MemberReplacer {
  private var output = ByteBuffer()
  private var needle = ByteBuffer()
  /// The maps that were used last, each at a place that follows from its bytes.
  private var maps = [(text: [UInt8], replacements: [Replacement])?](repeating: nil, count: 1024)

  private struct Replacement {
    /// Both as JSON text; the key without its quotes.
    let key: [UInt8]
    let value: [UInt8]
  }

  /// What the last successful call made; valid until the next.
  var result: UnsafeBufferPointer<UInt8> { output.bytes }

  /// - Returns: Whether anything was replaced.
  func replace(
    in data: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>,
    by map: UnsafeBufferPointer<UInt8>
  ) throws -> Bool {
    let replacements = try replacements(map)
    needle.truncate(to: 0)
    needle.appendJSON(string: name)
    needle.append(":\"")
    output.truncate(to: 0)
    var copied = 0
    var position = 0
    while let found = data.firstRange(of: needle.bytes, from: position) {
      position = found + needle.count
      guard found > 0, data[found - 1] == 0x7B || data[found - 1] == 0x2C else { continue }
      let end = Self.endOfString(data, from: position)
      let text = data.slice(position..<end)
      position = end + 1
      guard let replacement = replacements.first(where: { text.elementsEqual($0.key) }) else {
        continue
      }
      output.append(data.slice(copied..<(found + needle.count - 1)))
      replacement.value.withUnsafeBufferPointer { output.append($0) }
      copied = position
    }
    if copied == 0 { return false }
    output.append(data.slice(copied..<data.count))
    return true
  }

  private static func endOfString(_ data: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < data.count, data[index] != 0x22 { index += data[index] == 0x5C ? 2 : 1 }
    return min(index, data.count)
  }

  /// The members of a map; the maps of an owner's documents come again and again.
  private func replacements(_ map: UnsafeBufferPointer<UInt8>) throws -> [Replacement] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for byte in map { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let place = Int(hash % UInt64(maps.count))
    if let known = maps[place], known.text.withUnsafeBufferPointer(map.equals) {
      return known.replacements
    }
    let replacements = try read(map)
    maps[place] = (Array(map), replacements)
    return replacements
  }

  private func read(_ map: UnsafeBufferPointer<UInt8>) throws -> [Replacement] {
    let fields = try DocumentReader.fields(of: map, parser: JSONParser())
    return fields.map { field in
      var name = ByteBuffer()
      var value = ByteBuffer()
      name.appendJSON(string: field.name)
      value.appendJSON(value: field.value)
      return Replacement(
        key: Array(name.bytes.slice(1..<(name.count - 1))), value: Array(value.bytes))
    }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Where a member `"name":"` is next found, by its colon: a document has few of those.
  fileprivate func firstRange(of member: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = baseAddress else { return nil }
    let before = member.count - 2
    var position = start
    while position < count, let found = memchr(base + position, 0x3A, count - position) {
      let colon = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let first = colon - before
      if first >= start, first + member.count <= count,
        slice(first..<(first + member.count)).equals(member)
      {
        return first
      }
      position = colon + 1
    }
    return nil
  }
}
