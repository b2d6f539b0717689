internal import DocumentStore
internal import Documents

/// What a month's directory has before a run adds to it.
struct MonthContents {
  /// The manifests of its parts, by number; those that another part replaces are left out.
  let manifests: [BundleManifest]
  /// What is wrong with the others.
  let damages: [Damage]
  /// The number of the next part.
  let nextPart: Int
  /// What `SHA256SUMS` is to say of the parts.
  let checksums: [ChecksumLine]
  /// The digests of archived records, by their paths: one path can have several states.
  private let digests: Set<Key>
  private let stems: Set<String>

  private struct Key: Hashable {
    let path: [UInt8]
    let digest: SHA256Digest
  }

  /// Reads the directory; what a run that was killed left behind is removed first, unless nothing may be
  /// changed.
  init(_ directory: ArchiveDirectory, mayClean: Bool) throws {
    var month = try ArchivedMonth(directory)
    if mayClean, !month.debris.isEmpty {
      for name in month.debris { try directory.remove(name) }
      month = try ArchivedMonth(directory)
    }
    self.init(
      month.manifests, nextPart: month.next, damages: month.damages,
      checksums: try Self.checksums(of: month))
  }

  /// The lines of the parts that can be read, and what the file says of those that are lost: that they
  /// were there is not to be forgotten.
  private static func checksums(of month: ArchivedMonth) throws -> [ChecksumLine] {
    let lines = month.manifests.flatMap { Checksums.lines(of: $0) }
    if month.damages.isEmpty { return lines }
    let stated = try Checksums.stated(in: month.directory) ?? []
    return lines + stated.filter { line in !lines.contains { $0.name == line.name } }
  }

  /// A month that has no directory yet, or an empty one.
  init() { self.init([], nextPart: 1, damages: [], checksums: []) }

  private init(
    _ manifests: [BundleManifest], nextPart: Int, damages: [Damage], checksums: [ChecksumLine]
  ) {
    (self.manifests, self.nextPart) = (manifests, nextPart)
    (self.damages, self.checksums) = (damages, checksums)
    let records = manifests.flatMap(\.records)
    digests = Set(records.map { Key(path: Array($0.path.utf8), digest: $0.digest) })
    stems = Set(records.map(\.stem))
  }

  /// The same month, but that nothing is taken to be in some of its bundles.
  func without(_ damaged: [Int], _ damages: [Damage]) -> MonthContents {
    MonthContents(
      manifests.filter { !damaged.contains($0.header.part) }, nextPart: nextPart,
      damages: self.damages + damages, checksums: checksums)
  }

  /// Whether a bundle has a record, as it is in the store.
  func has(_ record: PlannedRecord) -> Bool {
    digests.contains(Key(path: Array(record.due.path.utf8), digest: record.archivedDigest))
  }

  /// The names of records among those that the month has, in the records' order.
  ///
  /// The first by path has its id's name, unless a bundle has that already: then, like the others, it
  /// has a digest behind it. Of a document that was archived before, and changed since, that is the
  /// digest of its state.
  func names(of records: [PlannedRecord], in group: BundleGroup) -> [String] {
    var names = ArchiveName.names(of: records.map { ($0.due.path, $0.eventID) })
    for (index, record) in records.enumerated() {
      if !isTaken(names[index], in: group) { continue }
      names[index] = ArchiveName.component(record.eventID) + ArchiveName.suffix(of: record.due.path)
      if isTaken(names[index], in: group) {
        names[index] =
          ArchiveName.component(record.eventID) + "~" + record.digest.description.prefix(16)
      }
    }
    return names
  }

  private func isTaken(_ name: String, in group: BundleGroup) -> Bool {
    stems.contains(group.memberPrefix + name)
  }
}
