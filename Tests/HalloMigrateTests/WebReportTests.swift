import CommandTesting
import Crypto
import Foundation
import Testing

/// Reports as web pages, in a browser that a reviewer may have.
@Suite struct WebReportTests {
  /// Names that are no plain words, and what a page shows of them.
  static let hostile: [(name: String, shown: String)] = [
    ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
    ("\"quoted\" & 'single' &amp; <i>", "\"quoted\" & 'single' &amp; <i>"),
    ("\u{202E}gnp.enoyna\u{1B}[31m", "\\u{202e}gnp.enoyna\\u{1b}[31m"),
    ("=HYPERLINK(\"x\",\"y\")", "=HYPERLINK(\"x\",\"y\")"),
    ("--> ]]> `${7*7}` {{7*7}}", "--> ]]> `${7*7}` {{7*7}}"),
    ("دواء الصباح", "دواء الصباح"),
    (String(repeating: "W", count: 700), String(repeating: "W", count: 700)),
  ]

  /// Gives every profile a finding with its name as code, and makes changes of every kind.
  private static let migration = """
    -- </h2><script>alert('title')</script> & "more"
    INSERT INTO finding (path, code, detail)
    SELECT path, doc_id, '</td></table>' || doc_id FROM document WHERE kind = 'profile';
    UPDATE document SET data = json_set(data, '$."<b>field</b>"', '</ins><script>alert(2)</script>')
    WHERE kind = 'profile';
    UPDATE document SET path = path || '<u>' WHERE kind = 'task';
    DELETE FROM document WHERE kind = 'other';
    """

  /// A store whose every text is hostile, and the reports of all that can be done to it.
  private static func scratch() throws -> Scratch {
    let names = hostile.map(\.name)
    let profiles = try names.map { try line("profiles/\($0)", ["userId": "u1", "name": $0]) }
    let events = names.enumerated().map { number, name in
      PhotoEvent(name, user: name, profile: name, at: "2025-0\(number + 1)-03T10:00:00Z")
    }
    let others = [
      PhotoEvent("far", at: "2098-01-01T00:00:00Z"), PhotoEvent("old", at: "1971-01-01T00:00:00Z"),
    ]
    let scratch = try Scratch.importing(
      events + others, profiles + [line("tasks/<t>", ["userId": "u1"]), line("x/<o>", [:])])
    try scratch.write(migration, to: "migrations/0004_be_hostile.sql")
    for (name, command) in commands {
      let options = ["--report", name, "--show-personal-data", "--migrations", "migrations"]
      let outcome = try scratch.start(command + options).wait()
      #expect(outcome.code == (name == "refused.html" ? 4 : 0), "\(outcome.everything)")
    }
    return scratch
  }

  static func line(_ path: String, _ data: [String: String]) throws -> String {
    let text = try JSONEncoder().encode(path)
    return try "{\"path\":\(String(decoding: text, as: UTF8.self)),\"data\":"
      + String(decoding: JSONEncoder().encode(data), as: UTF8.self) + "}"
  }

  private static let archive = ["archive", "run", "--as-of", Scratch.asOf, "--max-fraction", "1"]

  /// Every kind of report, in an order in which all of them can be had.
  private static let commands: [(page: String, command: [String])] = [
    ("audit.html", ["audit", "--as-of", Scratch.asOf]),
    ("plan.html", ["up", "--dry-run", "--save-plan", "plan.json"]),
    ("up.html", ["up"]),
    ("nothing.html", ["up"]),
    ("run.html", ["run", "repair-null-photos"]),
    ("archive-plan.html", archive + ["--dry-run"]),
    ("archive.html", archive),
    ("list.html", ["archive", "list"]),
    ("down.html", ["down", "--to", "0003"]),
    ("refused.html", ["up", "--plan", "plan.json"]),
  ]

  /// What a browser tells of a page, at one width, in light, dark or print.
  private struct Seen: Decodable {
    let page, form, text, background: String
    let headings, wide, faint, elements, deadLinks, repeatedIDs, requests, errors: [String]
    let asked, width, scrollWidth, handlers, unscoped, tables, nameless, folded, spokenTables: Int
  }

  private static func open(_ pages: [String], in scratch: Scratch) throws -> [Seen] {
    let browser = try #require(ArchiveAlbumTests.chromium)
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let opened = try scratch.start(
      [directory + "/open_reports.py", browser] + pages, program: "/usr/bin/python3"
    ).wait()
    #expect(opened.code == 0, "\(opened.everything)")
    return try opened.json()
  }

  @Test(
    "A browser shows every report on a telephone, a desk and paper, and nothing but text in it",
    .enabled(
      if: ArchiveAlbumTests.chromium != nil, "install chromium, or set HALLO_CHROMIUM to one"))
  func browser() throws {
    try Self.expectSound(Self.commands.map(\.page), in: try Self.scratch())
  }

  /// Opens pages in every form that a reviewer may have.
  static func expectSound(_ pages: [String], in scratch: Scratch) throws {
    let seen = try Self.open(pages, in: scratch)
    #expect(seen.count == pages.count * 5)
    for page in seen {
      let comment = Comment(rawValue: "\(page.page) \(page.form)")
      #expect(page.errors == [], comment)
      #expect(page.requests == ["file://" + scratch.file(page.page)], comment)
      #expect(page.width == page.asked && page.scrollWidth <= page.asked, comment)
      #expect(page.wide == [] && page.faint == [], comment)
      #expect(page.headings.count == 1 && page.unscoped == 0 && page.nameless == 0, comment)
      #expect(page.handlers == 0 && page.deadLinks == [] && page.repeatedIDs == [], comment)
      #expect(Set(page.elements).isSubset(of: Self.elements), comment)
      #expect(page.spokenTables == page.tables - page.folded, comment)
      if page.form.contains("print") { #expect(page.folded == 0, comment) }
      for text in Self.expected(on: page.page) {
        #expect(page.text.contains(text), "\(page.page) \(page.form): \(text)")
      }
    }
    #expect(Set(seen.map(\.background)).count == 3)
  }

  private static func expected(on page: String) -> [String] {
    let names = hostile.map(\.shown)
    switch page {
    case "plan.html", "up.html":
      return names.map { "</td></table>" + $0 } + [
        "</h2><script>alert('title')</script> & \"more\"", "<b>field</b>",
        "\"</ins><script>alert(2)</script>\"", "tasks/<t><u>", "x/<o>",
      ]
    case "archive.html", "archive-plan.html", "list.html": return names
    case "push.html": return names + ["changed there", "<b>field</b>"]
    case "refused.html": return ["Refused", "review a new plan"]
    default: return ["For the record"]
    }
  }

  @Test("A page allows its own style sheet, by its hash, and nothing else")
  func policy() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up", "--dry-run", "--report", "plan.html")
    let page = try scratch.text("plan.html")
    let sheet = try #require(page.firstMatch(of: /<style>((?s).*?)<\/style>/)?.1)
    let hash = Data(SHA256.hash(data: Data(sheet.utf8))).base64EncodedString()
    let policy =
      "default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; base-uri &#39;none&#39;; "
      + "form-action &#39;none&#39;"
    #expect(page.contains("content=\"\(policy)\""))
    #expect(page.firstMatch(of: /(?i)https?:|url\(|@import|<script|<link|<img/) == nil)
  }

  @Test("A page stays below 2 MB, whatever a store has, and says what is left out")
  func size() throws {
    let scratch = try Scratch()
    let name = String(repeating: "&\u{202E}", count: 300)
    let lines = try (0..<2000).map { try Self.line("x/\($0)\(name)", ["note": name]) }
    try scratch.write(lines.joined(separator: "\n"), to: "many.ndjson")
    try scratch.succeed("import", "many.ndjson")
    let sql = """
      -- Many
      INSERT INTO finding (path, code, detail) SELECT path, doc_id, data FROM document;
      UPDATE document SET data = (
        SELECT json_group_object('f' || value, value) FROM json_each('\(Array(1...500))'))
      WHERE doc_id GLOB '[0-4]&*';
      """
    try scratch.write(sql, to: "migrations/0004_find_many.sql")
    try scratch.succeed("up", "--report", "up.html", "--migrations", "migrations")
    #expect(try scratch.contents("up.html").count < 2_000_000)
    let page = try scratch.text("up.html")
    #expect(page.contains(" more, in a <code>--report FILE.json</code>"))
    #expect(page.contains("and 461 fields more"))
    for link in page.matches(of: /href="#(s[0-9]+)"/) {
      #expect(page.contains("id=\"\(link.1)\""))
    }
    #expect(page.contains("For the record") && page.hasSuffix("</html>\n"))
  }

  @Test("The change set, the checksums, the store and the command are there to be signed")
  func record() throws {
    let scratch = try Scratch.withSample()
    let value: Shape.Run = try scratch.json(["up", "--dry-run", "--report", "plan.html"])
    let page = try scratch.text("plan.html")
    let text = page.replacing(/<[^>]*>/, with: "")
    for hash in [value.changeSet] + value.migrations.map(\.checksum) {
      #expect(text.contains(hash))
    }
    #expect(text.contains("hallo-migrate up --dry-run --report plan.html --json"))
    #expect(text.contains("hallo.sqlite") && text.contains("hallo-migrate 0.1.0"))
    #expect(text.contains("Reviewed by") && text.contains("Signature"))
  }

  @Test("A command line's telephone numbers are masked, its dates are not")
  func commandLine() throws {
    let scratch = try Scratch.archiving([
      PhotoEvent("e", user: "+12015550123", at: "2025-01-01T00:00:00Z")
    ])
    for option in [["--user", "+12015550123"], ["--user=+12015550123"]] {
      let command = ["archive", "list", "--from", "2024-12-31", "--report", "list.html"] + option
      #expect(try scratch.start(command).wait().code == 0)
      let page = try scratch.text("list.html")
      #expect(page.contains("2024-12-31") && !page.contains("2015550123"))
    }
  }

  @Test("Every event is in its month, and what is due left of the line")
  func months() throws {
    let times = [
      "2025-08-02T23:59:59Z", "2025-08-03T00:00:00Z", "2025-06-30T23:59:59.9Z",
      "1971-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2098-01-01T00:00:00Z",
    ]
    let events = times.enumerated().map { PhotoEvent("e\($0)", at: $1) }
    let undated = #"{"path":"gallery_events/x","data":{"eventType":"taskResponse","userId":"u1"}}"#
    let scratch = try Scratch.importing(events, [undated])
    let command = ["archive", "run", "--as-of", Scratch.asOf, "--force", "--report", "run.html"]
    #expect(try scratch.start(command).wait().code == 0)
    let page = try scratch.text("run.html")
    let cells = page.matches(of: /<tr role="row"><th[^>]*><bdi>([^<]*)<\/bdi><\/th>(.*?)<\/tr>/)
    func row(_ month: String) -> [String]? {
      cells.first { $0.1 == month }?.2.matches(of: />([0-9]+)</).map { String($0.1) }
    }
    #expect(row("earlier") == ["2", "2", "2"])
    #expect(row("2025-06") == ["1", "1", "1"])
    #expect(row("2025-07") == ["0", "0", "0"])
    #expect(row("2025-08") == ["2", "2", "1"])
    #expect(row("later") == ["1", "1", "0"])
    #expect(page.contains("kept from 2025-08-03") && page.contains("1 more event cannot be dated."))
  }

  @Test("What documents take in Firestore is as its rules say, before and after")
  func storage() throws {
    let scratch = try Scratch()
    // By the rules: 16 for the name, 1 and a length for each of its parts; the same for a field's name
    // and its text; and 32.
    try scratch.write(
      #"{"path":"users/u1","data":{"phoneNumber":"(778) 814-3739"}}"#, to: "one.ndjson")
    try scratch.succeed("import", "one.ndjson")
    for command in [["up", "--dry-run"], ["up"]] {
      #expect(try scratch.start(command + ["--report", "up.html"]).wait().code == 0)
      let page = try scratch.text("up.html").replacing(/<[^>]*>/, with: " ")
      let name = 16 + 6 + 3
      let before = name + 12 + 15 + 32
      let after = name + 12 + 13 + 32
      let numbers = page.firstMatch(
        of: #/0001 normalize_phone_numbers +1 +([0-9]{2,}) +([0-9]{2,}) /#)
      #expect(numbers.map { [String($0.1), String($0.2)] } == ["\(before)", "\(after)"])
    }
  }

  /// The elements that reports are made of.
  private static let elements: Set = [
    "html", "head", "meta", "title", "style", "body", "header", "main", "section", "nav", "ol",
    "ul",
    "li", "h1", "h2", "p", "b", "a", "bdi", "span", "wbr", "code", "time", "table", "thead",
    "tbody",
    "tr", "th", "td", "dl", "div", "dt", "dd", "del", "ins", "figure", "figcaption", "svg", "rect",
    "line", "text", "details", "summary",
  ]
}
