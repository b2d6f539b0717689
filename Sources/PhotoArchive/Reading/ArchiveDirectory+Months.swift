extension ArchiveDirectory {
  /// Goes through the directories of an archive's months, in the order of their names.
  ///
  /// What is not named as a run names it is passed over, as `lost+found` is.
  package func forEachMonth(
    _ selection: ArchiveSelection = .everything,
    _ body: (ArchiveDirectory, CalendarMonth) throws -> Void
  ) throws {
    try forEachDirectory(selection.owner.map { ArchiveName.component($0) }) { owner in
      try owner.forEachDirectory(selection.profile.map { ArchiveName.component($0) }) { profile in
        try profile.forEachMonthOfProfile(selection, body)
      }
    }
  }

  /// The bytes of all tars in a selection's months: what there is to read, told without reading any.
  ///
  /// - Parameters:
  ///   - selection: Whose months.
  ///   - sample: Which of the bundles; nil for all.
  ///   - onMonth: Called after each month; may throw to stop.
  /// - Throws: ``ArchiveError``.
  /// - Returns: Their sizes' sum.
  package func tarBytes(
    _ selection: ArchiveSelection, sample: ArchiveCheck.Sample?, onMonth: () throws -> Void
  ) throws -> Int {
    var bytes = 0
    try forEachMonth(selection) { month, _ in
      for name in try month.names() {
        guard case .tar = PartName.kind(of: name) else { continue }
        if sample?.includes(month.relative(name)) != false { bytes += month.size(of: name) }
      }
      try onMonth()
    }
    return bytes
  }

  /// The ids of the users that an archive has directories of; those of over-long names are left out.
  package func owners() throws -> [String] {
    try directoryNames().compactMap { ArchiveName.identifier(named: $0) }
  }

  /// Likewise the ids of a user's profiles, or of all profiles.
  package func profiles(of owner: String?) throws -> [String] {
    var profiles: [String] = []
    try forEachDirectory(owner.map { ArchiveName.component($0) }) { profiles += try $0.owners() }
    return profiles
  }

  private func forEachMonthOfProfile(
    _ selection: ArchiveSelection, _ body: (ArchiveDirectory, CalendarMonth) throws -> Void
  ) throws {
    for yearName in try directoryNames() {
      guard CalendarMonth(yearName: yearName, monthName: "01") != nil,
        let year = try directory(yearName)
      else { continue }
      for monthName in try year.directoryNames() {
        if let month = CalendarMonth(yearName: yearName, monthName: monthName),
          selection.includes(month), let directory = try year.directory(monthName)
        {
          try body(directory, month)
        }
      }
    }
  }

  /// Opens the directory of a name, or one after the other all that have the name of an id.
  private func forEachDirectory(
    _ wanted: String?, _ body: (ArchiveDirectory) throws -> Void
  ) throws {
    for name in try wanted.map({ [$0] }) ?? directoryNames() where ArchiveName.isName(name) {
      if let directory = try directory(name) { try body(directory) }
    }
  }
}
