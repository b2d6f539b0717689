import Documents
import Foundation
import Glibc
import PhotoArchive
import StoreTesting
import Testing

/// Getting things back out of an archive.
@Suite struct ReadingTests {
  private let groups = [
    BundleGroup(owner: "u1", profile: "P", year: 2025, month: 10),
    BundleGroup(owner: "u1", profile: "P", year: 2025, month: 11),
    BundleGroup(owner: "u1", profile: "Q", year: 2025, month: 10),
    BundleGroup(owner: "é", profile: "../..", year: 2024, month: 2),
    BundleGroup(owner: "e\u{301}", profile: "P", year: 2025, month: 10),
  ]

  /// An archive with a record `r0`, `r1`… in each group.
  private func archive(_ compression: Compression = .none) throws -> TestArchive {
    let archive = try TestArchive()
    for (index, group) in groups.enumerated() {
      var record = TestRecord("r\(index)", format: PhotoFormat.allCases[index])
      let month = String(format: "%04d-%02d", group.year, group.month)
      record.instant = month + "-15T12:00:00.000000Z"
      try archive.write([record], group: group, compression: compression)
    }
    return archive
  }

  private func ids(_ archive: TestArchive, _ selection: ArchiveSelection) throws -> [String] {
    var ids: [String] = []
    try archive.open().forEachMonth(selection) { directory, _ in
      ids += try ArchivedMonth(directory).records(selection).map(\.record.eventID)
    }
    return ids
  }

  @Test("Records are found in the order of their directories, by owner, profile, event and time")
  func selections() throws {
    let archive = try archive()
    try FileManager.default.createDirectory(
      atPath: archive.path + "/lost+found", withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: archive.path + "/README"))
    try Data().write(to: URL(fileURLWithPath: archive.path + "/u1/P/2025/notes"))
    #expect(try ids(archive, .everything) == ["r3", "r4", "r0", "r1", "r2"])
    #expect(try ids(archive, ArchiveSelection(owner: "u1")) == ["r0", "r1", "r2"])
    #expect(try ids(archive, ArchiveSelection(owner: "é")) == ["r3"])
    #expect(try ids(archive, ArchiveSelection(owner: "e\u{301}")) == ["r4"])
    #expect(try ids(archive, ArchiveSelection(owner: "nobody")) == [])
    #expect(try ids(archive, ArchiveSelection(owner: "..")) == [])
    #expect(try ids(archive, ArchiveSelection(profile: "P")) == ["r4", "r0", "r1"])
    #expect(try ids(archive, ArchiveSelection(profile: "../..")) == ["r3"])
    #expect(try ids(archive, ArchiveSelection(eventID: "r2")) == ["r2"])
    #expect(try ids(archive, ArchiveSelection(month: CalendarMonth("2025-11"))) == ["r1"])
    let noon = try testInstant("2025-10-15T12:00:00Z")
    let later = try testInstant("2025-10-15T12:00:00.000001Z")
    #expect(try ids(archive, ArchiveSelection(from: noon)) == ["r4", "r0", "r1", "r2"])
    #expect(try ids(archive, ArchiveSelection(from: later)) == ["r1"])
    #expect(try ids(archive, ArchiveSelection(before: noon)) == ["r3"])
    #expect(try ids(archive, ArchiveSelection(before: later)) == ["r3", "r4", "r0", "r2"])
  }

  @Test(
    "A month is four digits and two",
    arguments: [
      ("2025-10", true), ("0001-01", true), ("9999-12", true), ("2025-13", false),
      ("2025-00", false),
      ("2025-1", false), ("25-10", false), ("2025-10-01", false), ("2025", false),
      ("+025-10", false),
      ("0000-10", false), ("", false), ("2025-+1", false),
    ])
  func months(text: String, isMonth: Bool) {
    #expect(CalendarMonth(text)?.description == (isMonth ? text : nil))
  }

  @Test("A check names every damage, with several workers as with one", arguments: [1, 3])
  func check(workers: Int) throws {
    let archive = try archive()
    var heard = 0
    let whole = try ArchiveCheck.run(try archive.open(), workers: workers) { heard = $0.bundles }
    #expect(whole.damages.isEmpty)
    #expect(whole.bundles == 5)
    #expect(whole.photos == 5)
    #expect(heard == 5)
    for index in [0, 3] {
      var bytes = try archive.bytes("part-000001.tar", group: groups[index])
      bytes[512] ^= 1
      try archive.overwrite("part-000001.tar", bytes, group: groups[index])
    }
    try archive.overwrite("part-000001.jsonl", [], group: groups[1])
    let damages = try ArchiveCheck.run(try archive.open(), workers: workers).damages
    #expect(
      damages.map(\.bundle) == [
        "%C3%A9/%2E.%2F../2024/02/part-000001.tar", "%C3%A9/%2E.%2F../2024/02/part-000001.tar",
        "u1/P/2025/10/part-000001.tar", "u1/P/2025/10/part-000001.tar",
        "u1/P/2025/11/part-000001.jsonl",
      ])
  }

  @Test("The samples of a week are all bundles, each once")
  func samples() throws {
    let archive = try TestArchive()
    for month in 1...12 {
      let group = BundleGroup(owner: "u", profile: "p", year: 2025, month: month)
      try archive.write([TestRecord("a")], group: group)
    }
    let counts = try (1...7).map { number in
      let sample = try #require(ArchiveCheck.Sample("\(number)/7"))
      return try ArchiveCheck.run(try archive.open(), sample: sample).bundles
    }
    #expect(counts.reduce(0, +) == 12)
    #expect(counts.allSatisfy { $0 < 12 })
    for text in ["0/7", "8/7", "1", "1/0", "a/b", "1/2/3", "-1/7", ""] {
      #expect(ArchiveCheck.Sample(text) == nil)
    }
  }

  @Test("A checksum that is not the manifest's is named; one that is not written yet is no damage")
  func checksums() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    try Checksums.rewrite(in: try archive.month())
    try archive.write([TestRecord("b")], part: 2)
    #expect(try ArchiveCheck.run(try archive.open()).damages.isEmpty)
    let intact = try archive.bytes("SHA256SUMS")
    for offset in intact.indices {
      var bytes = intact
      bytes[offset] ^= 1
      try archive.overwrite("SHA256SUMS", bytes)
      #expect(try ArchiveCheck.run(try archive.open()).damages.count == 1, "byte \(offset)")
    }
    try archive.overwrite("SHA256SUMS", intact)
    try FileManager.default.removeItem(atPath: archive.file("part-000001.tar"))
    try FileManager.default.removeItem(atPath: archive.file("part-000001.jsonl"))
    let damages = try ArchiveCheck.run(try archive.open()).damages
    #expect(damages.map(\.reason.code).sorted() == ["missing-manifest", "missing-tar"])
  }

  @Test("Members are read one by one, compressed or not", arguments: Compression.allCases)
  func members(compression: Compression) throws {
    let archive = try TestArchive()
    let photo = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let records = [TestRecord("a", photo: photo), TestRecord("b", format: .webp, photo: [9])]
    let manifest = try archive.write(records, compression: compression)
    let reader = try BundleReader(manifest, in: try archive.month())
    for (record, source) in zip(manifest.records, records).reversed() {
      var found: [UInt8] = []
      try reader.photo(of: record) { found += $0 }
      #expect(found == source.photo)
      #expect(try reader.json(of: record) == Array(source.json.utf8))
    }
  }

  @Test("Unpacking gives the old bucket's layout", arguments: Compression.allCases)
  func unpacks(compression: Compression) throws {
    let archive = try archive(compression)
    let path = archive.scratch.path("out")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    let outcome = try Unpacking.run(try archive.open(), selection: .everything, to: output)
    #expect(outcome.photos == 5)
    #expect(outcome.damages.isEmpty)
    for (index, group) in groups.enumerated() {
      let stem = "\(path)/\(group.memberPrefix)r\(index)"
      let photo = try Data(
        contentsOf: URL(fileURLWithPath: "\(stem).\(PhotoFormat.allCases[index].rawValue)"))
      #expect(String(decoding: photo, as: UTF8.self) == "photo of r\(index)")
      #expect(FileManager.default.fileExists(atPath: stem + ".json"))
    }
    let (_, modes) = try run("find", [path, "-printf", "%m\n"])
    #expect(Set(modes.split(separator: "\n")) == ["600", "700"])
    let again = try Unpacking.run(try archive.open(), selection: .everything, to: output)
    #expect(again.present == 10)
  }

  @Test("Unpacking one event writes nothing else")
  func unpacksOne() throws {
    let archive = try archive()
    let path = archive.scratch.path("out")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    _ = try Unpacking.run(
      try archive.open(), selection: ArchiveSelection(eventID: "r1"), to: output)
    let (_, files) = try run("find", [".", "-type", "f"], in: path)
    #expect(
      files.split(separator: "\n").sorted() == [
        "./gallery-archive/u1/P/2025/11/r1.json", "./gallery-archive/u1/P/2025/11/r1.png",
      ])
  }

  @Test("A damaged member is left out and named, and nothing half written stays")
  func unpacksDamaged() throws {
    let archive = try TestArchive()
    let manifest = try archive.write([TestRecord("a"), TestRecord("b")])
    var bytes = try archive.bytes("part-000001.tar")
    bytes[manifest.records[0].photo.offset] ^= 1
    try archive.overwrite("part-000001.tar", bytes)
    let path = archive.scratch.path("out")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    let outcome = try Unpacking.run(try archive.open(), selection: .everything, to: output)
    #expect(outcome.photos == 1)
    #expect(outcome.damages.map(\.member) == [manifest.records[0].photoMember])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: path + "/" + testGroup.memberPrefix)
    #expect(names.sorted() == ["b.jpg", "b.json"])
  }

  @Test("A file or a link in the way is neither replaced nor followed")
  func unpacksIntoTraps() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    let out = archive.scratch.path("out")
    let target = out + "/" + testGroup.memberPrefix
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let secret = try archive.scratch.write("secret", to: "secret")
    let output = try ArchiveDirectory.open(out, as: .output)
    try FileManager.default.createSymbolicLink(
      atPath: target + "a.jpg", withDestinationPath: secret)
    #expect(throws: ArchiveError.self) {
      try Unpacking.run(try archive.open(), selection: .everything, to: output)
    }
    try FileManager.default.removeItem(atPath: target + "a.jpg")
    try Data("other".utf8).write(to: URL(fileURLWithPath: target + "a.jpg"))
    #expect(throws: ArchiveError.self) {
      try Unpacking.run(try archive.open(), selection: .everything, to: output)
    }
    try FileManager.default.removeItem(atPath: out + "/gallery-archive")
    try FileManager.default.createSymbolicLink(
      atPath: out + "/gallery-archive", withDestinationPath: archive.scratch.path("elsewhere"))
    #expect(throws: ArchiveError.self) {
      try Unpacking.run(try archive.open(), selection: .everything, to: output)
    }
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
    #expect(!FileManager.default.fileExists(atPath: archive.scratch.path("elsewhere")))
  }

  @Test("A bag's payload and tags are what RFC 8493 asks for")
  func bag() throws {
    let archive = try archive()
    let path = archive.scratch.path("bag")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    let outcome = try Bag.write(try archive.open(), to: output, date: "2025-11-01")
    #expect(outcome.bundles == 5)
    #expect(outcome.files == 10)
    for manifest in ["manifest-sha512.txt", "tagmanifest-sha512.txt"] {
      #expect(try run("sha512sum", ["--strict", "-c", manifest], in: path).status == 0)
    }
    let declaration = try String(contentsOfFile: path + "/bagit.txt", encoding: .utf8)
    #expect(declaration == "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    let information = try String(contentsOfFile: path + "/bag-info.txt", encoding: .utf8)
    #expect(information.contains("Payload-Oxum: \(outcome.bytes).10\n"))
    let payload = try String(contentsOfFile: path + "/manifest-sha512.txt", encoding: .utf8)
    #expect(payload.contains("  data/=C3=A9/=2E.=2F../2024/02/part-000001.tar\n"))
    #expect(!payload.contains("%"))
    #expect(throws: ArchiveError.self) {
      try Bag.write(try archive.open(), to: output, date: "2025-11-01")
    }
  }

  @Test("A damaged bundle makes no bag")
  func damagedBag() throws {
    let archive = try archive()
    var bytes = try archive.bytes("part-000001.tar", group: groups[1])
    bytes[512] ^= 1
    try archive.overwrite("part-000001.tar", bytes, group: groups[1])
    let path = archive.scratch.path("bag")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    #expect(throws: Damage.self) {
      try Bag.write(try archive.open(), to: output, date: "2025-11-01")
    }
    #expect(try output.names() == [])
  }

  @Test("A bag that is given up at any step is taken away again, and nothing else is")
  func stoppedBag() throws {
    let archive = try archive()
    let path = archive.scratch.path("bag")
    let output = try ArchiveDirectory.open(path, as: .output, isCreated: true)
    for end in 1...6 {
      var heard = 0
      #expect(throws: GivenUp.self) {
        try Bag.write(try archive.open(), to: output, date: "2025-11-01") { _ in
          heard += 1
          if heard == end { throw GivenUp() }
        }
      }
      #expect(try output.names() == [])
    }
    #expect(throws: GivenUp.self) {
      try Bag.write(try archive.open(), to: output, date: "2025-11-01") { _ in
        try Data().write(to: URL(fileURLWithPath: path + "/data/theirs"))
        throw GivenUp()
      }
    }
    #expect(try run("find", ["."], in: path).output == ".\n./data\n./data/theirs\n")
  }

  @Test("What readers go through is what was told of before")
  func tarBytes() throws {
    let archive = try archive()
    let directory = try archive.open()
    func bytes(_ selection: ArchiveSelection, _ sample: ArchiveCheck.Sample? = nil) throws -> Int {
      try directory.tarBytes(selection, sample: sample) {}
    }
    for selection in [.everything, ArchiveSelection(owner: "u1"), ArchiveSelection(owner: "u2")] {
      let total = try bytes(selection)
      let output = archive.scratch.path("out")
      let place = try ArchiveDirectory.open(output, as: .output, isCreated: true)
      #expect(try Unpacking.run(directory, selection: selection, to: place).tarBytes == total)
      #expect(try ArchiveCheck.run(directory, selection: selection).tarBytes == total)
      let album = try Album.write(directory, selection: selection, to: place, name: "a.zip")
      #expect(album.tarBytes == total)
      var last = 0
      let restoration = try Restoration(directory, selection: selection) { last = $0.tarBytes }
      while try restoration.next() != nil {}
      #expect(last < total || total == 0)
    }
    let sample = try #require(ArchiveCheck.Sample("1/2"))
    let half = try bytes(.everything, sample)
    #expect(try ArchiveCheck.run(directory, sample: sample).tarBytes == half)
    #expect(try half < bytes(.everything))
    let bag = try ArchiveDirectory.open(
      archive.scratch.path("bag"), as: .output, isCreated: true)
    #expect(try Bag.write(directory, to: bag, date: "2025-11-01").tarBytes == bytes(.everything))
  }
}

private struct GivenUp: Error {}
