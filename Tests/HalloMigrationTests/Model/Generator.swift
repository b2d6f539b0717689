import StoreTesting

/// Makes small databases in which everything collides that can.
struct Generator {
  private var random: SplitMix64
  private var owners: [Text] = []
  private var numbers: [[Text]] = []
  /// Few, so that documents meet where they move to.
  private var ids: [Text] = []
  private var currentIDs: [Text] = []
  private var documents: [(path: Text, data: JSON)] = []
  private var paths: Set<Text> = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    owners = (0..<int(1...3)).map { _ in pick(Self.owners) }
    numbers = (0..<int(2...4)).map { _ in pick(Self.numbers) }
    ids = (0..<int(2...6)).map { _ in pick(Self.ids) }
    currentIDs = (0..<int(1...5)).map { _ in pick(Self.currentIDs) }
  }

  /// The documents of a database, each path once.
  mutating func database() -> [(path: Text, data: JSON)] {
    let count = int(20...(chance(20) ? 200 : 70))
    for _ in 0..<(count * 4) where documents.count < count { addSomething() }
    return documents
  }

  /// In another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &random)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }

  /// True as often as `percent` of a hundred times.
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
}

extension Generator {
  private mutating func addSomething() {
    switch int(1...100) {
    case ...4: add(below(""), "users", pick(owners), user())
    case ...16: addProfile(id: pick(currentIDs))
    case ...30: addProfile(id: pick(pick(numbers)))
    case ...34: addProfile(id: Model.profileID(owner: pick(owners), number: pick(Self.e164)))
    case ...50: addBelowProfile()
    case ...60: add(place(), pick(["tasks", "habits"]), pick(ids), reference())
    case ...68:
      add(
        place(), pick(["responses", "sms_responses", "smsResponses"]), pick(ids), response())
    case ...94: add(place(), pick(["gallery_events", "galleryEvents"]), pick(ids), event())
    default: add(place(), pick(["settings", "profile", "Users"]), pick(ids), oddity())
    }
  }

  private mutating func add(_ parent: Text, _ collection: Text, _ id: Text, _ data: JSON) {
    let path = Text("\(parent.string)\(collection.string)/\(id.string)")
    if paths.insert(path).inserted { documents.append((path, data)) }
  }

  /// The top, or a user: flat or nested.
  private mutating func place() -> Text {
    chance(50) ? "" : Text("users/\(pick(owners).string)/")
  }

  private mutating func below(_ parent: Text) -> Text {
    chance(90) ? parent : Text("\(parent.string)teams/t/")
  }

  private mutating func addProfile(id: Text) {
    var members = owned()
    if chance(70) { members.append(Member("id", chance(90) ? .text(id) : .integer(7))) }
    if chance(90) { members.append(Member("phoneNumber", phone())) }
    members += decoration()
    let parent: Text = chance(90) ? place() : profilePath() + pick(["notes/n/", "habits/h/"])
    add(parent, "profiles", id, object(members))
  }

  private mutating func profilePath() -> Text {
    let id = chance(75) ? pick(pick(numbers)) : pick(currentIDs + [newID()])
    return Text("\(place().string)profiles/\(id.string)/")
  }

  private mutating func newID() -> Text {
    Model.profileID(owner: pick(owners), number: pick(Self.e164))
  }

  private mutating func addBelowProfile() {
    var parent = profilePath()
    if chance(25) { parent = parent + pick(["notes/n/", "habits/h/", "gallery_events/e/"]) }
    if chance(20) { parent = parent + Text("profiles/\(pick(pick(numbers)).string)/") }
    switch int(1...4) {
    case 1, 2: add(parent, "habits", pick(ids), reference())
    case 3: add(parent, "gallery_events", pick(ids), event())
    default: add(parent, pick(["notes", "profiles"]), pick(ids), oddity())
    }
  }
}

extension Generator {
  typealias Member = JSON.Member

  /// Members in any order.
  private mutating func object(_ members: [Member]) -> JSON {
    var names: Set<Text> = []
    return .object(shuffled(members.filter { names.insert($0.name).inserted }))
  }

  private mutating func owned() -> [Member] {
    switch int(1...100) {
    case ...80: [Member("userId", .text(pick(owners)))]
    case ...84: [Member("userId", .integer(1))]
    case ...88: [Member("userId", .null)]
    case ...90: [Member("userId", .text(""))]
    default: []
    }
  }

  private mutating func user() -> JSON {
    let phone = Member("phoneNumber", phone())
    return object([phone] + decoration())
  }

  private mutating func phone() -> JSON {
    switch int(1...100) {
    case ...70: .text(pick(pick(numbers)))
    case ...85: .text(pick(Self.oddPhones))
    case ...88: .null
    case ...91: .integer(7_788_143_739)
    case ...93: .object([])
    case ...95: .array([.text("7788143739")])
    default: .text(pick(Self.e164))
    }
  }

  private mutating func profileID() -> JSON {
    switch int(1...100) {
    case ...60: .text(pick(pick(numbers)))
    case ...75: .text(pick(currentIDs))
    case ...80: .text(newID())
    case ...84: .text(pick(Self.notPhoneLike))
    case ...87: .text("")
    case ...89: .null
    case ...91: .integer(7_788_143_739)
    case ...93: .array([.map(("profileId", .text(pick(pick(numbers)))))])
    case ...95: .map(("profileId", .text(pick(pick(numbers)))))
    default: .text(pick(Self.e164))
    }
  }

  /// Fields that refer to profiles, at any depth, or look as if they did.
  private mutating func decoration() -> [Member] {
    var members: [Member] = []
    if chance(20) { members.append(Member(pick(["a", "meta", "z"]), nested(depth: int(1...3)))) }
    if chance(15) { members.append(Member(pick(Self.oddNames), .text(pick(Self.oddTexts)))) }
    if chance(10) { members.append(Member(pick(["number", "typed"]), pick(Self.values))) }
    return members
  }

  private mutating func nested(depth: Int) -> JSON {
    var members: [Member] = [Member("profileId", profileID())]
    if chance(30) { members.append(Member(pick(Self.oddNames), .text(pick(Self.oddTexts)))) }
    if chance(15) { members.append(Member("photoData", photo())) }
    if depth > 0 { members.append(Member(pick(["a", "profiles", "x"]), nested(depth: depth - 1))) }
    let map = object(members)
    return chance(40) ? .array([map, .text("profileId"), nestedElement(depth)]) : map
  }

  private mutating func nestedElement(_ depth: Int) -> JSON {
    depth > 0 ? nested(depth: depth - 1) : .text("7788143739")
  }

  private mutating func reference() -> JSON {
    var members = owned()
    if chance(90) { members.append(Member("profileId", profileID())) }
    return object(members + decoration())
  }

  private mutating func response() -> JSON {
    var members = owned()
    members.append(Member("profileId", profileID()))
    if chance(40) { members.append(Member("photoData", photo())) }
    return object(members + decoration())
  }

  private mutating func oddity() -> JSON {
    var members = owned()
    members.append(Member("profileId", profileID()))
    if chance(40) { members.append(Member("phoneNumber", phone())) }
    return object(members + decoration())
  }

  private mutating func event() -> JSON {
    let isSound = chance(70)
    var members = owned()
    if isSound { members = [Member("userId", .text(pick(owners)))] }
    members += eventType(isSound) + eventInstant(isSound)
    if isSound {
      members.append(Member("profileId", .text(chance(60) ? pick(pick(numbers)) : "P-1")))
    } else if chance(90) {
      members.append(Member("profileId", profileID()))
    }
    if chance(30) { members.append(Member("photoData", photo())) }
    if chance(30) { members.append(Member("eventData", eventData())) }
    return object(members + (chance(40) ? decoration() : []))
  }

  /// A payload as Swift's enums are coded.
  private mutating func eventData() -> JSON {
    .map(("taskResponse", .map(("_0", payload()))))
  }

  private mutating func payload() -> JSON {
    var members = [Member("photoData", photo()), Member("profileId", profileID())]
    members.append(Member("textContent", .text("h\u{E9}\u{1}")))
    return object(members)
  }

  private mutating func eventType(_ isSound: Bool) -> [Member] {
    let sound: JSON = .text(chance(70) ? "profileCreated" : "taskResponse")
    if isSound { return [Member("eventType", sound)] }
    switch int(1...8) {
    case 1: return []
    case 2: return [Member("eventType", .null)]
    case 3: return [Member("eventType", .text("ProfileCreated"))]
    case 4: return [Member("eventType", .map(("profileCreated", .object([]))))]
    default: return [Member("eventType", sound)]
    }
  }

  private mutating func eventInstant(_ isSound: Bool) -> [Member] {
    if isSound {
      let instant = pick(Self.instants)
      if chance(70) { return [Member("createdAt", instant)] }
      return [Member("timestamp", instant), Member("createdAt", .null)]
    }
    var members: [Member] = []
    if chance(70) { members.append(Member("createdAt", pick(Self.oddInstants + Self.instants))) }
    if chance(50) { members.append(Member("timestamp", pick(Self.oddInstants + Self.instants))) }
    return members
  }

  private mutating func photo() -> JSON { pick(Self.photos) }
}

extension Text {
  static func + (left: Text, right: Text) -> Text { Text(left.string + right.string) }
}
