internal import DocumentStore
package import Documents
internal import FirestoreClient

/// Which documents of a live database are pulled.
package struct PullSelection: Sendable {
  /// Only of collections with these ids, wherever they are; none means all.
  package var collectionGroups: [String]
  /// Only of these users; none means all.
  package var users: [String]
  /// Only what was written since.
  package var changedSince: Instant?
  /// Only this part of the owners.
  package var owners: OwnerRange?

  package init(
    collectionGroups: [String] = [], users: [String] = [], changedSince: Instant? = nil,
    owners: OwnerRange? = nil
  ) {
    (self.collectionGroups, self.users) = (collectionGroups, users)
    (self.changedSince, self.owners) = (changedSince, owners)
  }

  /// Whether it is the whole database, so that what it does not find is not there.
  package var isEverything: Bool {
    collectionGroups.isEmpty && users.isEmpty && changedSince == nil && owners == nil
  }

  /// Which documents of a store it would have found: all, if every pull before was of the same.
  func coverage(of selection: String?) -> PullCoverage {
    if isEverything { return .everything }
    // From a collection documents may have moved to another.
    return collectionGroups.isEmpty && selection == description ? .everything : .unknown
  }

  /// In words: equal if and only if the selections are.
  package var description: String {
    var parts = collectionGroups.map { "collection group \($0)" } + users.map { "user \($0)" }
    if let changedSince { parts.append("changed since \(changedSince)") }
    if let owners { parts.append(owners.description) }
    return parts.isEmpty ? "everything" : parts.joined(separator: ", ")
  }
}

/// The users from one id to before another, in the order of names; with them go the documents that have no
/// owner, and an id of their own in the range.
package struct OwnerRange: Codable, Sendable, Equatable {
  /// nil: from the first.
  package let from: String?
  /// nil: to the last.
  package let before: String?

  package init(from: String?, before: String?) { (self.from, self.before) = (from, before) }

  package var description: String {
    "users from \(from ?? "the first") to before \(before ?? "the end")"
  }

  func contains(_ owner: String) -> Bool {
    if let from, NameOrder.idPrecedes(owner, from) { return false }
    return before.map { NameOrder.idPrecedes(owner, $0) } ?? true
  }
}
