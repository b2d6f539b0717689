/// What an audit finds by the data contract, read literally and looked for slowly.
///
/// Where the contract leaves something open, the choice is noted with "Chosen:".
struct ModelAudit {
  private let documents: [ModelDocument]
  private let byPath: Model.Documents
  private let model: Model
  /// Microseconds since 1970.
  private let asOf: Int64
  private let outcomes: [Model.Outcome]

  init(_ documents: Model.Documents, model: Model, asOf: Int64) {
    self.documents = documents.map { ModelDocument(path: $0.key, data: $0.value) }
    (byPath, self.model, self.asOf) = (documents, model, asOf)
    outcomes = [
      model.normalizePhoneNumbers(documents), model.rewriteLegacyProfileIDs(documents),
    ]
  }

  /// How many documents each check finds, without those that find none.
  var counts: [String: Int] {
    var counts = Dictionary(documents.compactMap(\.fault).map { ($0, 1) }, uniquingKeysWith: +)
    counts.merge(migrationCounts) { $1 }
    counts.merge(orphanCounts) { $1 }
    counts.merge(fieldCounts) { $1 }
    counts.merge(limitCounts) { $1 }
    return counts.filter { $0.value > 0 }
  }

  private func all(_ kind: ModelDocument.Kind) -> [ModelDocument] {
    documents.filter { $0.kind == kind }
  }
}

/// What the migrations would do, and leave alone.
extension ModelAudit {
  private var migrationCounts: [String: Int] {
    let findings = outcomes.map { Dictionary(grouping: $0.findings, by: \.code).mapValues(\.count) }
    let kept = [
      "superseded-profile", "ambiguous-profile", "invalid-legacy-profile-id", "destination-exists",
    ]
    var counts = findings[0].merging(findings[1].filter { kept.contains($0.key) }) { $1 }
    counts["phone-not-e164"] = outcomes[0].changed
    counts["legacy-profile-id"] = outcomes[1].changed + outcomes[1].moved
    counts["replayed-event"] = model.removeDuplicateEvents(outcomes[1].documents).removed
    return counts
  }

  /// The paths that 0002 leaves alone for a reason.
  private func kept(_ code: String) -> Set<Text> {
    Set(outcomes[1].findings.filter { $0.code == code }.map(\.path))
  }
}

/// Documents of owners, profiles and parents that do not exist.
extension ModelAudit {
  private var orphanCounts: [String: Int] {
    let users = Set(all(.user).map(\.identifier))
    let habits = Set(all(.task).filter(isOrphan).map(\.path))
    let others = documents.filter { $0.kind == .response || $0.kind == .event && $0.isWellFormed }
      .filter(isOrphan).map(\.path)
    let owned: [ModelDocument.Kind] = [.profile, .task, .response]
    let unowned = documents.filter { $0.owner == nil && owned.contains($0.kind) }.map(\.path)
    return [
      "orphaned-habit": habits.count,
      "orphan-profile-id": kept("orphan-profile-id").union(others).subtracting(habits).count,
      "unknown-owner": kept("unknown-owner").union(unowned).count,
      "missing-user": documents.count { $0.owner.map { !users.contains($0) } ?? false },
      "missing-parent": documents.count(where: isBelowNothing),
    ]
  }

  /// Whether the top-level `profileId` is no profile of the owner.
  ///
  /// Chosen: a number that several profiles have, or that is none, is another matter.
  private func isOrphan(_ document: ModelDocument) -> Bool {
    guard let owner = document.owner, let id = document.data["profileId"]?.text, !id.isEmpty else {
      return false
    }
    let profiles = all(.profile).filter { $0.owner == owner }
    guard modelIsPhoneLike(id) else { return !profiles.contains { $0.identifier == id } }
    guard let number = model.e164(id).number else { return false }
    return !profiles.contains { profile in
      modelIsPhoneLike(profile.identifier)
        ? model.e164(profile.identifier).number == number
        : profile.data["phoneNumber"]?.text.flatMap { model.e164($0).number } == number
    }
  }

  /// Chosen: what is below a profile keyed by a number is another matter.
  private func isBelowNothing(_ document: ModelDocument) -> Bool {
    let segments = document.path.segments
    guard segments.count > 2 else { return false }
    let isBelowNumber = stride(from: 0, to: segments.count - 2, by: 2).contains {
      segments[$0] == "profiles" && modelIsPhoneLike(segments[$0 + 1])
    }
    return !isBelowNumber && byPath[Text(segments: segments.dropLast(2))] == nil
  }
}

/// Fields that are missing, or say what they may not.
extension ModelAudit {
  private var fieldCounts: [String: Int] {
    [
      "unknown-subscription-status": unknown(
        .user, "subscriptionStatus", ["trial", "active", "expired"]),
      "unknown-profile-status": unknown(
        .profile, "status", ["pending", "pendingConfirmation", "confirmed", "inactive"]),
      "unknown-task-status": unknown(
        .task, "status", ["active", "paused", "completed", "archived"]),
      "unknown-response-type": unknown(.response, "responseType", ["text", "photo", "both"]),
      "incomplete-user": incomplete(.user, ["subscriptionStatus", "createdAt"]),
      "incomplete-profile": all(.profile).count {
        $0.lacks("name") || $0.data["phoneNumber"]?.isNull ?? true || $0.lacks("timeZone")
          || $0.lacks("status")
      },
      "incomplete-task": incomplete(
        .task, ["profileId", "title", "frequency", "scheduledTime", "status"]),
      "incomplete-response": incomplete(.response, ["profileId", "receivedAt", "responseType"]),
      "confirmed-without-date": all(.profile).count {
        $0.data["status"]?.text == "confirmed" && $0.data["confirmedAt"]?.isNull ?? true
      },
    ]
  }

  private func unknown(_ kind: ModelDocument.Kind, _ field: Text, _ known: [Text]) -> Int {
    all(kind).count {
      guard let value = $0.data[field], !value.isNull else { return false }
      return value.text.map { !known.contains($0) } ?? true
    }
  }

  private func incomplete(_ kind: ModelDocument.Kind, _ fields: [Text]) -> Int {
    all(kind).count { document in fields.contains { document.lacks($0) } }
  }
}

extension ModelDocument {
  /// Whether a field is absent, null or empty; a `profileId` also if it is no text.
  fileprivate func lacks(_ field: Text) -> Bool {
    guard let value = data[field], !value.isNull else { return true }
    return field == "profileId" ? value.text?.isEmpty ?? true : value.text?.isEmpty ?? false
  }
}

/// What there is too much of, or for too long.
extension ModelAudit {
  private var limitCounts: [String: Int] {
    let profiles = all(.profile).filter { $0.owner != nil }
    let limit = asOf - 90 * 24 * 3600 * 1_000_000
    let past = documents.filter {
      $0.kind == .event && $0.isWellFormed && $0.data["eventType"]?.text == "taskResponse"
        && $0.instant.map { $0 < limit } ?? false
    }
    let inline = past.filter { !($0.data.first("photoData")?.isNull ?? true) }
    let files = past.filter { $0.data.first("photoData")?.isNull ?? true }
      .filter { !($0.data.first("photoURL")?.text?.isEmpty ?? true) }
    return [
      "duplicate-phone": profiles.count { profile in
        guard let number = number(of: profile) else { return false }
        return profiles.count { $0.owner == profile.owner && self.number(of: $0) == number } > 1
      },
      "too-many-profiles": all(.user).count { user in
        profiles.count { $0.owner == user.identifier } > 4
      },
      "too-many-tasks": crowdedProfiles,
      "profile-count-differs": all(.user).count { differs($0, "profileCount", .profile) },
      "task-count-differs": all(.user).count { differs($0, "taskCount", .task) },
      "photo-past-retention": inline.count, "photo-file-past-retention": files.count,
    ]
  }

  private func number(of profile: ModelDocument) -> Text? {
    profile.data["phoneNumber"]?.text.flatMap { model.e164($0).number }
  }

  private func differs(_ user: ModelDocument, _ field: Text, _ kind: ModelDocument.Kind) -> Bool {
    let number = all(kind).count { $0.owner == user.identifier }
    switch user.data[field] {
    case nil, .null: return false
    case .integer(let said): return said != Int64(number)
    case .double(let said): return said != Double(number)
    default: return true
    }
  }

  /// Profiles with more than ten tasks, after 0002: only then it is plain whose a task is.
  private var crowdedProfiles: Int {
    let after = outcomes[1].documents.map { ModelDocument(path: $0.key, data: $0.value) }
    var tasks: [[Text]: Int] = [:]
    for task in after where task.kind == .task {
      guard let owner = task.owner, let id = task.data["profileId"]?.text else { continue }
      tasks[[owner, id], default: 0] += 1
    }
    let profiles = after.filter { $0.kind == .profile }.compactMap { profile in
      profile.owner.map { [$0, profile.identifier] }
    }
    return Set(profiles).count { tasks[$0, default: 0] > 10 }
  }
}
