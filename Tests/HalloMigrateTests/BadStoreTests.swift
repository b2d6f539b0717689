import CommandTesting
import Foundation
import Testing

/// Stores that cannot be used.
@Suite struct BadStoreTests {
  static let commands = [
    ["status"], ["digest"], ["up"], ["up", "--dry-run"], ["down"], ["import", Program.legacy],
    ["run", "repair-null-photos"], ["undo", "1"], ["explain", "users/ada"], ["export", "out"],
  ]

  struct Store: CustomTestStringConvertible {
    let testDescription: String
    let code: String
    let advice: String
    let make: @Sendable (Scratch) throws -> Void
  }

  static let stores = [
    Store(testDescription: "text", code: "store-not-sqlite", advice: "--store") {
      try $0.write("hello, this is not a database", to: "hallo.sqlite")
    },
    Store(testDescription: "an empty file", code: "store-not-sqlite", advice: "--store") {
      try $0.write("", to: "hallo.sqlite")
    },
    Store(testDescription: "a directory", code: "store-not-sqlite", advice: "--store") {
      try $0.write("", to: "hallo.sqlite/file")
    },
    Store(testDescription: "another program's", code: "not-a-store", advice: "--store") {
      try $0.execute("CREATE TABLE contact (name TEXT)")
    },
    Store(testDescription: "a newer version's", code: "store-newer", advice: "install") {
      try $0.succeed("import", Program.legacy)
      try $0.execute("PRAGMA user_version = 99")
    },
    Store(testDescription: "damaged", code: "store-damaged", advice: "backup") {
      try $0.succeed("import", Program.legacy)
      var bytes = try $0.contents("hallo.sqlite")
      for index in 100..<16_384 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
      try $0.write(bytes, to: "hallo.sqlite")
    },
    Store(testDescription: "cut off", code: "store-damaged", advice: "backup") {
      try $0.succeed("import", Program.legacy)
      let bytes = try $0.contents("hallo.sqlite")
      try $0.write(bytes[..<(bytes.count / 2)], to: "hallo.sqlite")
    },
  ]

  @Test("Each command says which and what to do, and changes nothing", arguments: stores)
  func refused(store: Store) throws {
    let scratch = try Scratch()
    try store.make(scratch)
    let before = try? scratch.contents("hallo.sqlite")
    for command in Self.commands {
      let outcome = try scratch.start(command + ["--json"]).wait()
      #expect(outcome.code == 1, "\(command): \(outcome.everything)")
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == store.code, "\(command): \(error.message)")
      #expect(error.message.contains("hallo.sqlite") && error.message.contains(store.advice))
      #expect((try? scratch.contents("hallo.sqlite")) == before)
    }
    #expect(!scratch.exists("out"))
  }

  @Test("No store, and no directory for one")
  func missing() throws {
    let scratch = try Scratch()
    for command in Self.commands where command[0] != "import" {
      let outcome = try scratch.start(command + ["--json"]).wait()
      #expect(outcome.code == 1)
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == "store-missing" && error.message.contains("import"))
    }
    #expect(try scratch.names().isEmpty)
    for command in Self.commands {
      let outcome = try scratch.start(command + ["--json", "--store", "no/such/store"]).wait()
      #expect(outcome.code == 1)
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == "store-directory-missing", "\(command): \(error.message)")
      #expect(error.message.contains("no/such/store") && error.message.contains("create it"))
    }
  }

  @Test("The store's path is in HALLO_STORE, unless --store is given")
  func environment() throws {
    let scratch = try Scratch()
    let environment = ["HALLO_STORE": "from-environment"]
    #expect(try scratch.run("import", Program.legacy, environment: environment).code == 0)
    #expect(scratch.exists("from-environment"))
    #expect(try scratch.run("status", "--store", "none", environment: environment).code == 1)
  }

  @Test("A full disk leaves nothing half done", .enabled(if: Program.isRoot, "needs a mount"))
  func fullDisk() throws {
    let scratch = try Scratch()
    let disk = try Mount.small(scratch.file("disk"), megabytes: 2)
    defer { disk.unmount() }
    let store = "disk/hallo.sqlite"
    try scratch.succeed("import", Program.legacy, "--store", store)
    let before = try scratch.contents(store)
    try scratch.write(Data(count: disk.free - 40_000), to: "disk/filler")
    let import2 = try scratch.run("import", Program.legacy, "--store", "disk/other", "--json")
    #expect(import2.code == 1)
    #expect(try import2.json(Shape.Failure.self).error.code == "disk-full")
    #expect(try scratch.names(in: "disk").filter { $0.hasPrefix("other") } == ["other.lock"])
    let up = try scratch.run("up", "--store", store, "--json")
    #expect(up.code == 1)
    let error = try up.json(Shape.Failure.self).error
    #expect(error.code == "disk-full" && error.message.contains("free some space"))
    #expect(try scratch.run("status", "--store", store).code == 0)
    try scratch.remove("disk/filler")
    try scratch.succeed("up", "--store", store)
    try scratch.succeed("down", "--to", "0000", "--store", store)
    try scratch.write(before, to: "disk/first")
    let first = try scratch.succeed("digest", "--store", "disk/first").text
    #expect(try scratch.succeed("digest", "--store", store).text == first)
  }
}
