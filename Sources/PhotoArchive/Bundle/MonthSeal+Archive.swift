extension MonthSeal {
  /// Merges the parts of all months of an archive that are over.
  ///
  /// - Parameters:
  ///   - archive: Its directory; the caller holds its lock for writing.
  ///   - end: The first month that is left alone.
  ///   - compression: What new tars are packed with.
  ///   - onMonth: Hears of each month that is over: its directory, and what was done.
  /// - Throws: ``ArchiveError``.
  package static func run(
    _ archive: ArchiveDirectory, before end: CalendarMonth, compression: Compression = .none,
    onMonth: (String, Outcome) throws -> Void
  ) throws {
    try archive.forEachMonth { directory, month in
      guard month < end else { return }
      try onMonth(directory.relativePath, run(directory, compression: compression))
    }
  }
}
