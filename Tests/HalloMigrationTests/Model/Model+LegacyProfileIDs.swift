extension Model {
  /// 0002.
  func rewriteLegacyProfileIDs(_ documents: Documents) -> Outcome {
    let rewriting = LegacyRewriting(documents, model: self)
    return rewriting.outcome()
  }
}

/// One carrying out of migration 0002.
private final class LegacyRewriting {
  private struct Key: Hashable {
    let owner: Text
    let number: Text
  }

  private enum Meaning {
    case profile(Text)
    case ambiguous
  }

  private let documents: [ModelDocument]
  private let byPath: Model.Documents
  private let model: Model
  private var meanings: [Key: Meaning] = [:]
  /// New ids of legacy profiles, by path.
  private var newIDs: [Text: Text] = [:]
  private var findings: Set<Model.Finding> = []

  init(_ documents: Model.Documents, model: Model) {
    self.documents = documents.map { ModelDocument(path: $0.key, data: $0.value) }
    (byPath, self.model) = (documents, model)
  }

  func outcome() -> Model.Outcome {
    findMeanings()
    let moves = possibleMoves()
    var after: Model.Documents = [:]
    for document in documents {
      var data = document.data
      if document.isWellFormed { data = rewritten(document) }
      if moves[document.path] != nil, let id = newIDs[document.path] {
        data = data.setting("id", to: .text(id))
      }
      after[moves[document.path] ?? document.path] = data
    }
    var outcome = Model.Outcome(from: byPath, to: after, moves: moves)
    outcome.findings = findings
    return outcome
  }

  private func note(_ path: Text, _ code: String) {
    findings.insert(Model.Finding(path: path, code: code))
  }

  private func findMeanings() {
    var current: [Key: Set<Text>] = [:]
    var legacy: [Key: [Text]] = [:]
    for profile in documents where profile.kind == .profile {
      if modelIsPhoneLike(profile.identifier) {
        // Chosen: an id that is no number is that first, whoever owns it.
        guard let number = model.e164(profile.identifier).number else {
          note(profile.path, "invalid-legacy-profile-id")
          continue
        }
        guard let owner = profile.owner else {
          note(profile.path, "unknown-owner")
          continue
        }
        legacy[Key(owner: owner, number: number), default: []].append(profile.path)
      } else if let owner = profile.owner, let text = profile.data["phoneNumber"]?.text,
        let number = model.e164(text).number
      {
        current[Key(owner: owner, number: number), default: []].insert(profile.identifier)
      }
    }
    for (key, ids) in current { decide(key, current: ids, legacy: legacy[key] ?? []) }
    for (key, paths) in legacy where current[key] == nil { decide(key, current: [], legacy: paths) }
  }

  private func decide(_ key: Key, current: Set<Text>, legacy: [Text]) {
    if let id = current.first, current.count == 1 {
      meanings[key] = .profile(id)
      for path in legacy { note(path, "superseded-profile") }
    } else if current.count > 1 || legacy.count > 1 {
      meanings[key] = .ambiguous
      for path in legacy { note(path, "ambiguous-profile") }
    } else {
      let id = Model.profileID(owner: key.owner, number: key.number)
      meanings[key] = .profile(id)
      newIDs[legacy[0]] = id
    }
  }

  /// What a phone-like id means to an owner, or why it means nothing.
  private func meaning(of id: Text, to owner: Text?) -> (id: Text?, code: String) {
    guard let number = model.e164(id).number else { return (nil, "invalid-legacy-profile-id") }
    guard let owner else { return (nil, "unknown-owner") }
    switch meanings[Key(owner: owner, number: number)] {
    case .profile(let id): return (id, "")
    case .ambiguous: return (nil, "ambiguous-profile")
    case nil: return (nil, "orphan-profile-id")
    }
  }

  /// Where documents go that nothing is in the way of.
  private func possibleMoves() -> [Text: Text] {
    var wanted: [Text: Text] = [:]
    for document in documents where document.isWellFormed {
      let destination = destination(of: document)
      if destination != document.path { wanted[document.path] = destination }
    }
    var (moves, taken) = ([Text: Text](), Set(byPath.keys))
    for (path, destination) in wanted.sorted(by: { $0.key < $1.key }) {
      if taken.insert(destination).inserted {
        moves[path] = destination
      } else {
        note(path, "destination-exists")
      }
    }
    return moves
  }

  /// A path with the new ids of its profile, and of the profiles that it is below.
  private func destination(of document: ModelDocument) -> Text {
    let old = document.path.segments
    var new = old
    for index in stride(from: 0, to: old.count - 2, by: 2)
    where old[index] == "profiles" && modelIsPhoneLike(old[index + 1]) {
      // Chosen: what is below a profile belongs to the profile's owner, else to its own.
      let profile = Text(segments: old[...(index + 1)])
      let above = byPath[profile].flatMap { ModelDocument(path: profile, data: $0).owner }
      let (id, code) = meaning(of: old[index + 1], to: above ?? document.owner)
      if let id { new[index + 1] = id } else { note(document.path, code) }
    }
    if let id = newIDs[document.path] { new[old.count - 1] = id }
    return Text(segments: new)
  }

  private func rewritten(_ document: ModelDocument) -> JSON {
    document.data.replacing("profileId") { value in
      guard let text = value.text, modelIsPhoneLike(text) else { return value }
      let (id, code) = meaning(of: text, to: document.owner)
      if id == nil { note(document.path, code) }
      return id.map(JSON.text) ?? value
    }
  }
}
