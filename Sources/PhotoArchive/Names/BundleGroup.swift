package import Documents

/// Which records lie in one directory of an archive: those of one profile of one user, of one month.
///
/// Groups are told apart and ordered by their directories' names.
package struct BundleGroup: Sendable {
  package let owner: String
  package let profile: String
  package let year: Int
  /// From 1 to 12.
  package let month: Int

  /// The names of the owner's and the profile's directories.
  package let ownerName: String
  package let profileName: String

  package init(owner: String, profile: String, year: Int, month: Int) {
    (self.owner, self.profile, self.year, self.month) = (owner, profile, year, month)
    ownerName = ArchiveName.component(owner)
    profileName = ArchiveName.component(profile)
  }

  /// The group of a record: the year and month of its instant are those of UTC.
  package init(owner: String, profile: String, instant: Instant) {
    let (year, month) = instant.yearAndMonth
    self.init(owner: owner, profile: profile, year: year, month: month)
  }

  /// `{owner}/{profile}/{yyyy}/{mm}`, from the archive's own directory.
  package var directory: String { components.joined(separator: "/") }

  /// The directories that lead to the bundles, from the archive's own.
  package var components: [String] {
    [ownerName, profileName, padded(year, to: 4), padded(month, to: 2)]
  }

  /// What the path of every member of a bundle begins with.
  package var memberPrefix: String { "gallery-archive/\(directory)/" }
}

extension BundleGroup: Hashable, Comparable {
  package static func == (left: BundleGroup, right: BundleGroup) -> Bool { left.key == right.key }

  package static func < (left: BundleGroup, right: BundleGroup) -> Bool { left.key < right.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(directory) }

  private var key: (String, String, Int, Int) { (ownerName, profileName, year, month) }
}

/// A number with zeros before it, up to a width.
func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
