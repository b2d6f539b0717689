/// Which documents a query gives, in the order of their names, or of a field and then their names.
package struct DocumentQuery: Sendable {
  package enum Scope: Sendable {
    case everything
    /// All collections with an id, wherever they are.
    case collectionGroup(String)
    /// A collection at the root.
    case collection(String)
    /// All that is below a document, at any depth, without the document itself.
    case below(String)
  }

  /// A half-open range of a text field's values. Documents that have no text there aren't given.
  package struct TextRange: Sendable {
    package var name: String
    package var from: String?
    package var before: String?
    /// What the document ``DocumentQuery/after`` has there.
    package var afterValue: String?

    package init(
      name: String, from: String? = nil, before: String? = nil, afterValue: String? = nil
    ) {
      self.name = name
      self.from = from
      self.before = before
      self.afterValue = afterValue
    }
  }

  package var scope: Scope
  /// Only documents that come later than this path, be it a document's or not. It stands in for ``from``.
  package var after: String?
  /// Only documents that do not come before this path.
  package var from: String?
  /// Only documents that come before this path.
  package var before: String?
  /// With a field, ``from`` and ``before`` aren't used.
  package var field: TextRange?
  package var limit: Int?
  /// Whether documents come without their fields.
  package var namesOnly = false

  package init(_ scope: Scope) { self.scope = scope }
}
