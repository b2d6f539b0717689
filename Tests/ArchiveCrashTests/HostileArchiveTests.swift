import CommandTesting
import Foundation
import Glibc
import Testing

/// What is in the way in an archive, and what a run says of it.
struct Obstacle: CustomTestStringConvertible, Sendable {
  let name: String
  /// What the message has in it.
  let sentence: String
  let code: Int32
  /// Commands of a shell in the site's directory that put it there, and take it away again.
  let put: String
  let remove: String

  init(_ name: String, _ sentence: String, code: Int32 = 1, put: String, remove: String) {
    (self.name, self.sentence, self.code) = (name, sentence, code)
    (self.put, self.remove) = (put, remove)
  }

  var testDescription: String { name }

  private static let month = "archive/ada/00000001-AAAA-4AAA-8AAA-AAAAAAAAAAAA/2025/01"
  private static let makeMonth = "mkdir -p -m 700 \(month); chmod -R go= archive;"

  static let all = [
    Obstacle(
      "a symbolic link to nothing", "is a symbolic link",
      put: "rmdir archive; ln -s no/where archive", remove: "rm archive; mkdir -m 700 archive"),
    Obstacle(
      "a file", "is not a directory", put: "rmdir archive; touch archive",
      remove: "rm archive; mkdir -m 700 archive"),
    Obstacle(
      "a symbolic link", "is a symbolic link",
      put: "rmdir archive; mkdir -m 700 elsewhere; ln -s elsewhere archive",
      remove: "rm archive; rmdir elsewhere; mkdir -m 700 archive"),
    Obstacle(
      "writable by its group", "can be changed by other users", put: "chmod 770 archive",
      remove: "chmod 700 archive"),
    Obstacle(
      "writable by all", "chmod go-w archive", put: "chmod 702 archive", remove: "chmod 700 archive"
    ),
    Obstacle(
      "an owner's directory that others can write to", "archive/ada can be changed by other users",
      put: "mkdir archive/ada; chmod 777 archive/ada", remove: "rmdir archive/ada"),
    Obstacle(
      "an owner's directory that leads elsewhere", "archive/ada is a symbolic link",
      put: "mkdir -m 700 elsewhere; ln -s ../elsewhere archive/ada",
      remove: "rmdir elsewhere; rm archive/ada"),
    Obstacle(
      "a file in the place of an owner's directory", "archive/ada is not a directory",
      put: "touch archive/ada", remove: "rm archive/ada"),
    Obstacle(
      "a month that leads elsewhere", "2025/01 is a symbolic link",
      put: "\(makeMonth) rmdir \(month); mkdir -m 700 elsewhere; ln -s $PWD/elsewhere \(month)",
      remove: "rmdir elsewhere; rm \(month)"),
    Obstacle(
      "a lock that is a directory", "archive/.lock", put: "mkdir archive/.lock",
      remove: "rmdir archive/.lock"),
    Obstacle(
      "a lock that leads elsewhere", "archive/.lock is a symbolic link",
      put: "ln -s ../elsewhere archive/.lock", remove: "test ! -e elsewhere; rm archive/.lock"),
    Obstacle(
      "a directory in the place of a tar", "part-000001.tar",
      put: "\(makeMonth) mkdir \(month)/part-000001.tar", remove: "rmdir \(month)/part-000001.tar"),
    Obstacle(
      "a temporary file's name taken by a directory", "tmp-12345678",
      put: "\(makeMonth) mkdir \(month)/.part-000001.tar.tmp-12345678",
      remove: "rmdir \(month)/.part-000001.tar.tmp-12345678"),
  ]
}

/// Archives whose directories are not as they should be.
@Suite struct HostileArchiveTests {
  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  @Test("What is in the way is told in a sentence, and nothing is lost", arguments: Obstacle.all)
  func obstacles(obstacle: Obstacle) throws {
    let site = try ArchiveSite(reference)
    try site.shell(obstacle.put)
    let outcome = try site.archive()
    #expect(outcome.code == obstacle.code, "\(outcome.everything)")
    #expect(outcome.errors.contains(obstacle.sentence), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    let names = try? site.scratch.names(in: "elsewhere")
    #expect(names == nil || names == [])
    try site.shell(obstacle.remove)
    try judge.judge(site, obstacle.name, of: "obstacle")
  }

  @Test("An archive is made in a directory that is there, and in no other")
  func missing() throws {
    let site = try ArchiveSite(reference)
    let elsewhere = try site.scratch.start(ArchiveSite.run + ["--archive", "no/archive"]).wait()
    #expect(elsewhere.code == 1)
    #expect(elsewhere.errors.contains("the directory of no/archive does not exist"))
    try site.shell("rmdir archive")
    try judge.expectEndsWell(at: site, "no archive yet")
  }

  @Test("What is not the archive's is left alone")
  func strangers() throws {
    let site = try ArchiveSite(reference)
    let month = "archive/ada/00000001-AAAA-4AAA-8AAA-AAAAAAAAAAAA/2025/01"
    let names = [
      "archive/README", "archive/.hidden", "archive/ada/notes.txt", "\(month)/part-1.tar",
      "\(month)/part-000001.tar.bak", "\(month)/part-000009.jsonl~", "\(month)/.DS_Store",
      "\(month)/part-00000x.jsonl", "\(month)/SHA256SUMS.asc", "\(month)/.part-000001.tar",
    ]
    for name in names { try site.scratch.write("not an archive's", to: name) }
    try site.shell("chmod -R go= archive")
    #expect(try site.archive().code == 0)
    for name in names {
      #expect(try site.scratch.text(name) == "not an archive's")
      try site.scratch.remove(name)
    }
    try judge.expectEndsWell(at: site, "strangers")
  }

  @Test("What a run that was killed has left is cleared away")
  func debris() throws {
    let site = try ArchiveSite(reference)
    let month = "archive/ada/00000001-AAAA-4AAA-8AAA-AAAAAAAAAAAA/2025/01"
    for name in [
      ".part-000001.tar.tmp-1234abcd", "part-000001.tar", "part-000007.tar",
      ".part-000001.jsonl.tmp-00000000", ".SHA256SUMS.tmp-ffffffff",
    ] { try site.scratch.write("half a", to: "\(month)/\(name)") }
    try site.shell("chmod -R go= archive")
    try judge.expectEndsWell(at: site, "debris")
  }

  @Test(
    "An archive that cannot be written to is told of, and nothing is lost",
    .enabled(if: Mount.isAllowed, "\(Mount.skip)"))
  func readOnly() throws {
    for place in ["archive", "archive/ada"] {
      let site = try ArchiveSite(reference)
      let disk = try Mount.readOnly(site.scratch.file(place))
      let outcome = try site.archive()
      disk.unmount()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("\(place)/"), "\(outcome.errors)")
      #expect(outcome.errors.contains("cannot be opened or changed"), "\(outcome.errors)")
      try site.shell("chmod -R go= archive")
      try judge.judge(site, "\(place) is read-only", of: "obstacle")
    }
  }

  @Test(
    "A user who may not write to the archive is told so, and nothing is lost",
    .enabled(if: Program.isRoot, "needs root, to be another user"))
  func anotherUser() throws {
    let site = try ArchiveSite(reference)
    // The store is theirs, the archive is root's.
    try site.shell("chmod 755 . archive; chown -R 65534:65534 store mirror")
    let outcome = try site.scratch.start(
      ["--reuid=65534", "--regid=65534", "--clear-groups", Program.path] + ArchiveSite.run,
      program: "setpriv"
    ).wait()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("cannot be opened or changed"), "\(outcome.everything)")
    try site.shell("chmod 700 archive; chown -R 0:0 store")
    try judge.judge(site, "another user", of: "obstacle")
  }

  @Test(
    "Store, archive, and an owner's directory may each be on a disk of their own",
    .enabled(if: Mount.isAllowed, "\(Mount.skip)"))
  func devices() throws {
    let site = try ArchiveSite(reference)
    let disks = try ["store", "archive", "archive/ada"].map {
      try Mount.small(site.scratch.file($0), kilobytes: 8 << 10)
    }
    defer { for disk in disks.reversed() { disk.unmount() } }
    try site.putStore(reference)
    try judge.expectEndsWell(at: site, "three disks")
  }
}

extension ArchiveSite {
  /// Runs commands in the site's directory, as the system's own programs do it.
  func shell(_ commands: String) throws {
    let outcome = try scratch.start(["-c", "umask 077; \(commands)"], program: "/bin/sh").wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
  }
}
