/// What is in the directory of one month, going by the names of its files.
package struct MonthParts: Sendable {
  package typealias PartFile = (part: Int, name: String)

  /// The parts that have a manifest, and so were committed.
  package let committed: [Int]
  /// What a run that was killed left: files under a temporary name, tars that were never committed.
  package let debris: [String]
  /// Tars whose manifests are gone: `SHA256SUMS` tells that they were committed.
  package let orphans: [PartFile]
  /// Files that `SHA256SUMS` names and that are not there: of parts that were lost, or that another part
  /// replaced just now.
  package let missing: [PartFile]
  /// A number that no file here has.
  package let next: Int

  package init(in month: ArchiveDirectory) throws {
    let names = try month.names()
    let stated = try Checksums.stated(in: month)?.map(\.name) ?? []
    let manifests = Set(names.map { PartName.kind(of: $0) }.compactMap(\.manifestPart))
    let tars = Self.parts(names).filter { $0.name != PartName.manifest($0.part) }
    let orphans = tars.filter { !manifests.contains($0.part) }
    committed = manifests.sorted()
    debris =
      names.filter { PartName.kind(of: $0) == .debris }
      + orphans.map(\.name).filter { !stated.contains($0) }
    self.orphans = orphans.filter { stated.contains($0.name) }
    missing = Self.parts(stated).filter { !names.contains($0.name) }
    next = Self.parts(names).map(\.part).reduce(0, max) + 1
  }

  private static func parts(_ names: [String]) -> [PartFile] {
    names.compactMap { name in PartName.kind(of: name).part.map { ($0, name) } }
  }
}

extension PartName.Kind {
  /// The number of the part that a file is of.
  package var part: Int? {
    switch self {
    case .tar(let part, _), .manifest(let part): part
    case .debris, .checksums, .other: nil
    }
  }

  fileprivate var manifestPart: Int? {
    if case .manifest(let part) = self { return part }
    return nil
  }
}
