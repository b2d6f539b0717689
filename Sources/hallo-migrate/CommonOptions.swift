internal import ArgumentParser
internal import Foundation

/// The options that every command has.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store (HALLO_STORE; default: hallo.sqlite).", valueName: "file"),
    completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "A file of settings (HALLO_CONFIG; default: hallo-migrate.yaml, if there is one).",
      valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  @Flag(help: "Print nothing but results and errors.")
  var quiet = false

  @Flag(help: "Print more of what is being done.")
  var verbose = false

  @Flag(help: "Never use colours (NO_COLOR).")
  var noColor = false

  @Flag(help: "Show telephone numbers and texts, which are masked otherwise.")
  var showPersonalData = false

  @Option(
    help: "The region of telephone numbers without a country code (HALLO_REGION; default: US).")
  var region: String?

  @Option(
    help: ArgumentHelp(
      "A directory of migrations to add, or to use instead of those of the same version.",
      valueName: "directory"),
    completion: .directory)
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      "Seconds to wait for a store that is in use. (default: 0)", valueName: "seconds"))
  var wait: Double?

  func validate() throws {
    if let wait, !Setting.isWait(wait) {
      throw ValidationError("--wait takes \(Setting.wait.form).")
    }
    if let region, !Setting.region.accepts(region) {
      throw ValidationError("'\(region)' is not a region; --region takes \(Setting.region.form).")
    }
  }

  /// What the flags say of settings.
  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    (flags[.store], flags[.region], flags[.migrations]) = (store, region, migrations)
    flags[.wait] = wait.map { "\($0)" }
    return flags
  }

  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
