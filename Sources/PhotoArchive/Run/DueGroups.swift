internal import DocumentStore
internal import Documents

/// What is due, group by group: the records of one profile and month at a time.
struct DueGroups {
  private let next: () throws -> DuePhotoRecord?
  private var ahead: DuePhotoRecord?

  /// A group with more records than this comes in several turns, so that memory is bounded.
  static let maximumRecords = 10_000

  /// Begins with the first record that `next` gives; they come by owner, profile and instant.
  init(_ next: @escaping () throws -> DuePhotoRecord?) throws {
    self.next = next
    ahead = try next()
  }

  mutating func nextGroup() throws -> (group: BundleGroup, records: [DuePhotoRecord])? {
    guard let first = ahead else { return nil }
    let group = BundleGroup(owner: first.owner, profile: first.profileID, instant: first.instant)
    var records = [first]
    ahead = try next()
    while let record = ahead, records.count < Self.maximumRecords, belongs(record, to: first, group)
    {
      records.append(record)
      ahead = try next()
    }
    return (group, records)
  }

  private func belongs(
    _ record: DuePhotoRecord, to first: DuePhotoRecord, _ group: BundleGroup
  ) -> Bool {
    let (year, month) = record.instant.yearAndMonth
    return year == group.year && month == group.month
      && record.owner.utf8.elementsEqual(first.owner.utf8)
      && record.profileID.utf8.elementsEqual(first.profileID.utf8)
  }
}
