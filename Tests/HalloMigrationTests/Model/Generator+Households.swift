import StoreTesting

/// Gives generated documents the fields that an audit looks at.
struct HouseholdFields {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed ^ 0xA0D1_7000) }

  /// The same documents with more fields, and more users.
  mutating func added(to documents: [(path: Text, data: JSON)]) -> [(path: Text, data: JSON)] {
    var paths = Set(documents.map(\.path))
    var result = documents.map { (path: $0.path, data: decorated($0.path, $0.data)) }
    let owners = Set(
      documents.compactMap { ModelDocument(path: $0.path, data: $0.data).owner }.filter(isID))
    for owner in owners.sorted() where chance(70) {
      let path = Text("users/\(owner.string)")
      if paths.insert(path).inserted { result.append((path, decorated(path, .object([])))) }
    }
    for owner in owners.sorted() where chance(20) { result += crowd(of: owner, &paths) }
    return result
  }

  /// Whether a user's document can have this id.
  private func isID(_ owner: Text) -> Bool { !owner.isEmpty && owner.segments.count == 1 }

  /// So many tasks of one profile, under its id and a number of it, that they may be too many.
  private mutating func crowd(
    of owner: Text, _ paths: inout Set<Text>
  ) -> [(path: Text, data: JSON)] {
    let names: [Text] = ["P-1", "7788143739", "+17788143739"]
    return (0..<Int.random(in: 6...24, using: &random)).compactMap { number in
      let path = Text("users/\(owner.string)/tasks/crowd-\(number)")
      guard paths.insert(path).inserted else { return nil }
      return (path, .map(("profileId", .text(pick(names)))))
    }
  }

  private mutating func decorated(_ path: Text, _ data: JSON) -> JSON {
    guard case .object(let members) = data else { return data }
    var added: [JSON.Member] = []
    for (field, values) in fields(of: ModelDocument(path: path, data: data).kind) {
      guard chance(80), data[field] == nil else { continue }
      added.append(JSON.Member(field, chance(75) ? pick(values) : pick(Self.odd)))
    }
    return .object(members + added)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 1...100, using: &random) <= percent
  }

  private static let odd: [JSON] = [
    .null, .text(""), .text("Active"), .text("active\u{0}"), .text("confirmed\u{0}x"), .integer(7),
    .bool(true), .array([.text("active")]), .map(("status", .text("active"))), .text("te\u{301}xt"),
    .map(("__double__", .text("NaN"))), .double(2), .double(1.5), .text("2"),
  ]

  private func fields(of kind: ModelDocument.Kind) -> KeyValuePairs<Text, [JSON]> {
    let counts: [JSON] = [.integer(0), .integer(1), .integer(2), .double(1), .integer(3)]
    switch kind {
    case .user:
      return [
        "subscriptionStatus": texts("trial", "active", "expired"), "createdAt": [.integer(0)],
        "profileCount": counts, "taskCount": counts,
      ]
    case .profile:
      return [
        "name": texts("Rosa"), "timeZone": texts("Europe/London"), "confirmedAt": [.integer(1)],
        "status": texts("pending", "confirmed", "inactive", "pendingConfirmation"),
      ]
    case .task:
      return [
        "title": texts("Walk"), "frequency": texts("daily"), "scheduledTime": [.integer(1)],
        "status": texts("active", "paused", "completed", "archived"),
      ]
    case .response:
      return [
        "receivedAt": [.integer(1), .text("2025-10-09T07:00:00Z")],
        "responseType": texts("text", "photo", "both"),
      ]
    case .event: return ["photoURL": texts("gs://hallo/a.jpg", "https://example.com/b")]
    case .other: return [:]
    }
  }

  private func texts(_ texts: Text...) -> [JSON] { texts.map { .text($0) } }
}
