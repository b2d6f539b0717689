import Documents
import Foundation
import Glibc
import PhotoArchive
import StoreTesting
import Testing

/// Bundles as others read them.
@Suite struct FormatTests {
  private let records = [
    TestRecord("a"), TestRecord("b", format: .png), TestRecord("é😀"),
    TestRecord(String(repeating: "é", count: 750), format: .heic),
  ]

  @Test("bsdtar unpacks what was written", arguments: Compression.allCases)
  func bsdtar(compression: Compression) throws {
    let archive = try TestArchive()
    let manifest = try archive.write(records, compression: compression)
    let tar = archive.file(manifest.header.tarName)
    let target = archive.scratch.directory.appendingPathComponent("out")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    let (status, output) = try run("bsdtar", ["-xf", tar, "-C", target.path])
    #expect(status == 0, "\(output)")
    for record in manifest.records {
      let photo = try Data(contentsOf: target.appendingPathComponent(record.photoMember))
      #expect(digest(of: [UInt8](photo)) == record.photo.digest)
      let json = try Data(contentsOf: target.appendingPathComponent(record.jsonMember))
      #expect(digest(of: [UInt8](json)) == record.json.digest)
    }
  }

  @Test("Python's tarfile finds the same members at the same offsets")
  func python() throws {
    let archive = try TestArchive()
    let manifest = try archive.write(records)
    let program = """
      import sys, tarfile
      for m in tarfile.open(sys.argv[1]):
        print(m.name, m.offset_data, m.size, m.mode, m.uid, m.gid, m.mtime, m.type, repr(m.uname))
      """
    let (status, output) = try run(
      "python3", ["-c", program, archive.file(manifest.header.tarName)])
    #expect(status == 0, "\(output)")
    let expected = manifest.records.flatMap { record -> [(Int, String)] in
      [(record.photoMember, record.photo), (record.jsonMember, record.json)].map {
        member, content in
        let line = "\(member) \(content.offset) \(content.bytes) 384 0 0 1759993200 b'0' ''"
        return (content.offset, line)
      }
    }
    #expect(
      output.split(separator: "\n").map(String.init)
        == expected.sorted { $0.0 < $1.0 }.map(\.1))
  }

  @Test(
    "Times before 1970 and far ahead are kept to the second",
    arguments: [
      ("1969-12-31T23:59:59.500000Z", "-1"), ("0001-01-01T00:00:00.000000Z", "-62135596800"),
      ("9999-12-31T23:59:59.999999Z", "253402300799"),
      ("2025-10-09T07:00:00.999999Z", "1759993200"),
    ])
  func times(instant: String, seconds: String) throws {
    let archive = try TestArchive()
    var record = TestRecord("a")
    record.instant = instant
    let manifest = try archive.write([record])
    #expect(try archive.damages().map(\.description) == [])
    let program = "import sys, tarfile; print(int(tarfile.open(sys.argv[1]).next().mtime))"
    let (_, output) = try run("python3", ["-c", program, archive.file(manifest.header.tarName)])
    #expect(output == seconds + "\n")
    #expect(manifest.records[0].instant.description == instant)
  }

  @Test("sha256sum verifies a month with nothing of ours")
  func checksums() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    try archive.write([TestRecord("b")], part: 2, compression: .zstd)
    let month = try archive.month()
    #expect(try !Checksums.isCurrent(in: month))
    try Checksums.rewrite(in: month)
    #expect(try Checksums.isCurrent(in: month))
    let (status, output) = try run(
      "sha256sum", ["-c", "SHA256SUMS", "--strict"], in: archive.file(""))
    #expect(status == 0)
    #expect(
      output == """
        part-000001.tar: OK
        part-000001.jsonl: OK
        part-000002.tar.zst: OK
        part-000002.jsonl: OK

        """)
    #expect(try MonthParts(in: month).debris == [])
    try archive.overwrite("SHA256SUMS", [])
    #expect(try !Checksums.isCurrent(in: month))
  }

  @Test("A bundle's bytes are the same everywhere: in any time zone, language and umask")
  func sameBytes() async throws {
    let digests = try Self.digests()
    #expect(digests == Self.expectedDigests)
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Pacific/Kiritimati", 1)
      tzset()
      setlocale(LC_ALL, "C.UTF-8")
      umask(0o077)
      try #require(FormatTests.digests() == FormatTests.expectedDigests)
    }
    await #expect(processExitsWith: .success) {
      setenv("TZ", "America/Vancouver", 1)
      tzset()
      umask(0o002)
      try #require(FormatTests.digests() == FormatTests.expectedDigests)
    }
  }

  private static let expectedDigests = [
    "7d1fc47bea080370a6bee7f2ee8e38aa940c7b14ddd6e2a6eb56f5f8d85c3898",
    "3f3d377368917e3da710806d10bf49535ed8f5352bf8dc7ca28783be6ff30c2f",
  ]

  /// The SHA-256 of a tar and of its manifest.
  private static func digests() throws -> [String] {
    let archive = try TestArchive()
    let long = TestRecord(String(repeating: "x", count: 300))
    let manifest = try archive.write([TestRecord("a"), TestRecord("é", format: .png), long])
    #expect(try archive.damages().isEmpty)
    return [manifest.trailer.tarDigest.description, digest(of: manifest.encoded()).description]
  }
}
