internal import Documents
internal import FirestoreClient
internal import Foundation

/// One of the queries of a pull; together they give every document that is wanted once.
struct PullPart: Codable {
  /// The documents with names in a range, or those of a collection whose `userId` is in one.
  enum Query: Codable {
    case names(from: String?, before: String?)
    case collectionGroup(String, from: String?, before: String?)
    /// As texts numeric ids are between others, as names they come first: they have a part of their own.
    case owned(collection: String, from: String?, before: String?, isNumeric: Bool)
  }

  let query: Query
  /// Takes what belongs to no user, or to nobody that a query for owners finds.
  var takesOwnerless = false

  /// How far a part is: behind the last document that it gave.
  struct Cursor: Codable {
    let path: String
    /// The document's `userId`, if the part goes by it.
    let owner: String?

    init(_ document: Document, of part: PullPart) {
      path = document.path
      owner = if case .owned = part.query { document.fields.userID } else { nil }
    }
  }

  func documentQuery(after cursor: Cursor?) -> DocumentQuery {
    var query: DocumentQuery
    switch self.query {
    case .names(let from, let before):
      query = DocumentQuery(.everything)
      (query.from, query.before) = (from, before)
    case .collectionGroup(let group, let from, let before):
      query = DocumentQuery(.collectionGroup(group))
      (query.from, query.before) = (from, before)
    case .owned(let collection, let from, let before, _):
      query = DocumentQuery(.collection(collection))
      query.field = DocumentQuery.TextRange(
        name: "userId", from: from, before: before, afterValue: cursor?.owner)
    }
    query.after = cursor?.path
    return query
  }

  /// Whether a document that the part gives is wanted from it.
  func keeps(_ document: RemoteDocument, for selection: PullSelection) -> Bool {
    let path = document.document.path
    let fields = document.document.fields
    if path.utf8.starts(with: "\(ShardPlan.collection)/".utf8) { return false }
    if let since = selection.changedSince, document.updateTime < since { return false }
    if !selection.collectionGroups.isEmpty {
      let collection = path.segments.dropLast().last ?? ""
      guard selection.collectionGroups.contains(where: { $0.utf8.elementsEqual(collection.utf8) })
      else { return false }
    }
    if takesOwnerless { return Self.isFoundByNoOwner(path, fields) }
    guard !selection.users.isEmpty || selection.owners != nil else { return true }
    guard let owner = Self.owner(path, fields) else { return false }
    if case .owned(_, _, _, let isNumeric) = query, isNumeric != NameOrder.isNumeric(id: owner) {
      return false
    }
    if let owners = selection.owners { return owners.contains(owner) }
    return selection.users.contains { $0.utf8.elementsEqual(owner.utf8) }
  }

  /// The user of a document below `users`, or of a root collection's by its field.
  private static func owner(_ path: String, _ fields: [Field]) -> String? {
    let segments = path.segments
    if segments.first == "users" { return segments[1] }
    return fields.userID
  }

  private static func isFoundByNoOwner(_ path: String, _ fields: [Field]) -> Bool {
    let segments = path.segments
    if segments.first == "users" { return false }
    return segments.count > 2 || fields.userID == nil
  }
}

extension String {
  /// What is between the slashes of a path, which are bytes: to Swift a slash and a mark that is written
  /// over it are one character, and no slash.
  var segments: [String] {
    utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }
}

extension [Field] {
  /// The text in `userId`, if there is one.
  fileprivate var userID: String? {
    for field in self where field.name == "userId" {
      if case .string(let text) = field.value, !text.isEmpty { return text }
    }
    return nil
  }
}

extension PullPart {
  var encoded: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  init(encoded: String) throws {
    self = try JSONDecoder().decode(PullPart.self, from: Data(encoded.utf8))
  }
}

extension PullPart.Cursor {
  var encoded: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  init(encoded: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(encoded.utf8))
  }
}
