extension ArchiveDirectory {
  /// What is in a month's directory besides its parts and what killed runs leave.
  func unknownFiles() throws -> [Damage] {
    try names().filter { PartName.kind(of: $0) == .other }.map {
      Damage(bundle: relative($0), reason: .unknownFile)
    }
  }

  /// Whether a bundle that was once in an archive is neither there nor replaced by another.
  ///
  /// - Parameter bundle: Its path from the archive's own directory, without ending.
  /// - Throws: ``ArchiveError`` if the disk fails.
  /// - Returns: The damage; nil if there is none.
  package func loss(of bundle: String) throws -> Damage? {
    let damage = Damage(bundle: bundle + ".jsonl", reason: .lost)
    let names = bundle.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let name = names.last, names.allSatisfy({ ArchiveName.isName($0) }),
      case .manifest(let part) = PartName.kind(of: name + ".jsonl"),
      let month = try directory(Array(names.dropLast()))
    else { return damage }
    if try month.file(PartName.manifest(part)) != nil { return nil }
    let isReplaced = try ArchivedMonth(month).manifests.contains {
      $0.header.replaces.contains(part)
    }
    return isReplaced ? nil : damage
  }
}
