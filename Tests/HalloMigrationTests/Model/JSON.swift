/// A document's fields, or a part of them.
///
/// Firestore's other types are objects with one member, as in the data contract.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case text(Text)
  case array([JSON])
  case object([Member])

  struct Member: Sendable {
    let name: Text
    let value: JSON

    init(_ name: Text, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// An object of these members.
  static func map(_ members: (Text, JSON)...) -> JSON { .object(members.map(Member.init)) }

  static let types: [Text] = [
    "__time__", "__bytes__", "__ref__", "__geo__", "__vector__", "__double__",
  ]

  /// The members of a map, in the order of their names' bytes; none of any other value.
  var members: [Member] {
    guard case .object(let members) = self, !isTyped else { return [] }
    return members.sorted { $0.name < $1.name }
  }

  private var isTyped: Bool {
    guard case .object(let members) = self, members.count == 1 else { return false }
    return Self.types.contains(members[0].name)
  }

  /// The content of a value of one of Firestore's types.
  func typed(_ type: Text) -> JSON? {
    guard case .object(let members) = self, members.count == 1, members[0].name == type else {
      return nil
    }
    return members[0].value
  }

  subscript(name: Text) -> JSON? { members.first { $0.name == name }?.value }

  var text: Text? {
    if case .text(let text) = self { text } else { nil }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Every member at any depth, depth first in the order of names.
  var everyMember: [Member] {
    if case .array(let elements) = self { return elements.flatMap(\.everyMember) }
    return members.flatMap { [$0] + $0.value.everyMember }
  }

  /// The first member of a name, at any depth.
  func first(_ name: Text) -> JSON? { everyMember.first { $0.name == name }?.value }

  /// The same with some members' values replaced, at any depth.
  func replacing(_ name: Text, _ change: (JSON) -> JSON) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.replacing(name, change) })
    case .object(let members) where !isTyped:
      return .object(
        members.map { member in
          let value = member.value.replacing(name, change)
          return Member(member.name, member.name == name ? change(value) : value)
        })
    default: return self
    }
  }

  /// The same with another value of a member that it has.
  func setting(_ name: Text, to value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}

extension JSON {
  /// The canonical text.
  var canonical: String { written(sorted: true) }

  /// The text, its members sorted by the bytes of their names or in the order that they are in.
  func written(sorted: Bool) -> String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .double(let double): double.description
    case .text(let text): Self.quoted(text)
    case .array(let elements):
      "[" + elements.map { $0.written(sorted: sorted) }.joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + (sorted ? members.sorted { $0.name < $1.name } : members).map { member in
          Self.quoted(member.name) + ":" + member.value.written(sorted: sorted)
        }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: Text) -> String {
    "\"" + text.string.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{08}": return "\\b"
    case "\u{0C}": return "\\f"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
