internal import ArgumentParser
internal import DocumentStore
internal import Foundation
internal import HalloReport

struct Doctor: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the machine, the settings, the store and the archive; change nothing.",
    discussion: discussion(
      """
      Shows every setting that is in force and where it comes from, and what is checked: ok, a \
      warning, or failed, and then what to do about it. All of the store is read, which takes time \
      with a large one. Exits with 1 if anything failed.
      """,
      examples: "doctor"))

  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = place.path(in: context)
    let file = context.settings.file
    let checks =
      [.ok("settings", file.map { "from \($0)" } ?? "no file of them")]
      + MachineChecks(context).run() + (try StoreChecks(context).run())
      + ArchiveChecks(context, archive: archive).run()
    let value = DoctorValue(settings(context), checks)
    try context.output.result(value, value.page)
    return value.failed > 0 ? .failed : nil
  }

  private func settings(_ context: CommandContext) -> [DoctorValue.SettingValue] {
    Setting.allCases.map { setting in
      if setting == .archive, let path = place.archive {
        let flag = EffectiveSettings.Source.flag
        return .init(name: setting.rawValue, value: path, source: "\(flag)")
      }
      let value = context.settings.value(of: setting)
      return .init(
        name: setting.rawValue,
        value: value?.text ?? (setting == .archive ? place.path(in: context) : nil),
        source: "\(value?.source ?? .default)")
    }
  }
}

/// One thing that was looked at.
struct Check: Encodable {
  enum State: String, Encodable { case ok, warning, failed }

  let name: String
  let state: State
  let found: String
  /// What to do about it.
  let advice: String?

  static func ok(_ name: String, _ found: String) -> Check {
    Check(name: name, state: .ok, found: found, advice: nil)
  }

  static func warning(_ name: String, _ found: String, advice: String) -> Check {
    Check(name: name, state: .warning, found: found, advice: advice)
  }

  static func failed(_ name: String, _ found: String, advice: String) -> Check {
    Check(name: name, state: .failed, found: found, advice: advice)
  }

  /// A failure whose message says what to do, after its first semicolon, as all of this program's do.
  static func failed(_ name: String, _ error: any Error) -> Check {
    let parts = "\(error)".split(separator: "; ", maxSplits: 1).map(String.init)
    return Check(
      name: name, state: .failed, found: parts[0], advice: parts.count > 1 ? parts[1] : nil)
  }
}

/// What `doctor` reports.
private struct DoctorValue: Encodable {
  struct SettingValue: Encodable {
    let name: String
    let value: String?
    let source: String
  }

  let command = "doctor"
  let failed: Int
  let warnings: Int
  let settings: [SettingValue]
  let checks: [Check]

  init(_ settings: [SettingValue], _ checks: [Check]) {
    (self.settings, self.checks) = (settings, checks)
    failed = checks.count { $0.state == .failed }
    warnings = checks.count { $0.state == .warning }
  }

  var page: Page {
    var page = Page()
    let problems = [
      failed > 0 ? "\(failed) failed" : nil, warnings > 0 ? count(warnings, "warning") : nil,
    ].compactMap(\.self)
    page.heading(
      "\(count(checks.count, "check")): "
        + (problems.isEmpty ? "everything is in order." : problems.joined(separator: ", ") + "."))
    var table = Table(.text("state"), .text("check"), .text("what was found"))
    for check in checks { table.row(check.state.rawValue, check.name, check.found) }
    page.table(table)
    for check in checks {
      if let advice = check.advice { page.paragraph("\(check.name): \(advice)") }
    }
    var settingTable = Table(.text("setting"), .text("in force"), .text("from"))
    for setting in settings {
      settingTable.row(setting.name, setting.value ?? "–", setting.source)
    }
    page.table(settingTable)
    return page
  }
}
