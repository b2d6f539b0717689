internal import Dispatch
internal import Documents
internal import Synchronization

/// Checks bundle after bundle of an archive, several at once.
package struct ArchiveCheck {
  /// One of several equal parts of an archive's bundles, as `1/7` for a check that takes a week.
  package struct Sample: Sendable {
    package let number: Int
    package let count: Int

    /// Reads `K/N`.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
        number <= count
      else { return nil }
      (self.number, self.count) = (number, count)
    }

    /// Whether a bundle is in the sample: it is in exactly one of them, and always in the same.
    func includes(_ bundle: String) -> Bool {
      var bundle = bundle
      let digest = bundle.withUTF8 { SHA256Digest(of: $0) }
      let value = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return value % UInt64(count) == UInt64(number - 1)
    }
  }

  package struct Outcome: Sendable {
    package var bundles = 0
    package var photos = 0
    package var photoBytes = 0
    /// Of the tars that were read.
    package var tarBytes = 0
    package var damages: [Damage] = []
  }

  private struct Job: Sendable {
    let manifest: BundleManifest
    let month: ArchiveDirectory
  }

  private let workers: Int
  private let onProgress: (Outcome) throws -> Void
  private var jobs: [Job] = []
  private var outcome = Outcome()

  /// Checks an archive, or a part of it.
  ///
  /// - Parameters:
  ///   - archive: Its directory.
  ///   - selection: Whose bundles, and of which months; single events are not told apart.
  ///   - sample: Which of the bundles; nil for all.
  ///   - workers: How many are read at once.
  ///   - onProgress: Hears of what was done so far, and may throw to stop.
  /// - Throws: ``ArchiveError`` if the disk fails.
  /// - Returns: What was read, and every damage, in the order of the bundles.
  package static func run(
    _ archive: ArchiveDirectory, selection: ArchiveSelection = .everything,
    sample: Sample? = nil, workers: Int = 1,
    onProgress: @escaping (Outcome) throws -> Void = { _ in }
  ) throws -> Outcome {
    var check = ArchiveCheck(workers: max(workers, 1), onProgress: onProgress)
    try archive.forEachMonth(selection) { directory, _ in
      let month = try ArchivedMonth(directory)
      try check.flush(before: month)
      for manifest in month.manifests where selection.includes(manifest.header.group) {
        if sample?.includes(directory.relative(manifest.header.tarName)) == false { continue }
        try check.add(Job(manifest: manifest, month: directory))
      }
    }
    try check.flush()
    return check.outcome
  }

  private init(workers: Int, onProgress: @escaping (Outcome) throws -> Void) {
    (self.workers, self.onProgress) = (workers, onProgress)
  }

  private mutating func flush(before month: ArchivedMonth) throws {
    let damages =
      month.damages + (try Checksums.damages(month)) + (try month.directory.unknownFiles())
    if damages.isEmpty { return }
    try flush()
    outcome.damages += damages
  }

  private mutating func add(_ job: Job) throws {
    jobs.append(job)
    if jobs.count == workers * 4 { try flush() }
  }

  private mutating func flush() throws {
    let jobs = self.jobs
    self.jobs = []
    let results = Mutex([Result<[Damage], any Error>?](repeating: nil, count: jobs.count))
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(workers, jobs.count)) { _ in
      while let index = next.take(below: jobs.count) {
        let result = Result { try BundleCheck.run(jobs[index].manifest, in: jobs[index].month) }
        results.withLock { $0[index] = result }
      }
    }
    for (job, result) in zip(jobs, results.withLock { $0 }) {
      outcome.damages += try result?.get() ?? []
      outcome.bundles += 1
      outcome.photos += job.manifest.trailer.records
      outcome.photoBytes += job.manifest.trailer.photoBytes
      outcome.tarBytes += job.month.size(of: job.manifest.header.tarName)
    }
    try onProgress(outcome)
  }
}

extension Mutex<Int> {
  /// The number, which is one more the next time; nil when it is too large.
  fileprivate func take(below end: Int) -> Int? {
    withLock { number in
      guard number < end else { return nil }
      number += 1
      return number - 1
    }
  }
}
