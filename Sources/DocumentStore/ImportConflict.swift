/// Two documents of one import have the same path.
package struct DuplicatePath: Error {
  package let path: String
  package let source: String
  /// The line or byte offset of the second.
  package let origin: Int64
  /// `line 7` or `byte offset 32768`; empty while the source's format is not known.
  package var place = ""

  package var reason: String { "the path \(path) is there twice" }
}

/// The store has another document at a path that is imported.
package struct ImportConflict: Error {
  package let path: String
}
