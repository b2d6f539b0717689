internal import Documents
package import Foundation

/// A family's photos in one zip: folders by month, and a page that shows them without a network.
package struct Album {
  package struct Options: Sendable {
    /// Whose clock tells the days and months.
    package var timeZone: TimeZone
    /// The names of the people that profiles are of, by the profiles' ids.
    package var names: [String: String]

    package init(timeZone: TimeZone = .gmt, names: [String: String] = [:]) {
      (self.timeZone, self.names) = (timeZone, names)
    }
  }

  package struct Outcome: Sendable {
    package var photos = 0
    package var photoBytes = 0
    /// Of the tars that were gone through.
    package var tarBytes = 0
    /// Photos that were left out.
    package var damages: [Damage] = []
  }

  private let options: Options
  private let zip: MemberWriter
  private let file: ArchiveFile
  private let onProgress: (Outcome) throws -> Void
  private let parser = JSONParser()
  private var photos: [AlbumPhoto] = []
  /// The people whose photos there are, the first first; nil for one without a name.
  private var people: [String?] = []
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
  ///   - onProgress: Hears of what was done so far, and may throw to stop.
  /// - Throws: ``ArchiveError``.
  /// - Returns: What is in it.
  package static func write(
    _ archive: ArchiveDirectory, selection: ArchiveSelection, to output: ArchiveDirectory,
    name: String, options: Options = Options(),
    onProgress: @escaping (Outcome) throws -> Void = { _ in }
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
    _ file: ArchiveFile, _ options: Options, _ onProgress: @escaping (Outcome) throws -> Void
  ) throws {
    (self.file, self.options, self.onProgress) = (file, options, onProgress)
    zip = try MemberWriter(descriptor: file.descriptor, format: .zip)
  }

  private mutating func add(_ month: ArchivedMonth, _ selection: ArchiveSelection) throws {
    outcome.damages += month.damages
    let records = Dictionary(grouping: photos(of: month, selection), by: \.part)
    for manifest in month.manifests {
      if let records = records[manifest.header.part] {
        try add(records, of: manifest, in: month.directory)
      }
      outcome.tarBytes += month.directory.size(of: manifest.header.tarName)
      try onProgress(outcome)
    }
  }

  private mutating func add(
    _ records: [ArchivedRecord], of manifest: BundleManifest, in month: ArchiveDirectory
  ) throws {
    do {
      let reader = try BundleReader(manifest, in: month)
      for archived in records {
        try add(archived.record, of: person(manifest.header.group.profile), reader)
      }
    } catch let damage as Damage {
      outcome.damages.append(damage)
    }
  }

  /// The records of a month; a photo whose document was archived in several states is there once.
  private func photos(of month: ArchivedMonth, _ selection: ArchiveSelection) -> [ArchivedRecord] {
    struct Key: Hashable {
      let path: [UInt8]
      let photo: SHA256Digest
    }
    var seen = Set<Key>()
    return month.records(selection).reversed().filter {
      seen.insert(Key(path: Array($0.record.path.utf8), photo: $0.record.photo.digest)).inserted
    }.reversed()
  }

  private mutating func add(
    _ record: BundleManifest.Record, of person: String?, _ reader: BundleReader
  ) throws {
    let size: PhotoSize?
    do {
      // A member cannot be taken out of a zip again: it is known to be intact before it gets in.
      size = try self.size(of: record, reader)
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
        path: path, format: record.format, size: size, time: time,
        title: try title(of: record, reader), person: person))
    if !people.contains(person) { people.append(person) }
    outcome.photos += 1
    outcome.photoBytes += record.photo.bytes
  }

  /// Reads a photo from its first byte to its last.
  private func size(of record: BundleManifest.Record, _ reader: BundleReader) throws -> PhotoSize? {
    var head: [UInt8] = []
    try reader.photo(of: record) { bytes in
      head += bytes.prefix(PhotoSize.headLength - head.count)
    }
    return PhotoSize(head)
  }

  /// Whom a profile is of: a name that tells a family something.
  private func person(_ profile: String) -> String? {
    let name = options.names[profile]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    let letters = name.count(where: \.isLetter)
    return letters > 0 && letters > name.count(where: \.isNumber) && name.count <= 60 ? name : nil
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
    guard case .string(let title)? = field?.value else { return nil }
    let text = title.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  private mutating func finish() throws {
    let order = photos.indices.sorted { left, right in
      let (first, second) = (photos[left].time.instant, photos[right].time.instant)
      return first == second ? left < right : first < second
    }
    var sorted = order.map { photos[$0] }
    if people.count == 1 { for index in sorted.indices { sorted[index].person = nil } }
    let page = AlbumPage(title: title, photos: sorted)
    let bytes = page.rendered()
    try zip.begin(
      path: "index.html", size: bytes.count,
      seconds: sorted.last?.time.instant.wholeSeconds ?? 0)
    try bytes.withUnsafeBufferPointer { try zip.write($0) }
    try zip.end()
    _ = try zip.close()
  }

  /// Who is in the album, if the names of all are known and few.
  private var title: String {
    let names = people.compactMap(\.self)
    guard names.count == people.count, (1...3).contains(names.count) else { return "Family photos" }
    let list = [names.dropLast().joined(separator: ", "), names[names.count - 1]]
    return "Photos of " + list.filter { !$0.isEmpty }.joined(separator: " and ")
  }
}
