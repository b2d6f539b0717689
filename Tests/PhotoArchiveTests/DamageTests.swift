import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// Bundles whose bytes are not those that were written.
@Suite struct DamageTests {
  /// How many bytes of the longer files lie between those that are changed.
  private let longStride =
    ProcessInfo.processInfo.environment["HALLO_SWEEP"] == nil ? 7 : 1

  @Test("Every flipped byte of a tar is found, and a member's is named", arguments: [false, true])
  func flippedTar(hasLongNames: Bool) throws {
    let archive = try TestArchive()
    let suffix = hasLongNames ? String(repeating: "é", count: 60) : ""
    let manifest = try archive.write([
      TestRecord("a" + suffix), TestRecord("b" + suffix, format: .png),
    ])
    let intact = try archive.bytes("part-000001.tar")
    for (offset, byte) in intact.enumerated() where !hasLongNames || offset % longStride == 0 {
      var bytes = intact
      bytes[offset] = byte ^ (1 << UInt8(offset % 8))
      try archive.overwrite("part-000001.tar", bytes)
      let damages = try archive.damages()
      let expected = manifest.member(at: offset)
      #expect(!damages.isEmpty, "byte \(offset)")
      #expect(
        damages.filter { $0.reason.code == "member-sha256" }.map(\.member)
          == (expected.map { [$0] } ?? []),
        "byte \(offset): \(damages)")
    }
  }

  @Test("Every flipped byte of a manifest is found, and its line is named")
  func flippedManifest() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a"), TestRecord("b\u{1}\"é"), TestRecord("c", format: .png)])
    let intact = try archive.bytes("part-000001.jsonl")
    var line = 1
    for (offset, byte) in intact.enumerated() {
      for flip in [UInt8(1) << UInt8(offset % 8), 0x20] {
        var bytes = intact
        bytes[offset] = byte ^ flip
        try archive.overwrite("part-000001.jsonl", bytes)
        let damages = try archive.damages()
        #expect(!damages.isEmpty, "byte \(offset)")
        #expect(damages.allSatisfy { $0.bundle.contains("part-000001.") })
        if damages.first?.reason.code == "bad-manifest" {
          let text = "\(damages[0])"
          // A flip that a line's own rules allow is found by the trailer's hash, of the fifth line.
          let lines = [line, line + 1, 5].map { "line \($0): " }
          #expect(lines.contains { text.contains($0) }, "byte \(offset): \(text)")
        }
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }

  @Test("Every truncation is found, of tar and manifest")
  func truncated() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a"), TestRecord("b")])
    for name in ["part-000001.tar", "part-000001.jsonl"] {
      let intact = try archive.bytes(name)
      for length in stride(from: 0, to: intact.count, by: longStride) {
        try archive.overwrite(name, Array(intact[..<length]))
        #expect(try !archive.damages().isEmpty, "\(name), \(length) bytes")
      }
      try archive.overwrite(name, intact + [0])
      #expect(try !archive.damages().isEmpty, "\(name) with a byte more")
      try archive.overwrite(name, intact)
      #expect(try archive.damages().isEmpty)
    }
  }

  @Test("Damage in the middle of a tar does not hide that the rest is intact")
  func restIsChecked() throws {
    let archive = try TestArchive()
    let manifest = try archive.write(["a", "b", "c", "d"].map { TestRecord($0) })
    var bytes = try archive.bytes("part-000001.tar")
    bytes[manifest.records[1].photo.offset - 400] ^= 1  // in the header of b.jpg
    bytes[manifest.records[2].photo.offset] ^= 1  // c.jpg
    try archive.overwrite("part-000001.tar", bytes)
    let damages = try archive.damages()
    #expect(damages.map(\.reason.code) == ["bad-tar", "member-sha256"])
    #expect(damages[0].offset == manifest.records[1].photo.offset)
    #expect(damages[1].member == manifest.records[2].photoMember)
    #expect(damages[1].offset == manifest.records[2].photo.offset)
  }

  @Test("A missing tar or manifest is named")
  func missing() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    try FileManager.default.removeItem(atPath: archive.file("part-000001.tar"))
    #expect(try archive.damages().map(\.reason.code) == ["missing-tar"])
    #expect(try archive.damages().first?.bundle == "u1/P/2025/10/part-000001.tar")
    #expect(try archive.damages(part: 2).map(\.reason.code) == ["missing-manifest"])
  }

  @Test("A manifest that lies in another directory, or under another number, is refused")
  func elsewhere() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    let other = BundleGroup(owner: "u1", profile: "P", year: 2025, month: 11)
    _ = try archive.month(other)
    let manifest = try archive.bytes("part-000001.jsonl")
    try archive.overwrite("part-000001.jsonl", manifest, group: other)
    try archive.overwrite("part-000002.jsonl", manifest)
    #expect(try archive.damages(group: other).map(\.reason.code) == ["bad-manifest"])
    #expect(try archive.damages(part: 2).map(\.reason.code) == ["bad-manifest"])
  }
}

extension BundleManifest {
  /// The member that has a byte of the tar, if any has.
  func member(at offset: Int) -> String? {
    for record in records {
      for (member, content) in [
        (record.photoMember, record.photo), (record.jsonMember, record.json),
      ] where (content.offset..<content.offset + content.bytes).contains(offset) {
        return member
      }
    }
    return nil
  }
}
