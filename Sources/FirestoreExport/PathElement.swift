/// A collection and a document in it: one step of a document's path.
struct PathElement {
  enum ID {
    case name(String)
    /// A number, which a path spells `__id7__`.
    case number(Int64)
  }

  let collection: String
  let id: ID

  /// - Throws: ``RecordFault/invalidIdentifier(_:)``.
  init(collection: String, id: ID) throws(RecordFault) {
    guard Identifier.isValidSegment(collection) else { throw .invalidIdentifier(collection) }
    switch id {
    case .name(let name) where !Identifier.isValidSegment(name): throw .invalidIdentifier(name)
    // Protocol buffers can't tell 0 from no number, so Firestore doesn't give it.
    case .number(0): throw .invalidIdentifier("__id0__")
    default: break
    }
    self.collection = collection
    self.id = id
  }

  /// Reads a step as a path spells it.
  fileprivate init(collection: String, spelling id: String) throws(RecordFault) {
    let number = Self.number(spelledBy: id)
    try self.init(collection: collection, id: number.map { .number($0) } ?? .name(id))
  }

  fileprivate var spelling: String {
    switch id {
    case .name(let name): collection + "/" + name
    case .number(let number): collection + "/__id\(number)__"
    }
  }

  /// The number in `__id7__`; nil for another text, and another spelling such as `__id07__`.
  private static func number(spelledBy id: String) -> Int64? {
    guard id.utf8.starts(with: "__id".utf8), id.utf8.count > 6 else { return nil }
    guard let number = Int64(Substring(id.utf8.dropFirst(4).dropLast(2))) else { return nil }
    return Identifier.areEqual(id, "__id\(number)__") ? number : nil
  }
}

extension [PathElement] {
  /// Reads a path such as `users/u1`.
  ///
  /// - Throws: ``RecordFault``.
  init(parsing path: String) throws(RecordFault) {
    try self.init(segments: path.segments, of: path)
  }

  fileprivate init(segments: [String], of path: String) throws(RecordFault) {
    guard segments.count % 2 == 0, !segments.isEmpty else { throw .oddPath(path) }
    self = []
    for index in stride(from: 0, to: segments.count, by: 2) {
      append(try PathElement(collection: segments[index], spelling: segments[index + 1]))
    }
  }

  /// The path, such as `users/u1`.
  var path: String {
    count == 1 ? self[0].spelling : map(\.spelling).joined(separator: "/")
  }
}

/// A document's place among all projects.
struct ResourceName {
  let project: String
  let database: String
  let elements: [PathElement]

  init(project: String, database: String, elements: [PathElement]) throws(RecordFault) {
    guard Identifier.isValidProject(project) else { throw .invalidProject(project) }
    guard Identifier.isValidProject(database) else { throw .invalidProject(database) }
    self.project = project
    self.database = database
    self.elements = elements
  }

  /// Reads a reference's text: a path, or a full resource name.
  ///
  /// The two can't be confused: a path has an even number of segments, a name an odd one.
  init(parsing text: String, from home: Home) throws(RecordFault) {
    let segments = text.segments
    guard segments.count % 2 == 1 else {
      let elements = try [PathElement](segments: segments, of: text)
      try self.init(project: home.project, database: home.database, elements: elements)
      return
    }
    let words = [segments[0], segments.count > 4 ? segments[2] + "/" + segments[4] : ""]
    guard Identifier.areEqual(words.joined(separator: "/"), "projects/databases/documents") else {
      throw .oddPath(text)
    }
    let elements = try [PathElement](segments: Array(segments.dropFirst(5)), of: text)
    try self.init(project: segments[1], database: segments[3], elements: elements)
  }

  /// The name as a document of `home` refers to it: without what the two have in common.
  func text(from home: Home) -> String {
    let isNeighbour =
      Identifier.areEqual(project, home.project) && Identifier.areEqual(database, home.database)
    if isNeighbour { return elements.path }
    return "projects/\(project)/databases/\(database)/documents/\(elements.path)"
  }
}

/// The database that documents belong to.
struct Home {
  static let defaultDatabase = "(default)"

  let project: String
  let database: String
}

extension String {
  /// What the slashes separate, empty texts too.
  fileprivate var segments: [String] {
    utf8.split(separator: Identifier.slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }
}
