import CommandTesting
import Foundation
import Testing

/// Disks that are too small for what a run writes.
@Suite(.enabled(if: Mount.isAllowed, "\(Mount.skip)")) struct SmallDiskTests {
  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  static let archiveSizes =
    Program.sweeps ? Array(stride(from: 4, through: 160, by: 4)) : [8, 48, 96]
  /// Beside the store itself.
  static let storeSizes =
    Program.sweeps ? Array(stride(from: 0, through: 2000, by: 40)) : [40, 720]

  @Test("An archive's disk of any size is filled without a loss", arguments: archiveSizes)
  func archive(kilobytes: Int) throws {
    let site = try ArchiveSite(reference)
    let disk = try Mount.small(site.archivePath, kilobytes: kilobytes)
    defer { disk.unmount() }
    try fill(site, [disk], "an archive's disk of \(kilobytes) KB")
  }

  @Test("A store's disk of any size is filled without a loss", arguments: storeSizes)
  func store(kilobytes: Int) throws {
    let site = try ArchiveSite(reference)
    let disk = try Mount.small(site.scratch.file("store"), kilobytes: room(kilobytes))
    defer { disk.unmount() }
    try site.putStore(reference)
    try fill(site, [disk], "a store's disk of \(kilobytes) KB")
  }

  @Test("Two small disks are filled without a loss", arguments: zip(storeSizes, archiveSizes))
  func both(store: Int, archive: Int) throws {
    let site = try ArchiveSite(reference)
    let disks = [
      try Mount.small(site.scratch.file("store"), kilobytes: room(store)),
      try Mount.small(site.archivePath, kilobytes: archive),
    ]
    defer { for disk in disks { disk.unmount() } }
    try site.putStore(reference)
    try fill(site, disks, "disks of \(store) and \(archive) KB")
  }

  /// Runs on disks that may be too small, and again when they have grown.
  private func fill(_ site: ArchiveSite, _ disks: [Mount], _ what: String) throws {
    let outcome = try site.archive("--json")
    if outcome.code != 0 {
      #expect(outcome.code == 1, "\(what): \(outcome.everything)")
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == "disk-full", "\(what): \(outcome.everything)")
      #expect(error.message.contains("free some space"), "\(what): \(outcome.everything)")
    }
    try judge.expectNothingLost(at: site, what, of: "small disk")
    for disk in disks { try disk.grow(megabytes: 16) }
    try judge.expectEndsWell(at: site, what)
  }

  private func room(_ kilobytes: Int) -> Int { reference.store.count / 1024 + kilobytes + 8 }
}
