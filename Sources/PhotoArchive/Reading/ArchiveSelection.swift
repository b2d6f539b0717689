package import Documents

/// Which of an archive's records are asked for: those that fit all that is not nil.
package struct ArchiveSelection: Sendable {
  package var owner: String?
  package var profile: String?
  package var eventID: String?
  package var month: CalendarMonth?
  package var from: Instant?
  /// The first instant that is asked for no more.
  package var before: Instant?

  package init(
    owner: String? = nil, profile: String? = nil, eventID: String? = nil,
    month: CalendarMonth? = nil, from: Instant? = nil, before: Instant? = nil
  ) {
    (self.owner, self.profile, self.eventID) = (owner, profile, eventID)
    (self.month, self.from, self.before) = (month, from, before)
  }

  package static let everything = ArchiveSelection()

  /// Whether a month can have records that are asked for.
  package func includes(_ candidate: CalendarMonth) -> Bool {
    if let month, month != candidate { return false }
    if let from, candidate < CalendarMonth(of: from) { return false }
    if let before, CalendarMonth(of: before) < candidate { return false }
    return true
  }

  /// Whether a bundle can have records that are asked for.
  package func includes(_ group: BundleGroup) -> Bool {
    fits(group.owner, owner) && fits(group.profile, profile)
  }

  package func includes(_ record: BundleManifest.Record) -> Bool {
    if let from, record.instant < from { return false }
    if let before, record.instant >= before { return false }
    return fits(record.eventID, eventID)
  }

  /// Ids are compared by their bytes: Swift's strings are equal when they look alike.
  private func fits(_ identifier: String, _ wanted: String?) -> Bool {
    wanted.map { $0.utf8.elementsEqual(identifier.utf8) } ?? true
  }
}
