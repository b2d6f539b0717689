import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// Bundles as they are written.
@Suite struct BundleTests {
  @Test("A bundle checks, and its manifest tells where every member begins")
  func offsets() throws {
    for format in PhotoFormat.allCases {
      let archive = try TestArchive()
      let records = ["b", "a", "a-b", String(repeating: "é", count: 750)].map {
        TestRecord($0, format: format, photo: Array("\($0.prefix(3)) photo".utf8))
      }
      let manifest = try archive.write(records)
      #expect(try archive.damages().map(\.description) == [])
      let tar = try archive.bytes("part-000001.tar")
      #expect(tar.count == manifest.trailer.tarBytes)
      for record in manifest.records {
        let (photo, json) = (record.photo, record.json)
        #expect(digest(of: Array(tar[photo.offset..<photo.offset + photo.bytes])) == photo.digest)
        #expect(digest(of: Array(tar[json.offset..<json.offset + json.bytes])) == json.digest)
      }
    }
  }

  @Test("Members are in the order of their paths' bytes")
  func order() throws {
    let archive = try TestArchive()
    try archive.write([
      TestRecord("b"), TestRecord("a", format: .png), TestRecord("a-b"), TestRecord("a0"),
      TestRecord("A", format: .webp), TestRecord("é"), TestRecord("_"),
    ])
    let (status, output) = try run("bsdtar", ["-tf", archive.file("part-000001.tar")])
    let members = output.split(separator: "\n").map(String.init)
    #expect(status == 0)
    #expect(members.count == 14)
    #expect(members == members.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("A manifest is read as it was written, whatever the ids hold")
  func manifestRoundTrip() throws {
    let archive = try TestArchive()
    let group = BundleGroup(
      owner: "\u{0}\u{301}\"\\", profile: "\u{202E}\u{7F}é", year: 1, month: 12)
    let ids = ["\u{0}", "\u{301}", "\r\n", "\"\\", "\u{2028}", "e\u{301}", "é", "\u{10FFFF}"]
    let written = try archive.write(ids.map { TestRecord($0) }, group: group)
    let read = try #require(try BundleManifest.read(part: 1, in: try archive.month(group)))
    #expect(
      read.records.map { Array($0.eventID.utf8) } == written.records.map { Array($0.eventID.utf8) })
    #expect(Array(read.header.group.owner.utf8) == Array(group.owner.utf8))
    #expect(read.encoded() == written.encoded())
    #expect(try archive.damages(group: group).map(\.description) == [])
  }

  @Test("Compressed bundles check too")
  func zstd() throws {
    let archive = try TestArchive()
    let photo = [UInt8](repeating: 7, count: 3_000_000)
    try archive.write([TestRecord("a", photo: photo), TestRecord("b")], compression: .zstd)
    #expect(try archive.bytes("part-000001.tar.zst").count < 10_000)
    #expect(try archive.damages().map(\.description) == [])
  }

  @Test("Records out of order are refused")
  func outOfOrder() throws {
    let archive = try TestArchive()
    let month = try archive.month()
    let file = try month.createTemporary(for: "part-000001.tar")
    let writer = try BundleWriter(BundleManifest.Header(group: testGroup, part: 1), file: file)
    try TestRecord("b").append(to: writer, name: "b")
    #expect(throws: ArchiveError.self) { try TestRecord("a").append(to: writer, name: "a") }
    #expect(throws: ArchiveError.self) { try TestRecord("b").append(to: writer, name: "b") }
    #expect(throws: ArchiveError.self) { try TestRecord("c").append(to: writer, name: "../c") }
  }
}
