import CommandTesting
import Foundation
import Testing

/// `archive verify`: no byte of an archive changes without being noticed.
@Suite struct ArchiveVerifyTests {
  private static let events =
    (1...4).map { PhotoEvent("e\($0)", at: "2025-01-0\($0)T10:00:00Z") }
    + [PhotoEvent("f", user: "u2", at: "2025-02-05T10:00:00Z")]

  private static let month = "gallery-archive/u1/p1/2025/01"
  private static let tar = "u1/p1/2025/01/part-000001.tar"
  private static let manifest = "u1/p1/2025/01/part-000001.jsonl"
  private static let member = "gallery-archive/u1/p1/2025/01/e2.jpg"

  private func verify(_ scratch: Scratch, code: Int32 = 0) throws -> Shape.Verify {
    try scratch.archive("verify", code: code)
  }

  @Test("An archive as it was written is intact")
  func intact() throws {
    let scratch = try Scratch.archiving(Self.events)
    let bytes = Self.events.reduce(0) { $0 + $1.photo.count }
    #expect(
      try verify(scratch)
        == Shape.Verify(
          command: "archive verify", bundles: 2, photos: 5, bytes: bytes, damaged: []))
    #expect(try scratch.succeed("archive", "verify").text.hasPrefix("Everything is intact"))
  }

  /// What is done to the archive with a shell, and what is told of it.
  static let damages: [(name: String, command: String, bundles: [String], codes: Set<String>)] = [
    (
      "a byte of a photo", "flip \(month)/part-000001.tar photo", [tar],
      ["member-sha256", "tar-sha256"]
    ),
    (
      "a cut tar", "truncate -s 5000 \(month)/part-000001.tar", [tar],
      ["tar-size", "bad-tar", "member-sha256"]
    ),
    (
      "an empty tar", "truncate -s 0 \(month)/part-000001.tar", [tar],
      ["tar-size", "missing-member", "bad-tar", "member-sha256"]
    ),
    (
      "bytes behind a tar", "echo x >> \(month)/part-000001.tar", [tar], ["tar-size", "tar-sha256"]
    ),
    ("no manifest", "rm \(month)/part-000001.jsonl", [manifest], ["missing-manifest"]),
    ("no tar", "rm \(month)/part-000001.tar", [tar], ["missing-tar"]),
    ("neither", "rm \(month)/part-*", [manifest, tar], ["missing-manifest", "missing-tar"]),
    (
      "another manifest", "sed -i 's/e3/e9/' \(month)/part-000001.jsonl", [manifest],
      ["bad-manifest"]
    ),
    ("a cut manifest", "sed -i '$d' \(month)/part-000001.jsonl", [manifest], ["bad-manifest"]),
    (
      "other checksums", "sed -i 's/^[0-9a-f]/g/' \(month)/SHA256SUMS",
      ["u1/p1/2025/01/SHA256SUMS"], ["checksums"]
    ),
    (
      "an extra file", "cp events.ndjson \(month)/holiday.jpg", ["u1/p1/2025/01/holiday.jpg"],
      ["unknown-file"]
    ),
    (
      "a link", "mv \(month)/part-000001.tar x; ln -s $PWD/x \(month)/part-000001.tar", [tar],
      ["unreadable"]
    ),
    ("a month that is gone", "rm -r \(month)", [manifest], ["lost"]),
    ("a user who is gone", "rm -r gallery-archive/u1", [manifest], ["lost"]),
    (
      "nothing at all", "rm -r gallery-archive/*", [manifest, "u2/p1/2025/02/part-000001.jsonl"],
      ["lost"]
    ),
  ]

  @Test("Damage is told with its bundle, and ends with 7", arguments: damages)
  func damaged(name: String, command: String, bundles: [String], codes: Set<String>) throws {
    let scratch = try Scratch.archiving(Self.events)
    let flip = "flip() { printf X | dd of=$1 bs=1 seek=6000 conv=notrunc status=none; }; "
    #expect(try scratch.bash(flip + command).code == 0)
    let outcome = try verify(scratch, code: 7)
    #expect(Set(outcome.damaged.map(\.bundle)) == Set(bundles), "\(name): \(outcome.damaged)")
    #expect(Set(outcome.damaged.map(\.code)).isSubset(of: codes), "\(name): \(outcome.damaged)")
    let text = try scratch.run("archive", "verify")
    #expect(text.code == 7 && text.text.hasPrefix("DAMAGE"), "\(name)")
    for bundle in bundles { #expect(text.text.contains(bundle), "\(name)") }
  }

  @Test("A changed byte is told with its member, and where that begins")
  func place() throws {
    let scratch = try Scratch.archiving(Self.events)
    let bytes = try scratch.contents("gallery-archive/" + Self.tar)
    let offset = try #require(bytes.range(of: Self.events[1].photo)?.lowerBound)
    try scratch.flip("gallery-archive/" + Self.tar, at: offset + 1234)
    let damage = try #require(
      try verify(scratch, code: 7).damaged.first { $0.code == "member-sha256" })
    #expect(damage.bundle == Self.tar && damage.member == Self.member && damage.offset == offset)
    let text = try scratch.run("archive", "verify").text
    #expect(text.contains(Self.member) && text.contains("\(offset)"))
  }

  @Test("No telephone number that is an id gets into what is told of an archive")
  func masked() throws {
    let number = "+14165550123"
    let event = PhotoEvent(number, user: number, at: "2025-01-01T10:00:00Z")
    let scratch = try Scratch.archiving([event])
    let month = "gallery-archive/%2B14165550123/p1/2025/01"
    for damage in ["part-000001.tar", "part-000001.jsonl"] {
      try scratch.flip("\(month)/\(damage)", at: 700)
      for command in [["verify"], ["unpack", "--to", damage], ["verify", "--json"]] {
        let outcome = try scratch.start(["archive"] + command).wait()
        #expect(outcome.code == 7)
        #expect(!outcome.everything.contains("4165550123"), "\(command): \(outcome.everything)")
      }
    }
    try scratch.remove("\(month)/SHA256SUMS")
    try FileManager.default.createDirectory(
      atPath: scratch.file("\(month)/SHA256SUMS"), withIntermediateDirectories: false)
    for options in [[], ["--show-personal-data"]] {
      let outcome = try scratch.start(["archive", "seal"] + options).wait()
      #expect(outcome.code == 1 || outcome.code == 7)
      #expect(outcome.everything.contains("4165550123") == !options.isEmpty)
    }
  }

  @Test("The samples of N nights have every bundle once", arguments: [1, 3, 7])
  func samples(count: Int) throws {
    let events = (0..<30).map {
      PhotoEvent("e\($0)", user: "u\($0 % 5)", at: "2025-0\($0 % 6 + 1)-05T10:00:00Z")
    }
    let scratch = try Scratch.archiving(events)
    let bundles = try verify(scratch).bundles
    // A bundle that is damaged is told by every sample that has it.
    #expect(
      try scratch.bash("for tar in $(find gallery-archive -name '*.tar'); do echo x >> $tar; done")
        .code == 0)
    var (read, seen) = (0, [String]())
    for number in 1...count {
      let outcome = try scratch.run("archive", "verify", "--sample", "\(number)/\(count)", "--json")
      let value = try outcome.json(Shape.Verify.self)
      #expect(outcome.code == (value.bundles == 0 ? 0 : 7))
      read += value.bundles
      seen += Set(value.damaged.map(\.bundle))
    }
    #expect(bundles == 30 && read == 30)
    #expect(seen.count == 30 && Set(seen).count == 30)
  }

  @Test("An archive that is not there is told from an empty one")
  func missing() throws {
    let scratch = try Scratch.importing(Self.events)
    #expect(try scratch.run("archive", "verify").code == 1)
    let error = try scratch.run("archive", "verify", "--json").json(Shape.Failure.self).error
    #expect(error.code == "archive-missing" && error.message.contains("--archive"))
    #expect(try scratch.bash("mkdir -m 700 gallery-archive").code == 0)
    #expect(try verify(scratch).bundles == 0)
  }

  @Test("An archive is verified without its store, and beside one that is damaged")
  func noStore() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.write("no store", to: "hallo.sqlite")
    let outcome = try scratch.run("archive", "verify")
    #expect(outcome.code == 0 && outcome.errors.contains("without the store"))
    try scratch.remove("hallo.sqlite")
    #expect(try verify(scratch).photos == 5)
    #expect(!scratch.exists("hallo.sqlite"))
  }

  @Test("Parts that were merged where the store was not are not lost")
  func sealedElsewhere() throws {
    let scratch = try Scratch.archiving(Self.events, "--limit", "2")
    try scratch.archiveRun()
    try scratch.succeed("archive", "seal", "--store", "none.sqlite", "--archive", "gallery-archive")
    #expect(try verify(scratch).bundles == 2)
    try scratch.succeed("archive", "list", "--rebuild")
    #expect(try verify(scratch).bundles == 2)
  }

  @Test("What a killed run left is no damage")
  func debris() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.write("half", to: Self.month + "/.part-000002.tar.tmp-12345678")
    try scratch.write("whole", to: Self.month + "/part-000003.tar")
    #expect(try verify(scratch).bundles == 2)
  }
}
