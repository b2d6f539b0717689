import CommandTesting
import Foundation
import Testing

/// `archive list`: every photo of the archive, once.
@Suite struct ArchiveListTests {
  /// 24 photos of two users, three profiles and seven months.
  private static let events: [PhotoEvent] = (0..<24).map { number in
    PhotoEvent(
      "e\(number)", user: "u\(number % 2)", profile: "p\(number % 3)",
      at: "2025-0\(number % 7 + 1)-1\(number % 5)T1\(number % 10):00:00Z")
  }

  private func list(_ scratch: Scratch, _ options: [String] = []) throws -> Shape.List {
    try scratch.json(["archive", "list"] + options)
  }

  static let filters: [(options: [String], has: @Sendable (PhotoEvent) -> Bool)] = [
    ([], { _ in true }), (["--user", "u1"], { $0.user == "u1" }),
    (["--profile", "p2"], { $0.profile == "p2" }),
    (["--user", "u0", "--profile", "p1"], { $0.user == "u0" && $0.profile == "p1" }),
    (["--from", "2025-04-13"], { $0.instant >= "2025-04-13" }),
    (["--to", "2025-04-13"], { $0.instant < "2025-04-14" }),
    (["--to", "2025-04-13T13:00:00Z"], { $0.instant < "2025-04-13T13:00:00Z" }),
    (["--from", "2025-03-01", "--to", "2025-03-31"], { $0.instant.hasPrefix("2025-03") }),
    (["--from", "2025-12-01"], { _ in false }),
  ]

  @Test("What is asked for is listed, and nothing else", arguments: filters)
  func filtered(options: [String], has: @Sendable (PhotoEvent) -> Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    let found = try list(scratch, options).photos
    #expect(Set(found.map(\.event)) == Set(Self.events.filter(has).map(\.id)))
    let order = found.map { [$0.user, $0.profile, $0.instant, $0.path] }
    #expect(order == order.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("A photo is listed with all that finds it")
  func fields() throws {
    let scratch = try Scratch.archiving(Self.events)
    let all = try list(scratch)
    #expect(all.command == "archive list" && all.next == nil && all.damaged.isEmpty)
    let first = try #require(all.photos.first { $0.event == "e0" })
    #expect(first.path == "gallery_events/e0" && first.instant == "2025-01-10T10:00:00.000000Z")
    #expect(first.bytes == Self.events[0].photo.count && first.format == "jpg")
    #expect(first.bundle == "u0/p0/2025/01/part-000001")
    #expect(scratch.exists("gallery-archive/\(first.bundle).tar"))
    let text = try scratch.succeed("archive", "list", "--user", "u0", "--limit", "3").text
    #expect(text.contains("3 photos:") && text.contains("--after "))
  }

  @Test(
    "Page after page has every photo once, whatever becomes of the bundles", arguments: [1, 5, 24])
  func pages(limit: Int) throws {
    let scratch = try Scratch.archiving(Self.events, "--limit", "13")
    try scratch.archiveRun()
    var (events, token, pages) = ([String](), String?.none, 0)
    repeat {
      let page = try list(
        scratch, ["--limit", "\(limit)"] + (token.map { ["--after", $0] } ?? []))
      events += page.photos.map(\.event)
      (token, pages) = (page.next, pages + 1)
      if pages == 1 { try scratch.succeed("archive", "seal") }
      if pages == 2 { try scratch.succeed("archive", "list", "--rebuild", "--limit", "1") }
    } while token != nil
    #expect(events.count == 24 && Set(events).count == 24)
    #expect(pages == (24 + limit - 1) / limit)
  }

  @Test(
    "A token of no photo is refused", arguments: [("0000000000000001", 1), ("5", 64), ("zz", 64)])
  func token(text: String, code: Int32) throws {
    let scratch = try Scratch.archiving(Self.events)
    let outcome = try scratch.run("archive", "list", "--after", text, "--json")
    #expect(outcome.code == code)
    if code == 1 { #expect(try outcome.json(Shape.Failure.self).error.code == "unknown-token") }
  }

  @Test("The index is made again from the manifests, also in a store that was lost and made anew")
  func rebuild() throws {
    let scratch = try Scratch.archiving(Self.events)
    let before = try list(scratch).photos
    #expect(try list(scratch, ["--rebuild"]).photos == before)
    try scratch.remove("hallo.sqlite")
    try scratch.write(#"{"__collections__":{}}"#, to: "empty.json")
    try scratch.succeed("import", "empty.json")
    let empty = try scratch.succeed("archive", "list").text
    #expect(empty.contains("No photos.") && empty.contains("--rebuild"))
    #expect(try list(scratch, ["--rebuild"]).photos == before)
    #expect(try list(scratch).photos == before)
  }

  @Test("Photos that came back, and that were undone, are listed as before")
  func restored() throws {
    let scratch = try Scratch.archiving(Self.events)
    let before = try list(scratch).photos
    let run = try scratch.archive("restore", as: Shape.Restore.self).run
    #expect(try list(scratch).photos == before)
    try scratch.archiveRun()
    #expect(try list(scratch).photos == before)
    try scratch.succeed("undo", "\(run)")
    #expect(try list(scratch).photos == before)
  }

  @Test("A manifest that cannot be read is named, and the other photos are listed")
  func damaged() throws {
    let scratch = try Scratch.archiving(Self.events)
    let manifest = "gallery-archive/u0/p0/2025/01/part-000001.jsonl"
    let count = try scratch.text(manifest).split(separator: "\n").count - 2
    try scratch.write("no manifest\n", to: manifest)
    let damaged: Shape.List = try scratch.json(["archive", "list", "--rebuild"], code: 7)
    #expect(damaged.photos.count == 24 - count)
    #expect(damaged.damaged.map(\.bundle) == ["u0/p0/2025/01/part-000001.jsonl"])
    #expect(damaged.damaged.map(\.code) == ["bad-manifest"])
  }

  @Test("Telephone numbers are masked, in bundles too, unless they are asked for")
  func masked() throws {
    let events = [
      PhotoEvent("2015550188", user: "+12015550123", at: "2025-01-01T00:00:00Z"),
      PhotoEvent("b", user: "(201) 555-0177", at: "2025-01-01T00:00:00Z"),
    ]
    let scratch = try Scratch.archiving(events)
    for options in [[], ["--json"]] {
      let outcome = try scratch.start(["archive", "list"] + options).wait()
      for number in ["2015550188", "12015550123", "555-0177"] {
        #expect(!outcome.everything.contains(number), "\(outcome.text)")
      }
    }
    let shown = try list(scratch, ["--show-personal-data"]).photos
    #expect(shown.map(\.user) == ["(201) 555-0177", "+12015550123"])
    #expect(shown.map(\.bundle).contains("%2B12015550123/p1/2025/01/part-000001"))
    try scratch.flip("gallery-archive/%2B12015550123/p1/2025/01/part-000001.tar", at: 1000)
    for options in [[], ["--json"]] {
      let outcome = try scratch.start(["archive", "verify"] + options).wait()
      #expect(outcome.code == 7 && !outcome.everything.contains("2015550"), "\(outcome.everything)")
    }
  }

  @Test("Hostile ids do not control the terminal")
  func hostile() throws {
    let escape = "\u{1B}[31m\u{202E}x"
    let scratch = try Scratch.archiving([
      PhotoEvent(escape, user: escape, profile: escape, at: "2025-01-01T00:00:00Z")
    ])
    for command in [["list"], ["list", "--json"], ["list", "--user", escape + "y"]] {
      let outcome = try scratch.start(["archive"] + command + ["--show-personal-data"]).wait()
      #expect(!outcome.everything.contains("\u{1B}") && !outcome.everything.contains("\u{202E}"))
    }
    #expect(
      try list(scratch, ["--user", escape, "--profile", escape]).photos.map(\.event) == [escape])
  }
}
