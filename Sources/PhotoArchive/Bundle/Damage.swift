/// Something in an archive that is not as it was written.
package struct Damage: Error, Sendable {
  /// The bundle's tar or manifest, from the archive's own directory.
  package let bundle: String
  /// The member that is damaged; nil if it is the bundle itself.
  package let member: String?
  /// Where, in bytes from the beginning of the tar before compression; nil if that cannot be told.
  package let offset: Int?
  package let reason: Reason

  package init(bundle: String, member: String? = nil, offset: Int? = nil, reason: Reason) {
    (self.bundle, self.member, self.offset, self.reason) = (bundle, member, offset, reason)
  }

  package enum Reason: Sendable {
    case missingManifest
    case missingTar
    /// A bundle that the store knows of.
    case lost
    /// Something in a month's directory that no run has put there.
    case unknownFile
    /// A manifest that cannot be read, as its error tells.
    case badManifest(ArchiveError)
    /// A tar that is not what its name says.
    case badTar(TarError)
    case unreadable(ArchiveError)
    case tarDigest
    case tarSize(expected: Int, found: Int)
    case missingMember
    case unknownMember
    case memberOrder
    case memberSize(expected: Int, found: Int)
    case memberOffset(expected: Int)
    case memberDigest
    /// The directory's `SHA256SUMS` is not what the manifests say.
    case checksums
  }
}

extension Damage: CustomStringConvertible {
  package var description: String { describe { $0 } }

  /// - Parameter shown: What is shown of a path, in which ids may be telephone numbers.
  /// - Returns: One sentence for the operator.
  package func describe(_ shown: (String) -> String) -> String {
    let place = offset.map { ", byte \($0)" } ?? ""
    let name = member.map { ", \(shown($0).debugDescription)" } ?? ""
    return "\(shown(bundle))\(place)\(name): \(reason.describe(shown))"
  }
}

extension Damage.Reason: CustomStringConvertible {
  /// A word for scripts.
  package var code: String {
    switch self {
    case .missingManifest: "missing-manifest"
    case .missingTar: "missing-tar"
    case .lost: "lost"
    case .unknownFile: "unknown-file"
    case .badManifest: "bad-manifest"
    case .badTar: "bad-tar"
    case .unreadable: "unreadable"
    case .tarDigest: "tar-sha256"
    case .tarSize: "tar-size"
    case .missingMember: "missing-member"
    case .unknownMember: "unknown-member"
    case .memberOrder: "member-order"
    case .memberSize: "member-size"
    case .memberOffset: "member-offset"
    case .memberDigest: "member-sha256"
    case .checksums: "checksums"
    }
  }

  package var description: String { describe { $0 } }

  /// - Parameter shown: What is shown of a path, in which ids may be telephone numbers.
  /// - Returns: One sentence for the operator.
  package func describe(_ shown: (String) -> String) -> String {
    switch self {
    case .missingManifest: "its manifest is missing"
    case .missingTar: "the tar is missing"
    case .lost:
      "the store's index has the bundle, and the archive does not; if that is right, `hallo-migrate "
        + "archive list --rebuild` makes the index again"
    case .unknownFile: "it is no file of an archive; move it out"
    case .badManifest(let error), .unreadable(let error): error.describe(shown)
    case .badTar(let error): error.describe(shown)
    case .tarDigest: "the tar's SHA-256 is not the manifest's"
    case .tarSize(let expected, let found): "the tar has \(found) bytes instead of \(expected)"
    case .missingMember: "the member is missing"
    case .unknownMember: "the manifest does not name the member"
    case .memberOrder: "the member is out of order"
    case .memberSize(let expected, let found): "it has \(found) bytes instead of \(expected)"
    case .memberOffset(let expected): "the manifest has it begin at byte \(expected)"
    case .memberDigest: "its SHA-256 is not the manifest's"
    case .checksums:
      "it does not agree with the manifests; `hallo-migrate archive seal` rewrites it"
    }
  }
}
