import CommandTesting
import Foundation
import Glibc
import Testing

/// A flag says more than the environment, that more than the file, and that more than the default.
@Suite struct SettingsTests {
  struct Doctor: Decodable {
    struct Setting: Decodable {
      let name: String
      let value: String?
      let source: String
    }

    let settings: [Setting]

    func source(of name: String) -> String? { settings.first { $0.name == name }?.source }
    func value(of name: String) -> String? { settings.first { $0.name == name }?.value }
  }

  struct Archive: Decodable { let due: Int }

  @Test("A flag wins over the environment, that over the file, and that over the default")
  func precedence() throws {
    let scratch = try Scratch()
    func region(_ flags: [String] = [], _ environment: [String: String] = [:]) throws -> String? {
      let outcome = try scratch.start(
        ["doctor", "--json"] + flags, environment: environment
      ).wait()
      let doctor = try outcome.json(Doctor.self)
      return "\(doctor.value(of: "region") ?? "") \(doctor.source(of: "region") ?? "")"
    }
    #expect(try region() == "US default")
    try scratch.write("# ours\nregion: NO\n", to: "hallo-migrate.yaml")
    #expect(try region() == "NO hallo-migrate.yaml, line 2")
    #expect(try region([], ["HALLO_REGION": "GB"]) == "GB HALLO_REGION")
    #expect(try region(["--region", "DE"], ["HALLO_REGION": "GB"]) == "DE the command line")
    try scratch.write("region: CA", to: "other/settings.yaml")
    #expect(try region(["--config", "other/settings.yaml"]).map { $0.hasPrefix("CA ") } == true)
    let named = try region([], ["HALLO_CONFIG": "other/settings.yaml"])
    #expect(named == "CA other/settings.yaml, line 1")
  }

  @Test("A path in a file begins where the file is")
  func relativePaths() throws {
    let scratch = try Scratch()
    try scratch.write("store: s.sqlite\narchive: /srv/a", to: "etc/settings.yaml")
    try scratch.succeed("import", Program.legacy, "--config", "etc/settings.yaml")
    #expect(try scratch.names(in: "etc").contains("s.sqlite"))
    let doctor = try scratch.start(["doctor", "--json", "--config", "etc/settings.yaml"]).wait()
      .json(Doctor.self)
    #expect(doctor.value(of: "archive") == "/srv/a")
  }

  @Test("What commands do follows the file, and a flag undoes it")
  func inForce() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    let asOf = ["--as-of", "2025-11-01", "--dry-run", "--json", "--force"]
    func due(_ flags: String...) throws -> Int {
      let outcome = try scratch.start(["archive", "run"] + asOf + flags).wait()
      return try outcome.json(Archive.self).due
    }
    let usual = try due()
    try scratch.write("older-than: 100w\nkeep-document: true", to: "hallo-migrate.yaml")
    #expect(try due() < usual)
    #expect(try due("--older-than", "90d", "--no-keep-document") == usual)
  }

  @Test(
    "What a file cannot say is refused, with its line and the nearest word",
    arguments: [
      ("region: US\nregio: US", "line 2: there is no setting regio; did you mean region?"),
      ("zzzzzzzzzzzz: 1", "line 1: there is no setting zzzzzzzzzzzz; the settings are store,"),
      ("\nforce: true", "line 2: force can only be given on the command line, as --force"),
      ("max-fraction: 1", "can only be given on the command line"),
      ("older-than: 90", "line 1: older-than is '90'; it takes an age, such as 90d"),
      ("wait: soon", "wait is 'soon'; it takes 0 to 86400 seconds"),
      ("keep-document: yes", "keep-document is 'yes'; it takes true or false"),
      ("region: [US]", "line 1: region takes one value"),
      ("mirror:", "line 1: mirror takes one value"),
      ("mirror: ~", "line 1: mirror takes one value"),
      ("region: US\nregion: GB", "region is there twice"),
      ("region: [US", "line 2: did not find expected"), ("US", "no lines like `region: US`"),
      ("- region", "no lines like `region: US`"), ("? [a]\n: b", "is one word"),
    ])
  func refused(yaml: String, message: String) throws {
    let scratch = try Scratch.withSample()
    try scratch.write(yaml, to: "hallo-migrate.yaml")
    let outcome = try scratch.run("status")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("hallo-migrate: hallo-migrate.yaml"), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    let error = try scratch.run("status", "--json").json(Shape.Failure.self).error
    #expect(error.code == "settings-invalid")
  }

  @Test("The sample has every setting, with its default, and is taken as it is")
  func sample() throws {
    let scratch = try Scratch()
    let usual = try scratch.run("doctor", "--json").json(Doctor.self).settings
    try scratch.copy(Program.samples + "/hallo-migrate.yaml", to: "hallo-migrate.yaml")
    let text = try scratch.text("hallo-migrate.yaml")
    for setting in try scratch.run("doctor", "--json").json(Doctor.self).settings {
      #expect(text.contains("\n\(setting.name): ") || text.contains("\n# \(setting.name): "))
      let before = usual.first { $0.name == setting.name }?.value
      #expect(setting.value == before || setting.name == "archive", "\(setting)")
      #expect(before == nil || setting.source.hasPrefix("hallo-migrate.yaml, line "))
    }
  }

  @Test("A variable that cannot be right is refused, and one that is empty does not count")
  func variables() throws {
    let scratch = try Scratch.withSample()
    let outcome = try scratch.run("status", environment: ["HALLO_OLDER_THAN": "90"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("HALLO_OLDER_THAN is '90'"), "\(outcome.errors)")
    #expect(try scratch.run("status", environment: ["HALLO_OLDER_THAN": ""]).code == 0)
  }

  @Test("An empty file says nothing, and a missing one that is named is an error")
  func emptyAndMissing() throws {
    let scratch = try Scratch.withSample()
    try scratch.write("# nothing\n", to: "hallo-migrate.yaml")
    #expect(try scratch.run("status").code == 0)
    let outcome = try scratch.run("status", "--config", "none.yaml")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("none.yaml: No such file"), "\(outcome.errors)")
  }

  @Test("A file that others can write to is not taken unless it is named")
  func foreign() throws {
    let scratch = try Scratch.withSample()
    try scratch.write("region: GB", to: "hallo-migrate.yaml")
    chmod(scratch.file("hallo-migrate.yaml"), 0o666)
    let outcome = try scratch.run("status")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("chmod o-w"), "\(outcome.errors)")
    #expect(try scratch.run("status", "--config", "hallo-migrate.yaml").code == 0)
  }
}
