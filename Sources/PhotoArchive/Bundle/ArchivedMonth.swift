/// The bundles of one month as a reader sees them: each record once, whatever is being merged.
package struct ArchivedMonth: Sendable {
  package let directory: ArchiveDirectory
  /// Of the parts that count, by their numbers.
  package let manifests: [BundleManifest]
  /// What a run that was killed left, which a writer may remove.
  package let debris: [String]
  /// Files of parts that another part replaces, in the order in which they are to be removed once that
  /// one is known to be intact.
  package let replaced: [String]
  /// Parts that cannot be read, or are gone.
  package let damages: [Damage]
  /// The number of the next part.
  package let next: Int

  /// The month as if it had only some of its parts.
  init(_ month: ArchivedMonth, parts: [BundleManifest]) {
    (directory, manifests, next) = (month.directory, parts, month.next)
    (debris, replaced, damages) = ([], [], [])
  }

  package init(_ directory: ArchiveDirectory) throws {
    self.directory = directory
    let parts = try MonthParts(in: directory)
    let (manifests, unreadable) = try Self.manifests(parts.committed, in: directory)
    let gone = Set(manifests.flatMap(\.header.replaces))
    self.manifests = manifests.filter { !gone.contains($0.header.part) }
    replaced =
      Self.files(of: manifests.filter { gone.contains($0.header.part) })
      + parts.orphans.filter { gone.contains($0.part) }.map(\.name)
    debris = parts.debris
    damages =
      unreadable
      + parts.missing.filter { !gone.contains($0.part) }.map { part, name in
        Damage(
          bundle: directory.relative(name),
          reason: name == PartName.manifest(part) ? .missingManifest : .missingTar)
      }
    next = max(parts.next, (gone.max() ?? 0) + 1)
  }

  /// The names of parts' files: a manifest is removed before its tar, so that none names a missing one.
  static func files(of manifests: [BundleManifest]) -> [String] {
    manifests.flatMap { [$0.header.manifestName, $0.header.tarName] }
  }

  private static func manifests(
    _ parts: [Int], in directory: ArchiveDirectory
  ) throws -> ([BundleManifest], [Damage]) {
    var (manifests, damages) = ([BundleManifest](), [Damage]())
    for part in parts {
      do {
        if let manifest = try BundleManifest.read(part: part, in: directory) {
          manifests.append(manifest)
        }
      } catch let error as ArchiveError where error.isDamage {
        let path = directory.relative(PartName.manifest(part))
        damages.append(Damage(bundle: path, reason: .badManifest(error)))
      }
    }
    return (manifests, damages)
  }
}
