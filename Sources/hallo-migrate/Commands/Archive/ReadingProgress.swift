internal import PhotoArchive

/// How far a command is that reads the archive, bundle after bundle.
struct ReadingProgress {
  private let context: CommandContext
  /// Of all tars that there are to read; nil if nobody is shown how far it is.
  private let total: Int?

  /// Hears of signals from now on; finds out how much there is to read, if that is to be shown.
  ///
  /// That is asked of the archive: a store, if there is one, may know of other bundles.
  init(
    _ archive: ArchiveDirectory, _ selection: ArchiveSelection = .everything,
    sample: ArchiveCheck.Sample? = nil, in context: CommandContext
  ) throws {
    self.context = context
    let shouldStop = context.listening()
    guard context.output.progress.isShown else {
      total = nil
      return
    }
    total = try archive.tarBytes(selection, sample: sample) {
      if shouldStop() { throw Stopped() }
    }
    // Rate and time left are those of the work alone.
    context.output.progress.begin(nil)
  }

  /// Tells how much is done.
  ///
  /// - Throws: ``Stopped`` if that was asked for.
  func advance(to count: Int, _ noun: String = "photos", tarBytes: Int) throws {
    let fraction = total.map { Double(tarBytes) / Double(max($0, 1)) }
    try context.advance(to: count, noun, fraction: fraction)
  }
}
