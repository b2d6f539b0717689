import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// The parts of a month that become one.
@Suite struct SealTests {
  /// An archive of a month in three parts.
  private func archive() throws -> TestArchive {
    let archive = try TestArchive()
    try archive.write([TestRecord("b"), TestRecord("d", format: .png)])
    try archive.write([TestRecord("a"), TestRecord("e")], part: 2, compression: .zstd)
    try archive.write([TestRecord("c", format: .heic)], part: 3)
    return archive
  }

  @Test("Three parts become one that holds all records, in order")
  func seals() throws {
    let archive = try archive()
    let outcome = try MonthSeal.run(try archive.month())
    #expect(outcome.merged == 3)
    #expect(outcome.records == 5)
    #expect(outcome.damages.isEmpty)
    let month = try archive.month()
    #expect(try month.names() == ["SHA256SUMS", "part-000004.jsonl", "part-000004.tar"])
    #expect(
      try run("sha256sum", ["-c", "SHA256SUMS", "--strict"], in: archive.file("")).status == 0)
    let manifest = try #require(try BundleManifest.read(part: 4, in: month))
    #expect(manifest.records.map(\.eventID) == ["a", "b", "c", "d", "e"])
    #expect(manifest.header.replaces == [1, 2, 3])
    #expect(try archive.damages(part: 4).isEmpty)
  }

  @Test("A sealed month is left as it is, and can be sealed again with a later part")
  func again() throws {
    let archive = try archive()
    _ = try MonthSeal.run(try archive.month())
    let sealed = try archive.bytes("part-000004.tar")
    #expect(try MonthSeal.run(try archive.month()).merged == 0)
    #expect(try archive.bytes("part-000004.tar") == sealed)
    try archive.write([TestRecord("aa")], part: 5)
    #expect(try MonthSeal.run(try archive.month()).records == 6)
    #expect(try ids(archive) == ["a", "aa", "b", "c", "d", "e"])
    #expect(try ArchivedMonth(try archive.month()).next == 7)
  }

  @Test("More parts than can be open at once are merged one after the other")
  func manyParts() throws {
    let archive = try archive()
    let outcome = try MonthSeal.run(try archive.month(), compression: .zstd, partsAtOnce: 2)
    #expect(outcome.merged == 3)
    #expect(outcome.records == 5)
    #expect(
      try archive.month().names() == ["SHA256SUMS", "part-000005.jsonl", "part-000005.tar.zst"])
    #expect(try archive.damages(part: 5).isEmpty)
    #expect(try ids(archive) == ["a", "b", "c", "d", "e"])
  }

  @Test("A kill at any step leaves every record in a bundle that checks, once")
  func kills() throws {
    var steps = 0
    while true {
      let archive = try archive()
      let log = StepLog()
      let month = try archive.month(steps: log.steps)
      log.limit = log.taken.count + steps
      let isDone: Bool
      do {
        _ = try MonthSeal.run(month)
        isDone = true
      } catch is StepLog.Stop {
        isDone = false
      }
      let place = log.taken.last.map { "\($0)" } ?? "the beginning"
      try checkWhole(archive, "killed after \(place)")
      #expect(try MonthSeal.run(try archive.month()).damages.isEmpty, "after \(place)")
      try checkWhole(archive, "finished after \(place)")
      let names = try archive.month().names()
      #expect(names.count == 3 && names.contains("SHA256SUMS"), "\(place): \(names)")
      #expect(try Checksums.isCurrent(in: try archive.month()))
      if isDone { break }
      steps += 1
    }
    #expect(steps > 15)
  }

  @Test("Nothing is removed before its successor was synced, compared and committed")
  func order() throws {
    let archive = try archive()
    let log = StepLog()
    let month = try archive.month(steps: log.steps)
    let opened = log.taken.count
    _ = try MonthSeal.run(month)
    let steps = log.taken[opened...].map(Self.kind)
    #expect(
      steps == [
        "create tar", "sync tar", "rename tar", "sync .",
        "create jsonl", "sync jsonl", "rename jsonl", "sync .",
        "remove 1.jsonl", "remove 1.tar", "remove 2.jsonl", "remove 2.tar.zst", "remove 3.jsonl",
        "remove 3.tar", "sync .",
        "create SHA256SUMS", "sync SHA256SUMS", "rename SHA256SUMS", "sync .",
      ])
  }

  private static func kind(of step: DiskStep) -> String {
    func name(_ path: String) -> String {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      if file.contains("SHA256SUMS") { return "SHA256SUMS" }
      return file.contains(".jsonl") ? "jsonl" : "tar"
    }
    switch step {
    case .createFile(let path): return "create " + name(path)
    case .syncFile(let path): return "sync " + name(path)
    case .rename(_, let path): return "rename " + name(path)
    case .remove(let path):
      return "remove " + path.suffix(from: path.lastIndex(of: "0") ?? path.startIndex).dropFirst()
    case .syncDirectory: return "sync ."
    case .makeDirectory, .syncFileSystem: return "\(step)"
    }
  }

  @Test(
    "A month with a damaged record is left alone",
    arguments: ["part-000001.tar", "part-000002.jsonl"])
  func damaged(name: String) throws {
    let archive = try archive()
    var bytes = try archive.bytes(name)
    bytes[512] ^= 1
    try archive.overwrite(name, bytes)
    let before = try archive.month().names()
    let outcome = try MonthSeal.run(try archive.month())
    #expect(outcome.damages.count == 1)
    #expect(outcome.merged == 0)
    #expect(try archive.month().names() == before)
  }

  @Test("A part that is damaged after it was replaced keeps the ones that it replaces")
  func damagedSuccessor() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    try archive.write([TestRecord("b")], part: 2)
    try archive.write([TestRecord("a"), TestRecord("b")], part: 3, replaces: [1, 2])
    #expect(try ids(archive) == ["a", "b"])
    let intact = try archive.bytes("part-000003.tar")
    var bytes = intact
    bytes[512] ^= 1
    try archive.overwrite("part-000003.tar", bytes)
    #expect(try MonthSeal.run(try archive.month()).damages.count == 1)
    #expect(try archive.damages(part: 1).isEmpty)
    try archive.overwrite("part-000003.tar", intact)
    #expect(try MonthSeal.run(try archive.month()).damages.isEmpty)
    #expect(
      try archive.month().names() == ["SHA256SUMS", "part-000003.jsonl", "part-000003.tar"])
  }

  @Test(
    "Records with one id from two parts get two names; one that was archived twice is there once")
  func names() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("e")])
    try archive.write([TestRecord("e", photo: [1], collection: "galleryEvents")], part: 2)
    var again = TestRecord("e")
    again.json = "{\"again\":true}"
    try archive.write([again], part: 3)
    #expect(try MonthSeal.run(try archive.month()).records == 2)
    let manifest = try #require(try BundleManifest.read(part: 4, in: try archive.month()))
    #expect(
      manifest.records.map(\.path) == ["users/u1/galleryEvents/e", "users/u1/gallery_events/e"])
    #expect(manifest.records[1].stem.contains("/e~"))
    #expect(manifest.records[1].json.bytes == again.json.utf8.count)
  }

  @Test("Debris of a killed run is removed, but not a tar whose manifest was lost")
  func debris() throws {
    let archive = try archive()
    try Checksums.rewrite(in: try archive.month())
    try archive.overwrite(".part-000009.tar.tmp-12345678", [1])
    try archive.overwrite("part-000008.tar", [1])
    try archive.overwrite("notes.txt", [1])
    try FileManager.default.removeItem(atPath: archive.file("part-000003.jsonl"))
    let month = try ArchivedMonth(try archive.month())
    #expect(month.debris == [".part-000009.tar.tmp-12345678", "part-000008.tar"])
    #expect(month.damages.map(\.reason.code) == ["missing-manifest"])
    #expect(try MonthSeal.run(try archive.month()).damages.count == 1)
    #expect(try archive.month().names().contains("part-000003.tar"))
  }

  @Test("Only months that are over are sealed")
  func months() throws {
    let archive = try archive()
    let other = BundleGroup(owner: "u1", profile: "P", year: 2025, month: 11)
    try archive.write([TestRecord("a")], group: other)
    try archive.write([TestRecord("b")], group: other, part: 2)
    var sealed: [String] = []
    let end = try #require(CalendarMonth("2025-11"))
    try MonthSeal.run(try archive.open(), before: end) { month, _ in sealed.append(month) }
    #expect(sealed == ["u1/P/2025/10"])
  }

  private func ids(_ archive: TestArchive) throws -> [String] {
    try ArchivedMonth(try archive.month()).records().map(\.record.eventID)
  }

  private func checkWhole(_ archive: TestArchive, _ when: String) throws {
    let month = try ArchivedMonth(try archive.month())
    #expect(month.damages.isEmpty, "\(when)")
    #expect(
      month.manifests.flatMap(\.records).map(\.eventID).sorted() == ["a", "b", "c", "d", "e"],
      "\(when)")
    for manifest in month.manifests {
      #expect(try BundleCheck.run(manifest, in: month.directory).isEmpty, "\(when)")
    }
    let check = try ArchiveCheck.run(try archive.open())
    #expect(check.damages.isEmpty, "\(when): \(check.damages)")
    #expect(check.photos == 5, "\(when)")
  }
}
