/// Which database of which project.
package struct DatabaseName: Sendable, Equatable {
  package static let defaultDatabase = "(default)"

  package let project: String
  package let database: String

  package init(project: String, database: String = Self.defaultDatabase) {
    self.project = project
    self.database = database
  }

  /// `projects/p/databases/(default)`
  package var name: String { "projects/\(project)/databases/\(database)" }

  /// `projects/p/databases/(default)/documents`: the parent of root collections.
  package var documents: String { name + "/documents" }

  /// The full name of a document.
  package func name(of path: String) -> String { "\(documents)/\(path)" }

  /// The path in a full name; nil if that is of another database.
  ///
  /// Names are compared by their bytes: texts that Swift takes for equal may be of two databases.
  package func path(of name: String) -> String? {
    let prefix = (documents + "/").utf8
    guard name.utf8.starts(with: prefix), name.utf8.count > prefix.count else { return nil }
    return String(Substring(name.utf8.dropFirst(prefix.count)))
  }
}
