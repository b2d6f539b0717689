import CommandTesting
import Foundation

/// What an undisturbed run makes of an album: every other must end with the same.
struct Reference: Sendable {
  static let standard = Result { try Reference(.standard) }
  static let many = Result { try Reference(.many) }

  let album: Album
  /// The file before the run.
  let store: Data
  let contents: StoreContents
  let digest: String
  let archive: ArchiveTree

  init(_ album: Album) throws {
    let site = try ArchiveSite(importing: album)
    self.album = album
    store = try site.scratch.contents(ArchiveSite.store)
    let outcome = try site.archive()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
    contents = try StoreContents(of: site.storePath)
    digest = try site.digest()
    archive = try ArchiveTree(site.archivePath)
  }
}
