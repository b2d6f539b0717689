package import Documents

/// What an archive run is asked to do.
package struct ArchiveRequest: Sendable {
  /// The moment that records are dated against, and the `archivedAt` of all that are archived.
  package var asOf: Instant
  /// Records are due when they are older than this before ``asOf``, in microseconds.
  package var retention: Int64
  /// Archived documents leave the store.
  package var removes = true
  package var isDryRun = false
  /// The whole document is kept beside its photo.
  package var keepsDocument = false
  /// Documents with an `isFavorite` that is true stay.
  package var keepsFavorites = false
  package var compression = Compression.none
  /// How many records at most, and how many bytes of photos.
  package var limit = Int.max
  package var maximumBytes = Int.max
  /// The largest part of all events that may go without ``isForced``.
  package var maximumFraction = 0.5
  package var isForced = false

  package init(asOf: Instant, retention: Int64) {
    (self.asOf, self.retention) = (asOf, retention)
  }

  /// Records before this are due; nil if that is before there were years.
  package var cutoff: Instant? {
    let (microseconds, isOverflow) = asOf.microseconds.subtractingReportingOverflow(retention)
    return isOverflow ? nil : Instant(microseconds: microseconds)
  }
}

/// What an archive run did, or would do.
package struct ArchiveOutcome: Sendable {
  /// Records that were due as the run began, those with a fault among them.
  package var expected = 0
  /// Records that are due, those that stay for a reason among them.
  package var due = 0
  /// Records that were written to bundles.
  package var archived = 0
  /// Records that a bundle had already, from a run that was killed or an export.
  package var alreadyArchived = 0
  package var bundles = 0
  /// Bytes of the photos that were written.
  package var bytes = 0
  /// Documents that left the store; in a dry run those that would.
  package var removed = 0
  /// What documents that were let go take in Firestore.
  package var firestoreBytes = 0
  /// Records that are due and wait for another run: a limit was reached, or the run was stopped.
  package var left = 0
  /// Why records stay: how many a code, with the first paths.
  package var findings: [String: Finding] = [:]
  /// What is wrong with bundles that earlier runs wrote.
  package var damages: [Damage] = []
  /// What was archived, by owner and month, in that order.
  package var months: [Month] = []

  package struct Finding: Sendable {
    package var count = 0
    package var examples: [String] = []
  }

  package struct Month: Sendable {
    package let owner: String
    /// `2025-10`.
    package let month: String
    package var photos = 0
    package var bytes = 0
  }

  package init() {}

  /// The part of the records that the run has looked at; nil if there are none.
  package var fraction: Double? { expected > 0 ? Double(due) / Double(expected) : nil }

  mutating func note(_ code: String, _ path: String, count: Int = 1) {
    var finding = findings[code] ?? Finding()
    finding.count += count
    if finding.examples.count < 5 { finding.examples.append(path) }
    findings[code] = finding
  }

  mutating func count(_ records: [PlannedRecord], of group: BundleGroup) {
    let bytes = records.reduce(0) { $0 + $1.photo.bytes }
    archived += records.count
    bundles += 1
    self.bytes += bytes
    let month = "\(padded(group.year, to: 4))-\(padded(group.month, to: 2))"
    if let last = months.indices.last, months[last].month == month,
      months[last].owner.utf8.elementsEqual(group.owner.utf8)
    {
      months[last].photos += records.count
      months[last].bytes += bytes
    } else {
      months.append(
        Month(owner: group.owner, month: month, photos: records.count, bytes: bytes))
    }
  }
}

/// More is due than a run may remove without being told to.
package struct TooManyDue: Error, Sendable, CustomStringConvertible {
  let due: Int
  let events: Int
  let fraction: Double

  package var description: String {
    "\(due) of \(events) events are due, more than \(Int(fraction * 100)) %; if that is right, give "
      + "--force, or another --max-fraction"
  }
}
