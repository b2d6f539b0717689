internal import ArgumentParser
internal import Foundation
internal import Phone

/// The options that every command has.
struct CommonOptions: ParsableArguments {
  @Option(help: "The store (HALLO_STORE; default: hallo.sqlite).")
  var store: String?

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

  @Option(help: "A directory of migrations to add, or to use instead of those of the same version.")
  var migrations: String?

  @Option(help: "Seconds to wait for a store that is in use.")
  var wait: Double = 0

  func validate() throws {
    if wait < 0 || wait > 86_400 { throw ValidationError("--wait takes 0 to 86400 seconds.") }
    if !PhoneNumber.isSupported(region: resolvedRegion) {
      throw ValidationError(
        "'\(resolvedRegion)' is not a region; --region takes two capital letters, such as US.")
    }
  }

  var storePath: String { store ?? Self.environment("HALLO_STORE") ?? "hallo.sqlite" }

  var resolvedRegion: String { region ?? Self.environment("HALLO_REGION") ?? "US" }

  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
