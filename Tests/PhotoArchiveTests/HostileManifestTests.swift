import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// Manifests that someone made to harm their reader, every hash in them as it should be.
@Suite struct HostileManifestTests {
  private let rounds = ProcessInfo.processInfo.environment["HALLO_SWEEP"] == nil ? 100 : 10_000

  @Test("Whatever a manifest says, readers end well and write only where they are told to")
  func generated() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a"), TestRecord("b\u{1}é", format: .png)])
    let intact = String(decoding: try archive.bytes("part-000001.jsonl"), as: UTF8.self)
    var random = SplitMix64(seed: 7)
    for round in 0..<rounds {
      let changed = change(intact, &random)
      try archive.overwrite("part-000001.jsonl", Array(changed.utf8))
      let output = archive.scratch.path("out-\(round)")
      readEverything(try archive.open(), into: output)
      #expect(try stray(archive) == [], "\(changed)")
      try? FileManager.default.removeItem(atPath: output)
    }
  }

  @Test(
    "A member that would lead out of its directory is refused, with every hash right",
    arguments: [
      "../x", "..", ".", "/etc/x", "x/y", "-rf", ".hidden", "", "x\\u0000", "x\\u202e", "x y", "é",
      String(repeating: "x", count: 200),
    ])
  func members(name: String) throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    let intact = String(decoding: try archive.bytes("part-000001.jsonl"), as: UTF8.self)
    let member = "\"member\":\"\(testGroup.memberPrefix)"
    let changed = intact.replacing("\(member)a.jpg", with: "\(member)\(name).jpg")
    #expect(changed != intact)
    try archive.overwrite("part-000001.jsonl", Array(rehashed(changed).utf8))
    let damages = try archive.damages()
    #expect(damages.map(\.reason.code) == ["bad-manifest"], "\(damages)")
    #expect(damages.first.map { "\($0)".contains("line 2") } == true, "\(damages)")
  }

  /// Puts other numbers and texts in the place of some.
  private func change(_ manifest: String, _ random: inout SplitMix64) -> String {
    let numbers = [
      "0", "-1", "1", "512", "1023", "2147483648", "1099511627775", "1099511627776",
      "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e9", "[]", "null",
    ]
    let texts = ["", "..", "../../x", "/x", "\\u0000", "a", "é", "png", "none", "2025-13-01", "{}"]
    var changed = manifest
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let isNumber = Bool.random(using: &random)
      let pattern = isNumber ? /:-?[0-9]+/ : /:"[^"]*"/
      guard let place = changed.ranges(of: pattern).randomElement(using: &random) else { continue }
      let value = (isNumber ? numbers : texts).randomElement(using: &random) ?? ""
      changed.replaceSubrange(place, with: isNumber ? ":\(value)" : ":\"\(value)\"")
    }
    return rehashed(changed)
  }

  /// The manifest with the hash of its lines as it should be.
  private func rehashed(_ manifest: String) -> String {
    var lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2 else { return manifest }
    let before = lines[..<(lines.count - 2)].map { $0 + "\n" }.joined()
    lines[lines.count - 2].replace(
      /"linesSha256":"[^"]*"/, with: "\"linesSha256\":\"\(digest(of: Array(before.utf8)))\"")
    return lines.joined(separator: "\n")
  }

  private func readEverything(_ archive: ArchiveDirectory, into path: String) {
    _ = try? ArchiveCheck.run(archive)
    _ = try? {
      let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
      _ = try Unpacking.run(archive, selection: .everything, to: output)
      _ = try Album.write(archive, selection: .everything, to: output, name: "album.zip")
    }()
  }

  /// What is in the test's directory besides the archive and the output.
  private func stray(_ archive: TestArchive) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: archive.scratch.directory.path)
      .filter { $0 != "archive" && !$0.hasPrefix("out-") }
  }
}
