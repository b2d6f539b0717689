internal import Documents

/// Reads a bundle from its first byte to its last, and compares everything with its manifest.
///
/// Memory does not grow with its photos.
package struct BundleCheck {
  /// What is expected of one member.
  private struct Expected {
    let path: String
    let content: BundleManifest.Content
  }

  private let draft: BundleDraft
  /// What the manifest says that the tar hashes to; nil if it is to be written yet.
  private let statedDigest: SHA256Digest?
  private let tar: ArchiveFile
  private let expected: [Expected]
  /// Where each member is in `expected`; made when one is not where it should be.
  private var places: [String: Int]?
  private var damages: [Damage] = []
  /// What the tar hashes to; nil if it cannot be read to its end.
  private var digest: SHA256Digest?

  /// Checks one part of a month.
  ///
  /// - Throws: ``ArchiveError`` if the disk fails; whatever is wrong with the bundle is a damage.
  /// - Returns: What is wrong, and the manifest if it can be read.
  package static func run(
    part: Int, in month: ArchiveDirectory
  ) throws -> (damages: [Damage], manifest: BundleManifest?) {
    let manifestPath = month.relative(PartName.manifest(part))
    let manifest: BundleManifest?
    do {
      manifest = try BundleManifest.read(part: part, in: month)
    } catch let error as ArchiveError where error.isDamage {
      return ([Damage(bundle: manifestPath, reason: .badManifest(error))], nil)
    }
    guard let manifest else {
      return ([Damage(bundle: manifestPath, reason: .missingManifest)], nil)
    }
    return (try run(manifest, in: month), manifest)
  }

  /// Checks the tar of a bundle whose manifest is known.
  package static func run(
    _ manifest: BundleManifest, in month: ArchiveDirectory
  ) throws -> [Damage] {
    let name = manifest.header.tarName
    do {
      guard let tar = try month.file(name) else {
        return [Damage(bundle: month.relative(name), reason: .missingTar)]
      }
      // A disk that failed may not have what the system still holds of the file.
      tar.forgetCached()
      return try run(manifest, tar: tar)
    } catch let error as ArchiveError where error.isDamage {
      return [Damage(bundle: month.relative(name), reason: .unreadable(error))]
    }
  }

  /// Checks a tar under any name.
  package static func run(_ manifest: BundleManifest, tar: ArchiveFile) throws -> [Damage] {
    var check = BundleCheck(BundleDraft(manifest), manifest.trailer.tarDigest, tar)
    try check.compare()
    return check.damages
  }

  /// Checks a tar that has no manifest yet, and tells what it hashes to.
  static func run(
    _ draft: BundleDraft, tar: ArchiveFile
  ) throws -> (damages: [Damage], digest: SHA256Digest?) {
    var check = BundleCheck(draft, nil, tar)
    try check.compare()
    return (check.damages, check.digest)
  }

  private init(_ draft: BundleDraft, _ statedDigest: SHA256Digest?, _ tar: ArchiveFile) {
    (self.draft, self.statedDigest, self.tar) = (draft, statedDigest, tar)
    expected = draft.records.flatMap { record in
      let photo = Expected(path: record.photoMember, content: record.photo)
      let json = Expected(path: record.jsonMember, content: record.json)
      return record.format.sortsBeforeJSON ? [photo, json] : [json, photo]
    }
  }

  private mutating func compare() throws {
    let size = try tar.size()
    if size != draft.tarBytes { note(.tarSize(expected: draft.tarBytes, found: size)) }
    var seen = 0
    do throws(TarError) {
      let reader = try TarReader(
        descriptor: tar.descriptor, compression: draft.header.compression, limits: limits)
      try compareMembers(reader, &seen)
      for missing in expected[seen...] { note(.missingMember, missing) }
      seen = expected.count
      let (bytes, digest) = try reader.finish()
      self.digest = digest
      if let statedDigest, digest != statedDigest, bytes == size { note(.tarDigest) }
    } catch {
      try noteFailure(error, seen)
    }
  }

  /// A tar cannot be read on after its first damage; without compression the manifest knows where its
  /// members are.
  private mutating func noteFailure(_ error: TarError, _ seen: Int) throws {
    if case .system(let code) = error { throw ArchiveError.system("read", tar.path, code) }
    note(.badTar(error), at: seen < expected.count ? expected[seen].content.offset : nil)
    for member in expected[seen...] {
      if try draft.header.compression != .none || !isIntact(member) {
        note(.memberDigest, member)
      }
    }
  }

  /// What the manifest names, and a little more, so that a member that is too many can be named.
  private var limits: TarReader.Limits {
    TarReader.Limits(
      members: expected.count + 8, bytes: expected.reduce(1 << 20) { $0 + $1.content.bytes })
  }

  /// Compares one by one; `seen` is how many of the expected members were passed.
  private mutating func compareMembers(
    _ reader: TarReader, _ seen: inout Int
  ) throws(TarError) {
    while let member = try reader.next() {
      guard let index = place(of: member.path, from: seen) else {
        note(.unknownMember, member)
        continue
      }
      if index < seen {
        note(.memberOrder, member)
        continue
      }
      for missing in expected[seen..<index] { note(.missingMember, missing) }
      seen = index + 1
      try compare(member, with: expected[index].content, reader)
    }
  }

  /// The place of a member among the expected; `seen` is where it should be.
  private mutating func place(of path: String, from seen: Int) -> Int? {
    if seen < expected.count, expected[seen].path == path { return seen }
    let places =
      self.places
      ?? Dictionary(uniqueKeysWithValues: expected.enumerated().map { ($1.path, $0) })
    self.places = places
    return places[path]
  }

  private mutating func compare(
    _ member: TarReader.Member, with content: BundleManifest.Content, _ reader: TarReader
  ) throws(TarError) {
    var hasher = SHA256Hasher()
    try reader.read { hasher.update($0) }
    if member.size != content.bytes {
      note(.memberSize(expected: content.bytes, found: member.size), member)
    } else if hasher.finalize() != content.digest {
      note(.memberDigest, member)
    } else if member.offset != content.offset {
      note(.memberOffset(expected: content.offset), member)
    }
  }

  /// Whether the bytes at the place that the manifest names are the member's.
  private func isIntact(_ member: Expected) throws -> Bool {
    let content = member.content
    return try tar.digest(at: content.offset, count: content.bytes) == content.digest
  }

  private mutating func note(_ reason: Damage.Reason, at offset: Int? = nil) {
    damages.append(Damage(bundle: tar.relativePath, offset: offset, reason: reason))
  }

  private mutating func note(_ reason: Damage.Reason, _ member: Expected) {
    damages.append(
      Damage(
        bundle: tar.relativePath, member: member.path, offset: member.content.offset,
        reason: reason))
  }

  private mutating func note(_ reason: Damage.Reason, _ member: TarReader.Member) {
    damages.append(
      Damage(
        bundle: tar.relativePath, member: member.path, offset: member.offset, reason: reason))
  }
}

extension ArchiveError {
  /// Whether this tells of a file that is not as it was written, rather than of a failing disk.
  package var isDamage: Bool {
    switch self {
    case .badManifest, .badTar, .notAFile, .symbolicLink: true
    default: false
    }
  }
}
