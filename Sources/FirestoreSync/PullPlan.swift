internal import FirestoreClient

/// Divides what is pulled into queries that give every wanted document once, and that can run at the
/// same time.
struct PullPlan {
  let connection: FirestoreConnection
  let selection: PullSelection
  let shouldStop: () -> Bool
  /// Into how many parts a collection group is divided where the database can tell good places.
  static let partitions = 8
  /// The lowest id that there can be: numeric ones come first.
  static let lowestID = "__id\(Int64.min)__"
  /// The collections at the root that there are now.
  let collections: [String]

  init(
    connection: FirestoreConnection, selection: PullSelection, shouldStop: @escaping () -> Bool
  ) throws {
    (self.connection, self.selection) = (connection, selection)
    self.shouldStop = shouldStop
    collections = try connection.collections(below: nil).wait(unless: shouldStop)
  }

  func parts() throws -> [PullPart] {
    if let owners = selection.owners { return try parts(of: owners) }
    if !selection.users.isEmpty {
      return try selection.users.flatMap { try parts(of: $0) }
    }
    if !selection.collectionGroups.isEmpty {
      return try selection.collectionGroups.flatMap { group in
        try ranges(between: partitions(of: group)).map {
          PullPart(query: .collectionGroup(group, from: $0.from, before: $0.before))
        }
      }
    }
    return try everything()
  }

  /// All names, cut where the database says: wherever the cuts are, the ranges between them leave nothing
  /// out.
  private func everything() throws -> [PullPart] {
    let cuts = try collections.flatMap(partitions)
    return ranges(between: cuts).map { PullPart(query: .names(from: $0.from, before: $0.before)) }
  }

  /// The documents below the users of a range, and those of root collections that are theirs by a field.
  ///
  /// No query finds the documents that lack a field, so what belongs to nobody is found by reading all
  /// of a collection: of that each range of users takes the documents whose own ids are in it.
  private func parts(of owners: OwnerRange) throws -> [PullPart] {
    let flat = collections.filter { $0 != "users" }
    return [PullPart(query: names(in: "users", owners))]
      + flat.flatMap { collection in
        owned(in: collection, by: owners)
          + [PullPart(query: names(in: collection, owners), takesOwnerless: true)]
      }
  }

  private func owned(in collection: String, by owners: OwnerRange) -> [PullPart] {
    let (from, before) = (owners.from.map(Bound.init), owners.before.map(Bound.init))
    var parts: [PullPart] = []
    if from?.isNumeric != false {
      parts.append(
        PullPart(
          query: .owned(collection: collection, from: "__id", before: "__ie", isNumeric: true)))
    }
    if before?.isNumeric != true {
      parts.append(
        PullPart(
          query: .owned(
            collection: collection, from: from?.text, before: before?.text, isNumeric: false)))
    }
    return parts
  }

  /// An end of a range of owners.
  private struct Bound {
    let isNumeric: Bool
    /// nil: it is before all that are no numbers.
    let text: String?

    init(_ id: String) {
      isNumeric = NameOrder.isNumeric(id: id)
      text = isNumeric ? nil : id
    }
  }

  /// One user's documents.
  private func parts(of user: String) throws -> [PullPart] {
    let names = PullPart.Query.names(
      from: "users/\(user)", before: "users/\(NameOrder.successor(ofID: user))")
    let owned = collections.filter { $0 != "users" }.map {
      PullPart.Query.owned(
        collection: $0, from: user, before: user + "\u{1}",
        isNumeric: NameOrder.isNumeric(id: user))
    }
    return ([names] + owned).map { PullPart(query: $0) }
  }

  /// The documents of a root collection with ids in a range, and what is below them.
  private func names(in collection: String, _ ids: OwnerRange) -> PullPart.Query {
    .names(
      from: "\(collection)/\(ids.from ?? PullPlan.lowestID)",
      before: ids.before.map { "\(collection)/\($0)" }
        ?? "\(collection)\u{1}/\(PullPlan.lowestID)")
  }

  private func partitions(of collection: String) throws -> [String] {
    try connection.partitions(of: collection, count: Self.partitions).wait(unless: shouldStop)
  }

  private func ranges(between cuts: [String]) -> [(from: String?, before: String?)] {
    var sorted: [String] = []
    for cut in cuts.sorted(by: NameOrder.precedes) where cut != sorted.last { sorted.append(cut) }
    let ends = sorted.map(Optional.some)
    return zip([nil] + ends, ends + [nil]).map { ($0, $1) }
  }
}
