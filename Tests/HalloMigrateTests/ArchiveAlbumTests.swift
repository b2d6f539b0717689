import CommandTesting
import Foundation
import Testing

/// `archive album`: what a family downloads, in a browser that they may have.
@Suite struct ArchiveAlbumTests {
  private static let photos = [
    "sunrise.jpg", "garden.png", "cat.gif", "upside-down.webp", "tea.jpg", "sunrise.tif",
  ]

  /// Titles that are no plain words, and what a page shows of them.
  private static let titles: [(title: String, shown: String)] = [
    (
      "</b><script>alert(1)</script><img src=x onerror=alert(1)>",
      "</b><script>alert(1)</script><img src=x onerror=alert(1)>"
    ),
    ("\"quoted\" & 'single' &amp; <i>", "\"quoted\" & 'single' &amp; <i>"),
    ("\u{202E}gnp.enoyna\u{0}\u{1B}[31m", "gnp.enoyna[31m"),
    ("👩‍👩‍👧 Grandma’s tea 🫖", "👩‍👩‍👧 Grandma’s tea 🫖"),
    ("دواء الصباح", "دواء الصباح"),
    (
      String(repeating: "Wordwithoutend", count: 30), String(repeating: "Wordwithoutend", count: 30)
    ),
  ]

  private static let profiles = [
    #"{"path":"profiles/p1","data":{"userId":"u1","name":"Grandma Rose","phoneNumber":"+12015550123","timeZone":"Pacific/Auckland"}}"#,
    #"{"path":"profiles/p2","data":{"userId":"u1","name":"<b>Hugo</b>","timeZone":"Pacific/Auckland"}}"#,
  ]

  /// An archive with a photo of every format and a hostile title each, of two people and two months.
  private static func scratch() throws -> Scratch {
    let events = try zip(photos, titles).enumerated().map { number, photo in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: Program.samples + "/photos/" + photo.0))
      let title = try String(decoding: JSONEncoder().encode(photo.1.title), as: UTF8.self)
      return PhotoEvent(
        "e\(number)", profile: "p\(number % 2 + 1)",
        at: "2025-0\(number / 3 + 1)-0\(number + 1)T18:00:00Z",
        form: .raw("\"\(bytes.base64EncodedString())\""), extra: #""a":{"taskTitle":\#(title)}"#)
    }
    return try Scratch.archiving(events, "--keep-document", more: profiles)
  }

  /// What a browser tells of the page.
  private struct Seen: Decodable {
    let title, heading, viewer: String
    let months, captions, people, days, elements, requests, errors: [String]
    let width, scrollWidth, broken, images, height: Int
    let viewerHeight: Double
  }

  static let chromium: String? = {
    let given = ProcessInfo.processInfo.environment["HALLO_CHROMIUM"]
    let names = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/" + $0 }
    return ([given].compactMap { $0 } + names).first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/open_album.py"

  @Test(
    "A browser shows every photo and every text, and loads nothing else",
    .enabled(if: chromium != nil, "install chromium, or set HALLO_CHROMIUM to one"),
    arguments: [390, 1280])
  func browser(width: Int) throws {
    let scratch = try Self.scratch()
    try scratch.succeed("archive", "album", "album.zip", "--user", "u1")
    #expect(
      try scratch.bash("mkdir album && cd album && python3 -m zipfile -e ../album.zip .").code == 0)
    let browser = try #require(Self.chromium)
    let opened = try scratch.start(
      [Self.script, browser, "album/index.html", "\(width)"], program: "/usr/bin/python3"
    ).wait()
    #expect(opened.code == 0, "\(opened.everything)")
    let page: Seen = try opened.json()
    #expect(page.errors == [])
    let folder = "file://" + scratch.file("album/")
    #expect(page.requests.allSatisfy { $0.hasPrefix(folder) }, "\(page.requests)")
    #expect(page.width == width && page.scrollWidth <= width)
    // TIFF is not for browsers: it has a link only.
    #expect(page.images == 5 && page.broken == 0)
    #expect(page.captions == Self.titles.map(\.shown))
    #expect(page.title == "Photos of Grandma Rose and <b>Hugo</b>, January – February 2025")
    #expect(page.months.map { $0.prefix { $0 != " " } } == ["January", "February"])
    #expect(page.people == (0..<6).map { $0 % 2 == 0 ? "Grandma Rose" : "<b>Hugo</b>" })
    // The evening of a UTC day is the morning of Auckland's next.
    #expect(page.days.first == "Thursday, 2 January" && page.days.last == "Friday, 7 February")
    #expect(Set(page.elements).isDisjoint(with: ["script", "iframe", "link", "object", "i"]))
    #expect(page.viewer == "grid" && Int(page.viewerHeight) == page.height)
  }

  @Test("The zip has a page and a file for every photo, and nothing that tells whose they are")
  func files() throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.succeed("archive", "album", "album.zip", "--user", "u1", "--json")
    let value = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(value?["command"] as? String == "archive album" && value?["photos"] as? Int == 6)
    #expect(value?["file"] as? String == "album.zip")
    let listed = try scratch.bash("python3 -m zipfile -l album.zip | awk 'NR > 1 { print $1 }'")
      .text
    #expect(
      Set(listed.split(separator: "\n").map { String($0.prefix { $0 != "/" }) })
        == ["2025-01", "2025-02", "index.html"])
    let page = try scratch.bash("bsdtar -xOf album.zip index.html").text
    for secret in ["gallery_events", "2015550123", "hello"] { #expect(!page.contains(secret)) }
  }

  @Test("Without a store that has names, nobody is named, and days are those of UTC")
  func noNames() throws {
    let scratch = try Self.scratch()
    try scratch.succeed(
      "archive", "album", "album.zip", "--user", "u1", "--store", "none.sqlite", "--archive",
      "gallery-archive")
    let page = try scratch.bash("bsdtar -xOf album.zip index.html").text
    #expect(page.contains("<h1>Family photos</h1>") && page.contains("Wednesday, 1 January<"))
    #expect(!page.contains("Rose") && !scratch.exists("none.sqlite"))
  }

  @Test("An album of one profile is named after one person")
  func profile() throws {
    let scratch = try Self.scratch()
    try scratch.succeed("archive", "album", "album.zip", "--user", "u1", "--profile", "p1")
    let page = try scratch.bash("bsdtar -xOf album.zip index.html").text
    #expect(page.contains("<h1>Photos of Grandma Rose</h1>") && page.contains("3 photos"))
    #expect(!page.contains("Hugo"))
  }

  @Test("An album is replaced by a whole one only, and where nothing is found there is none")
  func replaced() throws {
    let scratch = try Self.scratch()
    try scratch.write("old", to: "album.zip")
    for (options, message) in [
      (["--user", "u11"], "did you mean u1?"),
      (["--user", "u1", "--profile", "p9"], "did you mean p"),
    ] {
      let outcome = try scratch.start(["archive", "album", "album.zip"] + options).wait()
      #expect(outcome.code == 1 && outcome.errors.contains(message), "\(outcome.errors)")
      #expect(try scratch.text("album.zip") == "old")
    }
    try scratch.succeed("archive", "album", "album.zip", "--user", "u1")
    #expect(try scratch.contents("album.zip").starts(with: Data("PK".utf8)))
    #expect(try scratch.bash("ls -A | grep tmp").text == "")
    let nowhere = try scratch.run("archive", "album", "no/album.zip", "--user", "u1")
    #expect(nowhere.code == 1 && nowhere.errors.contains("does not exist"))
  }
}
