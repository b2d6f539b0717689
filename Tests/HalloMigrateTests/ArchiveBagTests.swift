import CommandTesting
import Foundation
import Testing

/// `archive bagit`: a bag that other people's tools take.
@Suite struct ArchiveBagTests {
  /// A Python that has the package bagit: the one in HALLO_PYTHON, or in a `venv` beside the build.
  static let python: String? = {
    let given = ProcessInfo.processInfo.environment["HALLO_PYTHON"]
    let candidates = [given, Program.package + "/.build/venv/bin/python3"].compactMap { $0 }
    return candidates.first { python in
      guard FileManager.default.isExecutableFile(atPath: python), let scratch = try? Scratch()
      else { return false }
      return (try? scratch.start(["-c", "import bagit"], program: python).wait().code) == 0
    }
  }()

  private func scratch() throws -> Scratch {
    let scratch = try Scratch.archiving(
      [
        PhotoEvent("e1", at: "2025-01-05T10:00:00Z"),
        PhotoEvent("%41 é", user: "ü/..", profile: "%2F", at: "2025-02-05T10:00:00Z"),
      ], "--limit", "1")
    try scratch.archiveRun()
    return scratch
  }

  @Test(
    "The Library of Congress' own validator takes the bag, and finds a changed byte",
    .enabled(if: python != nil, "set HALLO_PYTHON to a Python with bagit"))
  func valid() throws {
    let scratch = try scratch()
    try scratch.succeed("archive", "bagit", "bag")
    let validate = ["-m", "bagit", "--validate", "bag"]
    let outcome = try scratch.start(validate, program: #require(Self.python)).wait()
    #expect(outcome.code == 0, "\(outcome.everything)")
    try scratch.flip("bag/data/u1/p1/2025/01/part-000001.tar", at: 1000)
    let changed = try scratch.start(validate, program: #require(Self.python)).wait()
    #expect(changed.code == 1 && changed.errors.contains("sha512"), "\(changed.everything)")
  }

  @Test("A bag has what the archive has, and goes into an empty directory only")
  func contents() throws {
    let scratch = try scratch()
    let outcome = try scratch.succeed("archive", "bagit", "bag", "--json")
    let value = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(value?["command"] as? String == "archive bagit")
    #expect(value?["bundles"] as? Int == 2 && value?["files"] as? Int == 4)
    let files = try scratch.files(below: "bag/data")
    for (name, bytes) in try scratch.files(below: "gallery-archive") where name.contains("part-") {
      #expect(files[name.replacing("%", with: "=")] == bytes)
    }
    #expect(files.count == 4)
    let again = try scratch.run("archive", "bagit", "bag", "--json")
    #expect(again.code == 1)
    #expect(try again.json(Shape.Failure.self).error.code == "archive-exists")
  }

  @Test("A damaged archive makes no bag")
  func damaged() throws {
    let scratch = try scratch()
    try scratch.flip("gallery-archive/u1/p1/2025/01/part-000001.tar", at: 1000)
    let outcome = try scratch.run("archive", "bagit", "bag", "--json")
    #expect(outcome.code == 7)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "archive-damaged" && error.message.contains("part-000001.tar"))
    #expect(!scratch.exists("bag"))
    // A directory that was there stays.
    try scratch.bash("mkdir bag")
    #expect(try scratch.run("archive", "bagit", "bag").code == 7)
    #expect(try scratch.names(in: "bag") == [])
  }
}
