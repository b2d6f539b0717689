/// What documents take in Firestore, by its rules (https://cloud.google.com/firestore/docs/storage-size);
/// indexes come on top.
package enum FirestoreSize {
  /// Bytes of a document: its name, its fields, and 32.
  package static func document(path: String, fields: [Field]) -> Int {
    name(path) + map(fields) + 32
  }

  private static func name(_ path: String) -> Int {
    path.split(separator: "/").reduce(16) { $0 + $1.utf8.count + 1 }
  }

  private static func map(_ fields: [Field]) -> Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + 1 + value($1.value) }
  }

  private static func value(_ value: Value) -> Int {
    switch value {
    case .null, .boolean: 1
    case .integer, .double, .timestamp: 8
    case .string(let text): text.utf8.count + 1
    case .bytes(let bytes): bytes.count
    case .reference(let path): name(path)
    case .geopoint: 16
    case .array(let values): values.reduce(0) { $0 + self.value($1) }
    case .vector(let numbers): 8 * numbers.count
    case .map(let fields): photo(fields) ?? map(fields)
    }
  }

  /// What a photo takes whose bytes the store keeps apart, as ``PhotoMarker`` describes it.
  private static func photo(_ fields: [Field]) -> Int? {
    guard fields.count == 1, case .array(let parts) = fields[0].value, parts.count >= 4,
      fields[0].name.utf8.elementsEqual("__photo__".utf8), case .integer(let length) = parts[1]
    else { return nil }
    guard parts.count == 8, case .string(let prefix) = parts[4], case .integer(let line) = parts[5],
      case .string(let ending) = parts[6], case .boolean(let endsWithBreak) = parts[7]
    else { return Int(length) }
    let text = (Int(length) + 2) / 3 * 4
    let breaks = (line > 0 ? (text - 1) / Int(line) : 0) + (endsWithBreak ? 1 : 0)
    return prefix.utf8.count + text + breaks * ending.utf8.count + 1
  }
}
