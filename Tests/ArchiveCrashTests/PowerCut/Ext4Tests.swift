import CommandTesting
import Foundation
import Testing

/// Power cuts of real file systems.
@Suite(.enabled(if: LoopDisk.isUsable, "\(LoopDisk.skip)"), .serialized) struct Ext4Tests {
  private static let moments = Program.sweeps ? 100 : 3

  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  @Test(
    "After a power cut at any moment nothing is lost, and the next run does the rest",
    arguments: ["data=ordered", "data=writeback"])
  func cuts(options: String) throws {
    let duration = try duration(options)
    for moment in 0..<Self.moments {
      let (site, disks) = try site(options)
      let running = try site.start()
      usleep(UInt32(duration * 1.05e6 * (Double(moment) + 0.5) / Double(Self.moments)))
      for disk in disks { disk.cut() }
      running.kill()
      _ = try running.wait()
      for disk in disks { try disk.restart() }
      try judge.judge(site, "\(options), cut at moment \(moment)", of: "power cut of ext4")
    }
  }

  @Test("After a power cut at the end of a run all is done")
  func end() throws {
    let (site, disks) = try site("data=writeback")
    #expect(try site.archive().code == 0)
    for disk in disks { disk.cut() }
    for disk in disks { try disk.restart() }
    try judge.expectNothingLost(at: site, "cut at the end", of: "power cut of ext4")
    #expect(try StoreContents(of: site.storePath) == reference.contents)
    #expect(try ArchiveTree(site.archivePath).differences(from: reference.archive) == [])
  }

  @Test("A disk that is mounted in an archive is synced, too")
  func diskInArchive() throws {
    let site = try ArchiveSite(reference)
    let disk = try LoopDisk(site.scratch, at: "archive/ada", options: "data=ordered")
    #expect(try site.archive().code == 0)
    disk.cut()
    try disk.restart()
    try judge.expectNothingLost(at: site, "a disk in an archive", of: "power cut of ext4")
  }

  /// A site whose store and archive have a disk each.
  private func site(_ options: String) throws -> (site: ArchiveSite, disks: [LoopDisk]) {
    let site = try ArchiveSite(reference)
    let disks = try ["archive", "store"].map {
      try LoopDisk(site.scratch, at: $0, options: options)
    }
    try site.putStore(reference)
    sync()
    return (site, disks)
  }

  private func duration(_ options: String) throws -> Double {
    let (site, disks) = try site(options)
    defer { withExtendedLifetime(disks) {} }
    let start = ContinuousClock.now
    #expect(try site.archive().code == 0)
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
