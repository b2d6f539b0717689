internal import Documents

/// An archive's bundles as a bag (RFC 8493), the form in which libraries and archives hand over files.
///
/// The payload is every part that counts, its tar and its manifest, where the archive has them. RFC 8493
/// wants a `%` in a path written as `%25`, and the tools in use read it as it stands; so a bag's paths
/// have `=` in the place of `%`, which no name of an archive has.
package struct Bag {
  package struct Outcome: Sendable {
    package var bundles = 0
    package var files = 0
    package var bytes = 0
    /// Of the tars alone.
    package var tarBytes = 0
  }

  private var output: NewFiles
  private let onProgress: (Outcome) throws -> Void
  private var payload = ""
  private var outcome = Outcome()

  /// Makes a bag of an archive; one that cannot be made whole is taken away again.
  ///
  /// - Parameters:
  ///   - archive: Its directory.
  ///   - output: An empty directory. It is a bag when `bagit.txt` is in it, which is written last.
  ///   - date: The day, as `2025-11-01`.
  ///   - onProgress: Hears of what was done so far, and may throw to stop.
  /// - Throws: ``Damage`` for a bundle that is not as it was written, ``ArchiveError``.
  /// - Returns: What was copied.
  package static func write(
    _ archive: ArchiveDirectory, to output: ArchiveDirectory, date: String,
    onProgress: @escaping (Outcome) throws -> Void = { _ in }
  ) throws -> Outcome {
    guard try output.names().isEmpty else { throw ArchiveError.exists(path: output.path) }
    var bag = Bag(NewFiles(in: output), onProgress)
    do {
      try archive.forEachMonth { directory, _ in try bag.copy(ArchivedMonth(directory)) }
      try bag.writeTags(date: date)
      return bag.outcome
    } catch {
      bag.output.removeAll()
      throw error
    }
  }

  private init(_ output: NewFiles, _ onProgress: @escaping (Outcome) throws -> Void) {
    (self.output, self.onProgress) = (output, onProgress)
  }

  private mutating func copy(_ month: ArchivedMonth) throws {
    if let damage = month.damages.first { throw damage }
    if month.manifests.isEmpty { return }
    var target = output.directory
    for name in ["data"] + month.directory.relativePath.split(separator: "/").map(String.init) {
      target = try output.makeDirectory(bagged(name), in: target)
    }
    for manifest in month.manifests {
      for line in Checksums.lines(of: manifest).reversed() {
        try copy(line, of: month.directory, to: target)
      }
      outcome.bundles += 1
      outcome.tarBytes += month.directory.size(of: manifest.header.tarName)
      try onProgress(outcome)
    }
  }

  private mutating func copy(
    _ line: ChecksumLine, of month: ArchiveDirectory, to target: ArchiveDirectory
  ) throws {
    guard let source = try month.file(line.name) else {
      throw Damage(bundle: month.relative(line.name), reason: .missingTar)
    }
    let file = try output.createFile(line.name, in: target)
    var (digest, long, count) = (SHA256Hasher(), SHA512Hasher(), 0)
    try source.read(at: 0, count: try source.size()) { bytes in
      digest.update(bytes)
      long.update(bytes)
      count += bytes.count
      try file.write(bytes)
    }
    guard digest.finalize() == line.digest else {
      throw Damage(bundle: month.relative(line.name), reason: .tarDigest)
    }
    payload += "\(long.finalize())  \(file.relativePath)\n"
    outcome.files += 1
    outcome.bytes += count
  }

  private mutating func writeTags(date: String) throws {
    let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    let information = """
      Bag-Software-Agent: hallo-migrate
      Bagging-Date: \(date)
      External-Description: Photos of a care app's timeline, in tar files with their manifests. In paths, = stands for %.
      Payload-Oxum: \(outcome.bytes).\(outcome.files)

      """
    let tags = [
      ("bag-info.txt", information), ("bagit.txt", declaration), ("manifest-sha512.txt", payload),
    ]
    let lines = tags.map { "\(sha512($1))  \($0)\n" }
    try write(lines.joined(), to: "tagmanifest-sha512.txt")
    for (name, text) in tags where name != "bagit.txt" { try write(text, to: name) }
    if outcome.files == 0 { _ = try output.makeDirectory("data", in: output.directory) }
    try output.directory.syncFileSystem()
    try onProgress(outcome)
    try write(declaration, to: "bagit.txt")
    try output.directory.sync()
  }

  private mutating func write(_ text: String, to name: String) throws {
    let file = try output.createFile(name, in: output.directory)
    var text = text
    try text.withUTF8 { try file.write($0) }
    try file.sync()
  }

  private func bagged(_ name: String) -> String {
    String(
      decoding: name.utf8.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "=") : $0 }, as: UTF8.self)
  }

  private func sha512(_ text: String) -> String {
    var (text, hasher) = (text, SHA512Hasher())
    text.withUTF8 { hasher.update($0) }
    return hasher.finalize()
  }
}
