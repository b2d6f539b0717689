import CommandTesting
import Foundation
import Testing

/// Bundles depend on the records in them, and on nothing else.
@Suite struct SameBundlesTests {
  private let reference: Reference

  init() throws { reference = try Reference.standard.get() }

  @Test(
    "They are the same in every time zone and language",
    arguments: [
      ["TZ": "Pacific/Kiritimati"], ["TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"],
      ["LC_ALL": "C"], ["LANG": "ar_EG.UTF-8", "LC_ALL": "ar_EG.UTF-8", "TZ": "Asia/Kathmandu"],
    ])
  func environments(environment: [String: String]) throws {
    let site = try ArchiveSite(reference)
    #expect(try site.archive(environment: environment).code == 0)
    try expectSame(site)
  }

  @Test("They are the same, and as private, under every umask", arguments: ["000", "022", "077"])
  func masks(mask: String) throws {
    let site = try ArchiveSite(reference)
    let script = "umask \(mask) && exec \"$0\" \"$@\""
    let arguments = ["-c", script, Program.path] + ArchiveSite.run
    let outcome = try site.scratch.start(arguments, program: "/bin/sh").wait()
    #expect(outcome.code == 0, "\(outcome.everything)")
    try expectSame(site)
  }

  @Test("They are the same whatever the order of import")
  func orders() throws {
    var album = Album.standard
    let last = album.photos.removeLast()
    album.photos = album.photos.reversed() + [last]
    let site = try ArchiveSite(importing: album)
    #expect(try site.archive().code == 0)
    try expectSame(site)
  }

  @Test(
    "They are the same however the documents have the photos",
    arguments: Photo.Form.allCases.filter { $0 != .url })
  func forms(form: Photo.Form) throws {
    var album = Album.standard
    for index in album.photos.indices where album.photos[index].form != .url {
      album.photos[index].form = form
    }
    let site = try ArchiveSite(importing: album)
    #expect(try site.archive().code == 0)
    try expectSame(site)
  }

  private func expectSame(_ site: ArchiveSite) throws {
    #expect(try ArchiveTree(site.archivePath).differences(from: reference.archive) == [])
  }
}
