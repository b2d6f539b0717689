internal import HalloMigration
internal import HalloReport
internal import PhotoArchive

/// Nothing in the archive is what was asked for.
enum NothingSelected: Error {
  case unknownUser(String, nearest: String?)
  case unknownProfile(String, nearest: String?)
  /// Of an event or a month.
  case other

  /// Finds out what of a question the archive does not know.
  ///
  /// - Parameters:
  ///   - user: Who was asked for, if anybody was.
  ///   - profile: Likewise.
  ///   - users: All that the archive has.
  ///   - profiles: All of the user who was asked for, or of all users.
  init(
    user: String?, profile: String?, users: () throws -> [String], profiles: () throws -> [String]
  ) rethrows {
    if let user, case let known = try users(), !known.has(user) {
      self = .unknownUser(user, nearest: nearest(to: user, among: known))
    } else if let profile, case let known = try profiles(), !known.has(profile) {
      self = .unknownProfile(profile, nearest: nearest(to: profile, among: known))
    } else {
      self = .other
    }
  }

  var code: String {
    switch self {
    case .unknownUser: "unknown-user"
    case .unknownProfile: "unknown-profile"
    case .other: "nothing-selected"
    }
  }

  func describe(_ personalData: PersonalData) -> String {
    let way = "`hallo-migrate archive list` shows what it has"
    func sentence(_ subject: String, _ name: String, _ nearest: String?) -> String {
      let hint = nearest.map { "did you mean \(personalData.path($0))?" } ?? way
      return "the archive has no photo of the \(subject) \(personalData.path(name)); \(hint)"
    }
    return switch self {
    case .unknownUser(let user, let nearest): sentence("user", user, nearest)
    case .unknownProfile(let profile, let nearest): sentence("profile", profile, nearest)
    case .other: "the archive has no photo that is asked for; \(way)"
    }
  }
}

extension ArchivedSelection {
  /// Why an archive has nothing of what was asked for.
  func nothing(in archive: ArchiveDirectory) throws -> NothingSelected {
    try NothingSelected(
      user: user, profile: profile, users: archive.owners,
      profiles: { try archive.profiles(of: user) })
  }
}

extension [String] {
  /// Ids are compared by their bytes: Swift's strings are equal when they look alike.
  fileprivate func has(_ identifier: String) -> Bool {
    contains { $0.utf8.elementsEqual(identifier.utf8) }
  }
}
