import CommandTesting
import Foundation
import Glibc
import Testing

/// Runs that are killed at any moment.
@Suite(.serialized) struct KillTests {
  static let moments = Program.sweeps ? 300 : 10
  private let judge: Judge

  init() throws { judge = try Judge.standard() }

  @Test("An undisturbed run archives everything that is due")
  func undisturbed() throws {
    let site = try ArchiveSite.standard()
    try judge.expectEndsWell(at: site, "undisturbed")
    let bundles = try Bundle.all(in: site.archivePath, site.scratch)
    #expect(bundles.count == 5)
    #expect(bundles.flatMap(\.faults) == [])
    for photo in site.album.photos { #expect(bundles.count { $0.has(photo) } == 1) }
    let store = try StoreContents(of: site.storePath)
    #expect(!site.album.photos.contains(where: store.has))
    #expect(store.documents.count == 6)
  }

  @Test("Killed at any moment, a run loses nothing, and the next does the rest")
  func kills() throws { try kill(try Reference.standard.get(), moments: Self.moments) }

  @Test("Nor does one whose batches are on their way at once")
  func batches() throws {
    try kill(try Reference.many.get(), openFiles: 120, moments: Self.moments / 3)
  }

  /// Kills runs at moments spread over the time that one takes.
  private func kill(_ reference: Reference, openFiles: Int = 1024, moments: Int) throws {
    func makeSite() throws -> ArchiveSite {
      let site = try ArchiveSite(reference)
      site.openFiles = openFiles
      return site
    }
    let duration = try duration(makeSite())
    for moment in 0..<moments {
      let site = try makeSite()
      let running = try site.start()
      usleep(UInt32(duration * 1.05e6 * (Double(moment) + 0.5) / Double(moments)))
      running.kill()
      _ = try running.wait()
      try Judge(reference: reference).judge(
        site, "killed at moment \(moment)", of: "kill at a moment")
    }
  }

  /// How long an undisturbed run takes, in seconds.
  private func duration(_ site: ArchiveSite) throws -> Double {
    let start = ContinuousClock.now
    #expect(try site.archive().code == 0)
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
