internal import Documents

/// What is in the directory of one month, going by the names of its files.
package struct MonthParts: Sendable {
  /// The parts that have a manifest, and so were committed.
  package let committed: [Int]
  /// Files that a run that was killed left: of a tar without a manifest, or under a temporary name.
  package let debris: [String]
  /// The number that no part has had, as far as can be told.
  package let next: Int
  package let hasChecksums: Bool

  package init(in month: ArchiveDirectory) throws {
    let files = try month.names().map { (name: $0, kind: PartName.kind(of: $0)) }
    let manifests = files.compactMap { file -> Int? in
      if case .manifest(let part) = file.kind { return part }
      return nil
    }
    let tars = files.compactMap { file -> (name: String, part: Int)? in
      if case .tar(let part, _) = file.kind { return (file.name, part) }
      return nil
    }
    committed = manifests.sorted()
    debris =
      files.filter { $0.kind == .debris }.map(\.name)
      + tars.filter { !manifests.contains($0.part) }.map(\.name)
    next = (manifests + tars.map(\.part)).reduce(0, max) + 1
    hasChecksums = files.contains { $0.kind == .checksums }
  }
}
