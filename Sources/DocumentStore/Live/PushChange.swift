package import Documents

/// What has become of a document since the live database had it.
package struct PushChange: Sendable {
  /// What the live database has.
  package struct Base: Sendable {
    package let path: String
    /// When it was written there; nil if that was never read.
    package let updateTime: Instant?
    /// The version that has its state; nil if that was undone, or archived.
    package let version: Int64?
  }

  /// Since when the live database has a document where this one goes that was archived.
  package internal(set) var replaced: Instant?
  /// The document's id in the store; nil if it was archived.
  package let document: Int64?
  /// nil: the live database does not have it.
  package let base: Base?
  /// What the document is now; nil: it is gone.
  package let target: Document?
  /// The bytes that the target's canonical text takes.
  package let size: Int
  /// The version that the live database has when this is done; 0 if the document was archived.
  let newest: Int64

  /// Whether the document goes to another path.
  package var isMove: Bool {
    guard let base, let target else { return false }
    return !base.path.utf8.elementsEqual(target.path.utf8)
  }

  /// Whether the document comes to a path at which the live database does not have it.
  package var isArrival: Bool { target != nil && (base == nil || isMove) }

  /// The paths that it is about, first where it is.
  package var paths: [String] {
    isMove
      ? [base?.path, target?.path].compactMap(\.self)
      : [base?.path ?? target?.path].compactMap(\.self)
  }

  /// A document that was archived, and is to be deleted.
  static func departure(from path: String, since updateTime: Instant?) -> PushChange {
    PushChange(
      document: nil, base: Base(path: path, updateTime: updateTime, version: nil), target: nil,
      size: 0, newest: 0)
  }

  /// The same change of what the live database has since a moment.
  package func based(on updateTime: Instant) -> PushChange {
    PushChange(
      replaced: replaced, document: document,
      base: base.map { Base(path: $0.path, updateTime: updateTime, version: $0.version) },
      target: target, size: size, newest: newest)
  }
}
