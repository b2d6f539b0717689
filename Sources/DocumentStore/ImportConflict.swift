package import Documents

/// Two documents of one import have the same path.
package struct DuplicatePath: Error {
  package let path: String
  package let source: DocumentSource
  /// Where the second is in its source.
  package let position: Int64

  package var reason: String { "the path \(path) is there twice" }
}

/// The store has another document at a path that is imported.
package struct ImportConflict: Error {
  package let path: String
}
