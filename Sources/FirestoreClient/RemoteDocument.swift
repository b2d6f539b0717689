package import Documents

/// A document of a live database, as it was when it was read.
package struct RemoteDocument: Sendable {
  package let document: Document
  /// When it was last changed, which a later write can ask for.
  package let updateTime: Instant

  package init(document: Document, updateTime: Instant) {
    self.document = document
    self.updateTime = updateTime
  }
}
