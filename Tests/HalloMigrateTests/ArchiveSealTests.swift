import CommandTesting
import Foundation
import Glibc
import Testing

/// `archive seal`: the parts of a month become one, and nothing else changes.
@Suite struct ArchiveSealTests {
  /// Two users, two months, three photos in each.
  private static let events = (0..<12).map { number in
    PhotoEvent(
      "e\(number)", user: "u\(number / 6)",
      at: "2025-0\(number / 3 % 2 + 1)-0\(number % 3 + 1)T10:00:00Z")
  }

  /// An archive of three nights, each with a photo of every month; so each month has three parts.
  private static func nights(_ options: String...) throws -> Scratch {
    let scratch = try Scratch()
    for night in 0..<3 {
      let lines = events.enumerated().filter { $0.offset % 3 == night }.map(\.element.line)
      try scratch.write(lines.joined(separator: "\n"), to: "night\(night).ndjson")
      try scratch.succeed("import", "night\(night).ndjson")
      try scratch.archiveRun(options)
    }
    return scratch
  }

  private func tars(_ scratch: Scratch) throws -> [String] {
    try scratch.files(below: "gallery-archive").keys.filter { $0.hasSuffix(".tar") }.sorted()
  }

  @Test("The parts of every finished month become one; what is in them is the same")
  func seals() throws {
    let scratch = try Self.nights("--keep-document")
    let list: Shape.List = try scratch.archive("list")
    let verified: Shape.Verify = try scratch.archive("verify")
    #expect(verified.bundles == 12)
    try scratch.succeed("archive", "unpack", "--to", "before")
    #expect(
      try scratch.archive("seal")
        == Shape.Seal(command: "archive seal", months: 4, merged: 12, damaged: []))
    #expect(
      try tars(scratch).map { $0.suffix(15) } == Array(repeating: "part-000004.tar", count: 4))
    let after: Shape.Verify = try scratch.archive("verify")
    #expect(after.bundles == 4 && after.photos == 12 && after.bytes == verified.bytes)
    let sealed: Shape.List = try scratch.archive("list")
    #expect(sealed.photos.map(\.withoutBundle) == list.photos.map(\.withoutBundle))
    #expect(try scratch.archive("list", "--rebuild", as: Shape.List.self).photos == sealed.photos)
    try scratch.succeed("archive", "unpack", "--to", "after")
    #expect(try scratch.files(below: "after") == scratch.files(below: "before"))
    let sums =
      "for s in $(find gallery-archive -name SHA256SUMS -printf '%h '); do (cd $s; sha256sum -c --strict --quiet SHA256SUMS); done"
    #expect(try scratch.bash(sums).everything == "")
  }

  @Test("What was sealed comes back, and is not archived again")
  func restores() throws {
    let scratch = try Self.nights("--keep-document")
    try scratch.succeed("archive", "seal")
    let archive = try scratch.files(below: "gallery-archive")
    #expect(try scratch.archive("restore", as: Shape.Restore.self).restored == 12)
    let lines = try Scratch.importing(Self.events)
    #expect(try scratch.digest() == lines.digest())
    let run = try scratch.archiveRun(["--keep-document"])
    #expect(run.bundles == 0 && run.removed == 12)
    #expect(try scratch.files(below: "gallery-archive") == archive)
  }

  @Test("There is nothing to merge the second time, before a month, and in single parts")
  func nothing() throws {
    let scratch = try Self.nights()
    let early: Shape.Seal = try scratch.archive("seal", "--before", "2025-01")
    #expect(early.months == 0)
    let first: Shape.Seal = try scratch.archive("seal", "--before", "2025-02")
    #expect(first.months == 2 && first.merged == 6)
    #expect(try tars(scratch).count == 8)
    #expect(try scratch.archive("seal", as: Shape.Seal.self).months == 2)
    let archive = try scratch.files(below: "gallery-archive")
    #expect(try scratch.succeed("archive", "seal").text == "Nothing to merge.\n")
    #expect(try scratch.files(below: "gallery-archive") == archive)
  }

  @Test("A later night's part is merged with the sealed one")
  func later() throws {
    let scratch = try Self.nights()
    try scratch.succeed("archive", "seal")
    try scratch.write(
      PhotoEvent("late", user: "u0", at: "2025-01-09T10:00:00Z").line, to: "late.ndjson")
    try scratch.succeed("import", "late.ndjson")
    #expect(try scratch.archiveRun().bundles == 1)
    #expect(try tars(scratch).contains("u0/p1/2025/01/part-000005.tar"))
    #expect(try scratch.archive("seal", as: Shape.Seal.self).merged == 2)
    #expect(try scratch.archive("verify", as: Shape.Verify.self).photos == 13)
    #expect(try tars(scratch).count == 4)
  }

  @Test("A damaged month is left alone and named; the others are sealed")
  func damaged() throws {
    let scratch = try Self.nights()
    let tar = "u0/p1/2025/01/part-000002.tar"
    try scratch.flip("gallery-archive/" + tar, at: 1000)
    let outcome: Shape.Seal = try scratch.archive("seal", code: 7)
    #expect(outcome.months == 3 && outcome.damaged.map(\.bundle) == [tar])
    #expect(try tars(scratch).count == 6)
    #expect(try scratch.archive("list", as: Shape.List.self).photos.count == 12)
  }

  @Test("Killed at any moment, a seal loses nothing, and the next does the rest")
  func kills() throws {
    let photos = Set(Self.events.map(\.photo))
    let reference = try Self.nights()
    let start = ContinuousClock.now
    try reference.succeed("archive", "seal")
    let duration = (ContinuousClock.now - start) / .seconds(1)
    let sealed = try reference.files(below: "gallery-archive")
    let moments = Program.sweeps ? 100 : 8
    let original = try Self.nights()
    for moment in 0..<moments {
      let scratch = try Scratch()
      for name in ["gallery-archive", "hallo.sqlite"] {
        try scratch.copy(original.file(name), to: name)
      }
      let running = try scratch.start(["archive", "seal"])
      usleep(UInt32(duration * 1e6 * (Double(moment) + 0.5) / Double(moments)))
      running.kill()
      _ = try running.wait()
      #expect(try scratch.archive("verify", as: Shape.Verify.self).photos == 12, "\(moment)")
      try scratch.succeed("archive", "unpack", "--to", "out")
      let unpacked = try scratch.files(below: "out").filter { $0.key.hasSuffix(".jpg") }
      #expect(unpacked.count == 12 && Set(unpacked.values) == photos, "\(moment)")
      try scratch.succeed("archive", "seal")
      #expect(try scratch.files(below: "gallery-archive") == sealed, "\(moment)")
      let list: Shape.List = try scratch.archive("list")
      #expect(list.photos.count == 12, "\(moment)")
      #expect(try scratch.archive("list", "--rebuild", as: Shape.List.self).photos == list.photos)
    }
  }
}
