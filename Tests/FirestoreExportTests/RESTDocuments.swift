import Documents
import Foundation

/// Reads what Firestore's REST API answers, to compare exports with.
struct RESTDocuments {
  struct Unreadable: Error { let json: String }

  /// The documents of an answer to `runQuery`.
  static func read(_ json: Data) throws -> [Document] {
    guard let answers = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] else {
      throw Unreadable(json: String(decoding: json.prefix(500), as: UTF8.self))
    }
    return try answers.compactMap { try ($0["document"] as? [String: Any]).map(document) }
  }

  private static func document(_ json: [String: Any]) throws -> Document {
    let name = json["name"] as? String ?? ""
    guard let root = name.range(of: "/documents/") else { throw Unreadable(json: name) }
    let home = String(name[..<root.upperBound])
    return Document(
      path: String(name[root.upperBound...]),
      fields: try RESTDocuments(home: home).fields(json["fields"]))
  }

  /// What names in the documents' own database begin with.
  private let home: String

  private func fields(_ json: Any?) throws -> [Field] {
    try (json as? [String: Any] ?? [:]).map { Field(name: $0.key, value: try value($0.value)) }
  }

  private func value(_ json: Any) throws -> Value {
    guard let (type, content) = (json as? [String: Any])?.first else {
      throw Unreadable(json: "\(json)")
    }
    let number = (content as? NSNumber)?.doubleValue
    let string = content as? String ?? ""
    let object = content as? [String: Any] ?? [:]
    switch type {
    case "nullValue": return .null
    case "booleanValue": return .boolean(number == 1)
    case "integerValue": return .integer(Int64(string) ?? 0)
    case "doubleValue": return .double(number ?? Double(string) ?? 0)
    case "timestampValue": return .timestamp(microseconds: try microseconds(string))
    case "stringValue": return .string(string)
    case "bytesValue": return .bytes([UInt8](Data(base64Encoded: string) ?? Data()))
    case "referenceValue": return .reference(relative(string))
    case "geoPointValue":
      return .geopoint(
        latitude: degrees(object["latitude"]), longitude: degrees(object["longitude"]))
    case "arrayValue": return .array(try (object["values"] as? [Any] ?? []).map(value))
    case "mapValue": return try vector(object["fields"]) ?? .map(try fields(object["fields"]))
    default: throw Unreadable(json: type)
    }
  }

  /// The API shows a vector as a map of a type and an array.
  private func vector(_ json: Any?) throws -> Value? {
    let fields = try fields(json)
    guard fields.contains(where: { $0.name == "__type__" }) else { return nil }
    guard case .array(let values) = fields.first(where: { $0.name == "value" })?.value else {
      return nil
    }
    return .vector(values.compactMap { if case .double(let number) = $0 { number } else { nil } })
  }

  private func degrees(_ json: Any?) -> Double { (json as? NSNumber)?.doubleValue ?? 0 }

  private func relative(_ name: String) -> String {
    name.hasPrefix(home) ? String(name.dropFirst(home.count)) : name
  }

  /// Reads `2023-11-14T22:13:20.123456Z`.
  private func microseconds(_ time: String) throws -> Int64 {
    let parts = time.split { !$0.isNumber }.map(String.init)
    let numbers = parts.prefix(6).compactMap(Int64.init)
    guard numbers.count == 6 else { throw Unreadable(json: time) }
    let digits = (parts.count > 6 ? parts[6] : "").padding(
      toLength: 6, withPad: "0", startingAt: 0)
    let minutes = (days(numbers[0], numbers[1], numbers[2]) * 24 + numbers[3]) * 60 + numbers[4]
    return (minutes * 60 + numbers[5]) * 1_000_000 + (Int64(digits) ?? 0)
  }

  /// Days since 1970, counted in years that begin in March, so that a leap day comes last.
  private func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
  }
}
