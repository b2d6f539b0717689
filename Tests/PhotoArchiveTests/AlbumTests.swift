import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// A family's download.
@Suite struct AlbumTests {
  private func record(
    _ id: String, _ instant: String, title: String? = nil, format: PhotoFormat = .jpg
  ) throws -> TestRecord {
    var record = TestRecord(id, format: format)
    record.instant = instant
    let kept = ["taskTitle": title ?? "", "eventId": id]
    record.json = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
    return record
  }

  private func album(
    _ archive: TestArchive, _ options: Album.Options = Album.Options(),
    selection: ArchiveSelection = .everything
  ) throws -> (outcome: Album.Outcome, path: String) {
    let output = try ArchiveDirectory.open(archive.scratch.directory.path, as: .output)
    let outcome = try Album.write(
      try archive.open(), selection: selection, to: output, name: "album.zip", options: options)
    return (outcome, archive.scratch.path("album.zip"))
  }

  /// The zip's names, and the text of its page, as Python reads them.
  private func read(_ path: String) throws -> (names: [String], page: String) {
    let program = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1])
      assert z.testzip() is None
      print('\\n'.join(z.namelist()))
      print('\\f' + z.read('index.html').decode())
      """
    let (status, output) = try run("python3", ["-c", program, path])
    #expect(status == 0, "\(output)")
    let parts = output.split(separator: "\u{C}", maxSplits: 1)
    let names = parts.first?.split(separator: "\n").map(String.init) ?? []
    return (names, parts.count > 1 ? String(parts[1]) : "")
  }

  @Test("Photos lie in dated folders, beside a page that shows them in order of time")
  func folders() throws {
    let archive = try TestArchive()
    try archive.write([
      try record("b", "2025-10-09T07:00:00Z", title: "Morning medication"),
      try record("a", "2025-10-09T07:00:00.5Z", title: "Breakfast", format: .png),
      try record("A", "2025-10-01T00:00:00Z"),
    ])
    let november = BundleGroup(owner: "u1", profile: "P", year: 2025, month: 11)
    try archive.write([try record("c", "2025-11-02T23:59:59Z", format: .heic)], group: november)
    let (outcome, path) = try album(archive)
    #expect(outcome.photos == 4)
    #expect(outcome.damages.isEmpty)
    let (names, page) = try read(path)
    #expect(
      names == [
        "2025-10/2025-10-01_00-00-00.jpg", "2025-10/2025-10-09_07-00-00.png",
        "2025-10/2025-10-09_07-00-00-2.jpg", "2025-11/2025-11-02_23-59-59.heic", "index.html",
      ])
    #expect(page.contains("4 photos · October – November 2025"))
    let places = ["Morning medication</b>", "Breakfast</b>", "Sunday, 2 November</time>"]
      .map { page.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(page.contains("<a href=\"2025-11/2025-11-02_23-59-59.heic\"><span class=\"file\">"))
    #expect(page.components(separatedBy: "<a href=\"#v").count == 4)
  }

  @Test("Nothing that a document says is markup, or leads out of the page")
  func hostileText() throws {
    let archive = try TestArchive()
    let hostile = "</b><script>alert(1)</script><img src=x onerror=y>\"'&\u{202E}\u{0}\u{1B}é"
    let group = BundleGroup(owner: "u1", profile: hostile, year: 2025, month: 10)
    try archive.write([try record("a", "2025-10-09T07:00:00Z", title: hostile)], group: group)
    try archive.write([try record("b", "2025-10-09T07:00:00Z", title: hostile)])
    let options = Album.Options(names: ["P": hostile, hostile: hostile + "!"])
    let (_, page) = try read(try album(archive, options).path)
    #expect(!page.contains("<script"))
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("\u{202E}") && !page.contains("\u{0}") && !page.contains("\u{1B}"))
    #expect(
      page.contains(
        "&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=y&gt;&quot;&#39;&amp;é"
      ))
  }

  @Test("The page loads nothing from elsewhere, and its policy allows just its own style")
  func policy() throws {
    let archive = try TestArchive()
    try archive.write([try record("a", "2025-10-09T07:00:00Z")])
    let (_, page) = try read(try album(archive).path)
    for word in ["http:", "https:", "//", "url(", "@import", "javascript:", "style=\"", "<link"] {
      #expect(!page.contains(word), "\(word)")
    }
    let style = try #require(page.firstMatch(of: /<style>((?s).*)<\/style>/)).1
    let hash = Data(digest(of: Array(style.utf8)).bytes).base64EncodedString()
    #expect(
      page.contains(
        "content=\"default-src &#39;none&#39;; img-src &#39;self&#39; file:; style-src "
          + "&#39;sha256-\(hash)&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;\""))
  }

  @Test("Days and months are those of the family's clock")
  func timeZone() throws {
    let archive = try TestArchive()
    try archive.write([try record("a", "2025-11-01T06:59:59Z")])
    let zone = try #require(TimeZone(identifier: "America/Vancouver"))
    let (names, page) = try read(try album(archive, Album.Options(timeZone: zone)).path)
    #expect(names.first == "2025-10/2025-10-31_23-59-59.jpg")
    #expect(page.contains("<time datetime=\"2025-11-01T06:59:59.000000Z\">Friday, 31 October<"))
  }

  private static let titles: [(names: [String: String], title: String, isNamed: Bool)] = [
    ([:], "Family photos", false),
    (["P": "Grandma Rose", "Q": "Hugo"], "Photos of Grandma Rose and Hugo", true),
    (["P": "Rose", "Q": "Rose"], "Photos of Rose", false),
    (["P": "Rose"], "Family photos", true), (["P": " \n", "Q": ""], "Family photos", false),
    (["P": "+1 201 555 0123", "Q": "0A1B2C3D-D983-4917-AE79"], "Family photos", false),
    (["P": String(repeating: "Rose ", count: 20)], "Family photos", false),
  ]

  @Test("People are named by the names that they have, and by nothing else", arguments: titles)
  func people(names: [String: String], title: String, isNamed: Bool) throws {
    let archive = try TestArchive()
    let other = BundleGroup(owner: "u1", profile: "Q", year: 2025, month: 10)
    try archive.write([try record("a", "2025-10-09T07:00:00Z")])
    try archive.write([try record("b", "2025-10-09T08:00:00Z")], group: other)
    let (_, page) = try read(try album(archive, Album.Options(names: names)).path)
    #expect(page.contains("<h1>\(title)</h1>"))
    #expect(page.contains("<title>\(title), October 2025</title>"))
    #expect(page.contains("<span dir=\"auto\">") == isNamed)
    #expect(!page.contains("201 555"))
  }

  @Test("A photo whose document was archived in two states is there once, with the last title")
  func states() throws {
    let archive = try TestArchive()
    try archive.write([try record("a", "2025-10-09T07:00:00Z", title: "Breakfast")])
    var state = try record("a", "2025-10-09T07:00:00Z", title: "Early breakfast")
    state.digest = digest(of: [1])
    try archive.write([state], part: 2)
    let (names, page) = try read(try album(archive).path)
    #expect(names == ["2025-10/2025-10-09_07-00-00.jpg", "index.html"])
    #expect(page.contains("<b dir=\"auto\">Early breakfast</b>"))
  }

  @Test("A damaged photo is left out and named; the album before it is replaced only when whole")
  func damaged() throws {
    let archive = try TestArchive()
    let manifest = try archive.write([
      try record("a", "2025-10-09T07:00:00Z"), try record("b", "2025-10-09T08:00:00Z"),
    ])
    try archive.scratch.write("old", to: "album.zip")
    var bytes = try archive.bytes("part-000001.tar")
    bytes[manifest.records[0].photo.offset] ^= 1
    try archive.overwrite("part-000001.tar", bytes)
    let (outcome, path) = try album(archive)
    #expect(outcome.photos == 1)
    #expect(outcome.damages.map(\.member) == [manifest.records[0].photoMember])
    #expect(try read(path).names == ["2025-10/2025-10-09_08-00-00.jpg", "index.html"])
  }

  @Test("Without a photo there is no album, and nothing is left behind")
  func empty() throws {
    let archive = try TestArchive()
    try archive.write([try record("a", "2025-10-09T07:00:00Z")])
    let (outcome, path) = try album(archive, selection: ArchiveSelection(owner: "nobody"))
    #expect(outcome.photos == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    let names = try FileManager.default.contentsOfDirectory(atPath: archive.scratch.directory.path)
    #expect(names == ["archive"])
  }

  @Test("Other readers of zips unpack it")
  func readers() throws {
    let archive = try TestArchive()
    let photo = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    var large = try record("a", "2025-10-09T07:00:00Z")
    large.photo = photo
    try archive.write([large])
    let (_, path) = try album(archive)
    let target = archive.scratch.path("out")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    #expect(try run("bsdtar", ["-xf", path, "-C", target]).status == 0)
    let unpacked = try Data(
      contentsOf: URL(fileURLWithPath: target + "/2025-10/2025-10-09_07-00-00.jpg"))
    #expect([UInt8](unpacked) == photo)
  }
}
