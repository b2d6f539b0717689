import CommandTesting
import Foundation
import Testing

/// What `export` writes.
@Suite struct ExportTests {
  @Test(
    "What is exported and imported again has the same digest",
    arguments: ["out", "out.ndjson", "out.json"])
  func roundTrip(destination: String) throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    let first = try scratch.succeed("export", destination, "--json").text
    #expect(first.contains(#""documents":336"#), "\(first)")
    try scratch.succeed("import", destination, "--store", "second.sqlite")
    let second = try scratch.succeed("digest", "--json", "--store", "second.sqlite")
    #expect(try second.json(Shape.Digest.self).digest == scratch.digest())
  }

  @Test("Lines go to stdout, and can come from stdin")
  func streams() throws {
    let scratch = try Scratch.withSample()
    try scratch.write(try scratch.succeed("export", "-").output, to: "lines")
    let outcome = try scratch.start(
      ["import", "-", "--store", "second.sqlite"], input: scratch.file("lines")
    ).wait()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let second = try scratch.succeed("digest", "--json", "--store", "second.sqlite")
    #expect(try second.json(Shape.Digest.self).digest == scratch.digest())
  }

  @Test("Only a user's documents, or those of a kind, or both")
  func filters() throws {
    let scratch = try Scratch.withSample()
    let ada = try scratch.exported("--user", "ada")
    let both = try scratch.exported("--user", "ada", "--user", "chidi")
    #expect(!ada.isEmpty && both.isSuperset(of: ada) && both.count > ada.count)
    #expect(both.contains { $0.hasPrefix("users/chidi/") })
    let profiles = try scratch.exported("--kind", "profile")
    #expect(!profiles.isEmpty)
    #expect(profiles.allSatisfy { $0.split(separator: "/").dropLast().last == "profiles" })
    let events = try scratch.exported("--kind", "event")
    #expect(try scratch.exported("--kind", "event", "--kind", "profile") == events.union(profiles))
    #expect(
      try scratch.exported("--user", "ada", "--kind", "profile") == ada.intersection(profiles))
  }

  @Test("A user whom no document is or was of is refused, with the nearest, and nothing is written")
  func unknownUser() throws {
    let scratch = try Scratch.withSample()
    let names = try scratch.names()
    for (user, hint) in [("chidy", "did you mean chidi?"), ("nobody-at-all", "check")] {
      for destination in ["out", "out.ndjson", "out.json", "-"] {
        let outcome = try scratch.run(
          "export", destination, "--user", "ada", "--user", user, "--json")
        #expect(outcome.code == 1)
        let error = try outcome.json(Shape.Failure.self).error
        #expect(error.code == "unknown-user")
        #expect(error.message.contains(user) && error.message.contains(hint), "\(error.message)")
      }
    }
    #expect(try scratch.names() == names)
  }

  @Test("A user without documents of a kind, or without any now, gives an empty export")
  func emptyExport() throws {
    let scratch = try Scratch()
    try scratch.write(
      documents("users/u") + #"{"path":"notes/n","data":{"userId":"v"}}"# + "\n", to: "two.ndjson")
    try scratch.succeed("import", "two.ndjson")
    #expect(try scratch.exported("--user", "v") == ["notes/n"])
    #expect(try scratch.succeed("export", "-", "--user", "u", "--kind", "task").output.isEmpty)
    try scratch.write("-- Clear\n\nDELETE FROM document;\n", to: "migrations/0004_clear.sql")
    try scratch.succeed("up", "--migrations", "migrations")
    for user in ["u", "v"] {
      #expect(try scratch.succeed("export", "-", "--user", user).output.isEmpty)
    }
  }

  @Test(
    "A failed export leaves the last good one", .enabled(if: Program.isRoot, "needs a mount"),
    arguments: ["out", "out.ndjson", "out.json"])
  func fullDisk(name: String) throws {
    let scratch = try Scratch.withSample()
    let disk = try Mount.small(scratch.file("disk"), megabytes: 1)
    defer { disk.unmount() }
    try scratch.succeed("export", "disk/" + name, "--user", "ada")
    try scratch.write(Data(count: disk.free - 20_000), to: "disk/filler")
    let before = try scratch.tree("disk/" + name)
    let outcome = try scratch.run("export", "disk/" + name, "--json")
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.message.contains("disk/" + name) && error.message.contains("No space left"))
    #expect(try scratch.tree("disk/" + name) == before)
    #expect(try scratch.names(in: "disk") == ["filler", name])
  }

  @Test("An export replaces an export, and nothing else")
  func replaces() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("export", "out", "--user", "ada")
    let before = try scratch.tree("out")
    try scratch.succeed("export", "out")
    #expect(try scratch.tree("out") != before)
    try scratch.write("mine", to: "documents/letter")
    for arguments in [["documents"], ["documents", "--format", "ndjson"]] {
      let outcome = try scratch.start(["export"] + arguments).wait()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("documents"))
      #expect(try scratch.text("documents/letter") == "mine")
    }
    #expect(try scratch.run("export", "none/such/out").code == 1)
    #expect(
      try scratch.names() == ["documents", "hallo.sqlite", "hallo.sqlite.lock", "out"])
  }

  @Test("A device takes bytes as they come, and a link keeps leading where it led")
  func devices() throws {
    let scratch = try Scratch.withSample()
    try scratch.write("old", to: "real/file")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("link.ndjson"), withDestinationPath: "real/file")
    try scratch.succeed("export", "link.ndjson")
    #expect(try scratch.text("real/file").hasPrefix(#"{"path":"#))
    #expect(try scratch.names(in: "real") == ["file"])
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("null.ndjson"), withDestinationPath: "/dev/null")
    try scratch.succeed("export", "null.ndjson")
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("Files are their owner's alone", arguments: ["out", "out.ndjson", "out.json"])
  func modes(destination: String) throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("export", destination)
    let files = try scratch.tree(destination).keys.map { $0.isEmpty ? destination : $0 }
    #expect(!files.isEmpty)
    for file in files + ["hallo.sqlite", "hallo.sqlite.lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file(file))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }
}

extension Scratch {
  /// The paths of the documents that an export has.
  fileprivate func exported(_ options: String...) throws -> Set<String> {
    struct Line: Decodable { let path: String }
    let outcome = try start(["export", "-"] + options).wait()
    return Set(
      try outcome.text.split(separator: "\n").map {
        try JSONDecoder().decode(Line.self, from: Data($0.utf8)).path
      })
  }

  /// The files of a directory, or a file, by their paths.
  fileprivate func tree(_ name: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    guard let inside = FileManager.default.subpaths(atPath: file(name)), !inside.isEmpty else {
      return [name: try contents(name)]
    }
    for path in inside where !isDirectory("\(name)/\(path)") {
      files["\(name)/\(path)"] = try contents("\(name)/\(path)")
    }
    return files
  }

  private func isDirectory(_ name: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: file(name), isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}
