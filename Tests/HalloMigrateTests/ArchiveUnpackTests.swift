import CommandTesting
import Foundation
import Testing

/// `archive unpack`: photos as the bucket had them, and nothing where it does not belong.
@Suite struct ArchiveUnpackTests {
  private static let events: [PhotoEvent] = [
    PhotoEvent("e1", at: "2025-01-05T10:00:00Z"),
    PhotoEvent("e2", user: "u2", profile: "p2", at: "2025-02-05T10:00:00Z"),
    PhotoEvent("e3", user: "u2", profile: "p3", at: "2025-02-06T10:00:00Z"),
  ]

  private func names(_ events: [PhotoEvent]) -> Set<String> {
    Set(events.flatMap { ["gallery-archive/\($0.place).jpg", "gallery-archive/\($0.place).json"] })
  }

  static let selections: [(options: [String], events: [Int])] = [
    ([], [0, 1, 2]), (["--event", "e2"], [1]), (["--user", "u2"], [1, 2]),
    (["--profile", "p3"], [2]), (["--month", "2025-02"], [1, 2]), (["--month", "2025-01"], [0]),
    (["--user", "u2", "--profile", "p2", "--event", "e2", "--month", "2025-02"], [1]),
  ]

  @Test("What is asked for is unpacked, as tar unpacks it", arguments: selections)
  func selected(options: [String], events: [Int]) throws {
    let scratch = try Scratch.archiving(Self.events)
    let chosen = events.map { Self.events[$0] }
    let outcome: Shape.Unpack = try scratch.json(["archive", "unpack", "--to", "out"] + options)
    #expect(
      outcome
        == Shape.Unpack(
          command: "archive unpack", directory: "out", photos: chosen.count,
          bytes: chosen.reduce(0) { $0 + $1.photo.count }, damaged: []))
    let files = try scratch.files(below: "out")
    #expect(Set(files.keys) == names(chosen))
    try scratch.bash(
      "mkdir tar; for t in $(find gallery-archive -name '*.tar'); do tar xf $t -C tar; done")
    let unpacked = try scratch.files(below: "tar")
    for (name, bytes) in files { #expect(unpacked[name] == bytes) }
    #expect(
      try scratch.bash("find out -type f ! -perm 600; find out -type d ! -perm 700").text == "")
  }

  static let nothing: [(options: [String], code: String, message: String)] = [
    (["--user", "u22"], "unknown-user", "did you mean u2?"),
    (["--user", "somebody else"], "unknown-user", "archive list"),
    (["--profile", "P3"], "unknown-profile", "did you mean p3?"),
    (["--user", "u2", "--profile", "p1"], "unknown-profile", "did you mean p2?"),
    (["--event", "e9"], "nothing-selected", "archive list"),
    (["--month", "2024-01"], "nothing-selected", "archive list"),
  ]

  @Test("Where nothing is found, a sentence says what is near", arguments: nothing)
  func unfound(options: [String], code: String, message: String) throws {
    let scratch = try Scratch.archiving(Self.events)
    for command in [["unpack", "--to", "out"], ["restore"]] {
      let outcome = try scratch.start(["archive"] + command + options + ["--json"]).wait()
      #expect(outcome.code == 1)
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == code && error.message.contains(message), "\(error.message)")
    }
    #expect(try scratch.files(below: "out").isEmpty)
    #expect(try scratch.documentCount() == 0)
    guard let filter = options.first, !["--event", "--month"].contains(filter) else { return }
    let listed = try scratch.start(["archive", "list", "--json"] + options).wait()
    #expect(listed.code == 1)
    #expect(try listed.json(Shape.Failure.self).error.code == code)
  }

  @Test("Unpacking again changes nothing, and goes on where it was stopped")
  func again() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.succeed("archive", "unpack", "--to", "out")
    let files = try scratch.files(below: "out")
    try scratch.remove("out/gallery-archive/\(Self.events[1].place).json")
    try scratch.succeed("archive", "unpack", "--to", "out")
    try scratch.succeed("archive", "unpack", "--to", "out/")
    #expect(try scratch.files(below: "out") == files)
  }

  /// What somebody put where a photo is to go; nothing of it changes.
  static let obstacles: [(name: String, command: String)] = [
    ("another file", "mkdir -p $DIR; echo mine > $DIR/e1.jpg"),
    ("a file of its size", "mkdir -p $DIR; head -c 3004 /dev/zero > $DIR/e1.jpg"),
    ("a link to a file", "mkdir -p $DIR; ln -s $PWD/elsewhere/file $DIR/e1.jpg"),
    ("a link to nothing", "mkdir -p $DIR; ln -s $PWD/elsewhere/new $DIR/e1.json"),
    (
      "a link to a directory",
      "mkdir -p out/gallery-archive; ln -s $PWD/elsewhere out/gallery-archive/u1"
    ),
    ("a link at the top", "mkdir out; ln -s $PWD/elsewhere out/gallery-archive"),
    ("a directory", "mkdir -p $DIR/e1.jpg"),
    ("a pipe", "mkdir -p $DIR; mkfifo $DIR/e1.jpg"),
    ("a file as directory", "mkdir -p out/gallery-archive; echo mine > out/gallery-archive/u1"),
  ]

  @Test("Nothing is replaced, and no link is followed", arguments: obstacles)
  func obstructed(name: String, command: String) throws {
    let scratch = try Scratch.archiving(Self.events)
    let prepare =
      "mkdir elsewhere; echo theirs > elsewhere/file; DIR=out/gallery-archive/u1/p1/2025/01; "
    #expect(try scratch.bash(prepare + command).code == 0)
    let before = (try scratch.files(below: "elsewhere"), try scratch.files(below: "out"))
    let outcome = try scratch.run("archive", "unpack", "--to", "out", "--user", "u1", "--json")
    #expect(outcome.code == 1, "\(name): \(outcome.everything)")
    #expect(
      try outcome.json(Shape.Failure.self).error.message.contains("out/gallery-archive"), "\(name)")
    #expect(try scratch.files(below: "elsewhere") == before.0, "\(name)")
    for (file, bytes) in before.1 {
      #expect(try scratch.contents("out/" + file) == bytes, "\(name)")
    }
    #expect(try scratch.bash("find out -name '*.tmp-*'").text == "", "\(name)")
  }

  @Test("A damaged photo is left out and named; the others are unpacked")
  func damaged() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.flip("gallery-archive/u2/p2/2025/02/part-000001.tar", at: 1000)
    let outcome: Shape.Unpack = try scratch.json(["archive", "unpack", "--to", "out"], code: 7)
    #expect(outcome.photos == 2)
    #expect(outcome.damaged.first?.member == "gallery-archive/u2/p2/2025/02/e2.jpg")
    #expect(!scratch.exists("out/gallery-archive/\(Self.events[1].place).jpg"))
  }

  @Test("The directory's parent must be there")
  func parent() throws {
    let scratch = try Scratch.archiving(Self.events)
    let outcome = try scratch.run("archive", "unpack", "--to", "no/out", "--json")
    #expect(outcome.code == 1)
    #expect(try outcome.json(Shape.Failure.self).error.code == "directory-missing")
  }
}
