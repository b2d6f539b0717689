import Documents
import Foundation
import Glibc
import PhotoArchive
import StoreTesting
import Testing

/// The directories of an archive: whose they must be, and what is done to the disk in which order.
@Suite struct ArchiveDirectoryTests {
  @Test("Directories and files are their owner's alone")
  func modes() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    for path in [archive.path, archive.path + "/u1", archive.file("")] {
      #expect(try mode(path) == 0o700)
    }
    #expect(try mode(archive.file("part-000001.tar")) == 0o600)
    #expect(try mode(archive.file("part-000001.jsonl")) == 0o600)
  }

  @Test("A place that is no safe directory is refused, and the reason is named")
  func unsafePlaces() throws {
    let scratch = try Scratch()
    let missing = scratch.path("missing")
    #expect(code { try ArchiveDirectory.open(missing) } == "archive-missing")
    let file = try scratch.write("", to: "file")
    #expect(code { try ArchiveDirectory.open(file) } == "archive-unsafe")
    let real = scratch.path("real")
    _ = try ArchiveDirectory.open(real, isCreated: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: real)
    for path in ["link", "link/", "link//"] {
      #expect(
        code { try ArchiveDirectory.open(scratch.directory.path + "/" + path) } == "archive-unsafe")
    }
    for mode in [0o720, 0o702, 0o777] as [mode_t] {
      chmod(real, mode)
      #expect(code { try ArchiveDirectory.open(real) } == "archive-unsafe")
    }
    chmod(real, 0o755)
    #expect(code { try ArchiveDirectory.open(real + "/") } == nil)
    #expect(
      code { try ArchiveDirectory.open(missing + "/a", isCreated: true) } == "directory-missing")
  }

  @Test("A link in an archive is never followed, to a directory or a file")
  func plantedLinks() throws {
    let archive = try TestArchive()
    let root = try archive.open()
    let elsewhere = try archive.scratch.write("secret", to: "elsewhere/file")
    for (name, target) in [("u1", "elsewhere"), ("dangling", "nowhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: archive.path + "/" + name, withDestinationPath: archive.scratch.path(target))
    }
    try FileManager.default.createSymbolicLink(
      atPath: archive.path + "/file", withDestinationPath: elsewhere)
    #expect(code { _ = try root.directory("u1") } == "archive-unsafe")
    #expect(code { _ = try root.makeDirectory("u1") } == "archive-unsafe")
    #expect(code { _ = try root.makeDirectory("dangling") } == "archive-unsafe")
    #expect(code { _ = try root.file("file") } == "archive-unsafe")
    #expect(try root.createFile("file") == nil)
    #expect(try root.createFile("dangling") == nil)
    #expect(
      error { _ = try root.directory("u1") }.map { "\($0)" }?.contains("symbolic link") == true)
  }

  @Test("A rename to a name that is taken is refused")
  func renames() throws {
    let archive = try TestArchive()
    let root = try archive.open()
    let first = try root.createTemporary(for: "part-000001.tar")
    #expect(first.name.hasPrefix(".part-000001.tar.tmp-"))
    try root.rename(first.name, to: "part-000001.tar")
    let second = try root.createTemporary(for: "part-000001.tar")
    #expect(code { try root.rename(second.name, to: "part-000001.tar") } == "archive-exists")
    #expect(try root.names() == [second.name, "part-000001.tar"])
    #expect(try MonthParts(in: root).debris == [second.name, "part-000001.tar"])
    try root.remove(second.name)
    try root.remove(second.name)
    #expect(try root.names() == ["part-000001.tar"])
  }

  @Test("Every change and wait is a step that is seen before it is taken")
  func steps() throws {
    let archive = try TestArchive()
    let log = StepLog()
    let root = try archive.open(steps: log.steps)
    let (directory, isNew) = try root.makeDirectory("u")
    let file = try directory.createTemporary(for: "x")
    try file.sync()
    try directory.rename(file.name, to: "x")
    try directory.sync()
    try root.syncFileSystem()
    try directory.remove("x")
    #expect(isNew)
    #expect(
      log.taken == [
        .makeDirectory("."), .syncDirectory(".."), .makeDirectory("u"),
        .createFile("u/" + file.name),
        .syncFile("u/" + file.name), .rename("u/" + file.name, to: "u/x"), .syncDirectory("u"),
        .syncFileSystem("."), .remove("u/x"),
      ])
  }

  @Test("One writer excludes everybody, readers only a writer")
  func lock() throws {
    let archive = try TestArchive()
    let root = try archive.open()
    do {
      let writer = try ArchiveLock(root, for: .writing)
      #expect(code { _ = try ArchiveLock(root, for: .writing) } == "archive-in-use")
      #expect(code { _ = try ArchiveLock(root, for: .reading) } == "archive-in-use")
      _ = writer
    }
    let reader = try ArchiveLock(root, for: .reading)
    let other = try ArchiveLock(root, for: .reading)
    #expect(code { _ = try ArchiveLock(root, for: .writing) } == "archive-in-use")
    _ = (reader, other)
  }

  @Test("A full disk is told as that")
  func full() throws {
    let descriptor = Glibc.open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let writer = try BundleWriter(
      BundleManifest.Header(group: testGroup, part: 1), descriptor: descriptor, path: "x.tar")
    let photo = [UInt8](repeating: 1, count: 3 << 20)
    let large = TestRecord("a", photo: photo)
    #expect(code { try large.append(to: writer, name: "a", pieces: 1 << 20) } == "disk-full")
    #expect(code { _ = try writer.finish() } == "disk-full")
  }

  @Test(
    "Only names that are written here are parts",
    arguments: [
      ("part-000001.tar", PartName.Kind.tar(part: 1, .none)),
      ("part-000012.tar.zst", .tar(part: 12, .zstd)),
      ("part-1234567.tar", .tar(part: 1_234_567, .none)),
      ("part-000001.jsonl", .manifest(part: 1)), ("SHA256SUMS", .checksums),
      (".part-000007.tar.tmp-1a2b3c4d", .debris), (".SHA256SUMS.tmp-1a2b3c4d", .debris),
      ("part-1.tar", .other), ("part-0000001.tar", .other), ("part-000000.tar", .other),
      ("part--00001.tar", .other), ("part-+00001.tar", .other), ("part-000001.tar.gz", .other),
      ("part-000001", .other), ("part-", .other), ("part-000001.jsonl~", .other), ("", .other),
      ("part-99999999999999999999.tar", .other), ("part-9223372036854775807.jsonl", .other),
      (".lock", .other),
    ])
  func partNames(name: String, kind: PartName.Kind) {
    #expect(PartName.kind(of: name) == kind)
  }

  private func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    #expect(lstat(path, &status) == 0)
    return status.st_mode & 0o7777
  }

  private func error(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  private func code(_ body: () throws -> Void) -> String? {
    (error(body) as? ArchiveError)?.code
  }

  private func code(_ body: () throws -> ArchiveDirectory) -> String? {
    code { () throws in _ = try body() }
  }
}

/// Notes steps in the order in which they are taken.
final class StepLog: @unchecked Sendable {
  // Used by one test, on one thread.
  private(set) var taken: [DiskStep] = []
  var limit = Int.max

  struct Stop: Error {}

  /// Throws when as many steps have been taken as the limit has it: then nothing more is done.
  var steps: DiskSteps {
    DiskSteps { step in
      if self.taken.count >= self.limit { throw Stop() }
      self.taken.append(step)
    }
  }
}
