internal import Documents
package import Foundation

/// A family's photos in one zip: folders by month, and a page that shows them without a network.
package struct Album {
  package struct Options: Sendable {
    package var title: String
    /// Whose clock tells the days and months.
    package var timeZone: TimeZone
    /// What a profile's id is called, where photos of several are told apart.
    package var profileName: @Sendable (String) -> String

    package init(
      title: String = "Photo album", timeZone: TimeZone = .gmt,
      profileName: @escaping @Sendable (String) -> String = { $0 }
    ) {
      (self.title, self.timeZone, self.profileName) = (title, timeZone, profileName)
    }
  }

  package struct Outcome: Sendable {
    package var photos = 0
    package var photoBytes = 0
    /// Photos that were left out.
    package var damages: [Damage] = []
  }

  private let options: Options
  private let zip: MemberWriter
  private let file: ArchiveFile
  private let onProgress: (Outcome) -> Void
  private let parser = JSONParser()
  private var photos: [AlbumPhoto] = []
  private var names: [String: Int] = [:]
  private var outcome = Outcome()

  /// Writes an album; without any photo, none.
  ///
  /// - Parameters:
  ///   - archive: Its directory.
  ///   - selection: Whose photos.
  ///   - output: The directory for the zip.
  ///   - name: The zip's name; a file of that name is replaced when the new one is whole.
  ///   - options: How it is made.
  ///   - onProgress: Hears of what was done so far.
  /// - Throws: ``ArchiveError``.
  /// - Returns: What is in it.
  package static func write(
    _ archive: ArchiveDirectory, selection: ArchiveSelection, to output: ArchiveDirectory,
    name: String, options: Options = Options(), onProgress: @escaping (Outcome) -> Void = { _ in }
  ) throws -> Outcome {
    let file = try output.createTemporary(for: name)
    do {
      var album = try Album(file, options, onProgress)
      try archive.forEachMonth(selection) { directory, _ in
        try album.add(ArchivedMonth(directory), selection)
      }
      try album.finish()
      if album.photos.isEmpty {
        try output.remove(file.name)
      } else {
        try file.sync()
        try output.rename(file.name, replacing: name)
        try output.sync()
      }
      return album.outcome
    } catch {
      try? output.remove(file.name)
      throw (error as? TarError)?.of(file.path) ?? error
    }
  }

  private init(
    _ file: ArchiveFile, _ options: Options, _ onProgress: @escaping (Outcome) -> Void
  ) throws {
    (self.file, self.options, self.onProgress) = (file, options, onProgress)
    zip = try MemberWriter(descriptor: file.descriptor, format: .zip)
  }

  private mutating func add(_ month: ArchivedMonth, _ selection: ArchiveSelection) throws {
    outcome.damages += month.damages
    let records = Dictionary(grouping: month.records(selection), by: \.part)
    for manifest in month.manifests {
      guard let records = records[manifest.header.part] else { continue }
      do {
        let reader = try BundleReader(manifest, in: month.directory)
        for archived in records {
          try add(archived.record, of: manifest.header.group.profile, reader)
        }
      } catch let damage as Damage {
        outcome.damages.append(damage)
      }
      onProgress(outcome)
    }
  }

  private mutating func add(
    _ record: BundleManifest.Record, of profile: String, _ reader: BundleReader
  ) throws {
    do {
      // A member cannot be taken out of a zip again: it is known to be intact before it gets in.
      try reader.photo(of: record) { _ in }
    } catch let damage as Damage {
      outcome.damages.append(damage)
      return
    }
    let time = LocalTime(record.instant, in: options.timeZone)
    let path = path(of: time, record.format)
    try zip.begin(path: path, size: record.photo.bytes, seconds: record.instant.wholeSeconds)
    try reader.photo(of: record) { try zip.write($0) }
    try zip.end()
    photos.append(
      AlbumPhoto(
        path: path, format: record.format, time: time, title: try title(of: record, reader),
        profile: profile))
    outcome.photos += 1
    outcome.photoBytes += record.photo.bytes
  }

  /// A name that no other photo has, on a disk that does not tell capitals apart either.
  private mutating func path(of time: LocalTime, _ format: PhotoFormat) -> String {
    let name = time.fileName
    let count = (names[name] ?? 0) + 1
    names[name] = count
    return "\(time.month)/\(name)\(count == 1 ? "" : "-\(count)").\(format.rawValue)"
  }

  /// The task that a photo was taken for.
  private mutating func title(
    of record: BundleManifest.Record, _ reader: BundleReader
  ) throws -> String? {
    let json: [UInt8]
    do {
      json = try reader.json(of: record)
    } catch let damage as Damage {
      outcome.damages.append(damage)
      return nil
    }
    let fields = json.withUnsafeBufferPointer { try? DocumentReader.fields(of: $0, parser: parser) }
    let field = fields?.first { $0.name == "taskTitle" }
    guard case .string(let title)? = field?.value, !title.isEmpty else { return nil }
    return title
  }

  private mutating func finish() throws {
    let order = photos.indices.sorted { left, right in
      let (first, second) = (photos[left].time.instant, photos[right].time.instant)
      return first == second ? left < right : first < second
    }
    let profiles = Set(photos.map { Array($0.profile.utf8) })
    let sorted = order.map { photos[$0] }
    let profileName = profiles.count > 1 ? Optional(options.profileName) : nil
    let zone = options.timeZone.identifier
    let page = AlbumPage(
      title: options.title, photos: sorted, profileName: profileName,
      clock: zone == TimeZone.gmt.identifier ? "UTC" : zone.replacing("_", with: " "))
    let bytes = page.rendered()
    try zip.begin(
      path: "index.html", size: bytes.count,
      seconds: sorted.last?.time.instant.wholeSeconds ?? 0)
    try bytes.withUnsafeBufferPointer { try zip.write($0) }
    try zip.end()
    _ = try zip.close()
  }
}
