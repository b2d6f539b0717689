package import DocumentStore

/// Why migrations cannot be run or taken back.
package enum MigrationError: Error, CustomStringConvertible {
  // The migrations themselves.
  case badName(file: String, expected: String)
  case unusable(file: String, line: Int, reason: String)
  case duplicateVersion(String, files: [String])
  case duplicateTask(String, files: [String])
  case unreadableDirectory(path: String, reason: String)
  case fileExists(String)

  // What was asked for.
  case unknownVersion(String, nearest: String?)
  case unknownTask(String, nearest: String?)
  case unknownRun(String, nearest: String?)
  case undoneAlready(run: Int64)
  case unreadablePlan(path: String, reason: String)

  // Refusals: exit code 4.
  case changed(version: String, name: String, applied: String, now: String)
  case missing(version: String, name: String)
  case outOfOrder(version: String, name: String, latest: String)
  case otherPlan(differences: [String])

  /// A statement failed.
  case failed(
    migration: String, file: String, failure: RunSession.ScriptFailure, consequence: String)

  package var code: String {
    switch self {
    case .badName, .unusable: "migration-unusable"
    case .duplicateVersion, .duplicateTask: "migration-duplicate"
    case .unreadableDirectory: "migrations-unreadable"
    case .fileExists: "file-exists"
    case .unknownVersion: "unknown-version"
    case .unknownTask: "unknown-task"
    case .unknownRun: "unknown-run"
    case .undoneAlready: "run-undone"
    case .unreadablePlan: "plan-unreadable"
    case .changed: "migration-changed"
    case .missing: "migration-missing"
    case .outOfOrder: "migration-out-of-order"
    case .otherPlan: "plan-differs"
    case .failed: "migration-failed"
    }
  }

  /// Whether this is a refusal to do something else than what was reviewed or applied.
  package var isRefusal: Bool {
    switch self {
    case .changed, .missing, .outOfOrder, .otherPlan: true
    default: false
    }
  }

  package var description: String { message { $0 } }

  /// What to tell the user; `masked` gives a document's path as it may be shown.
  package func message(masked: (String) -> String) -> String {
    switch self {
    case .badName(let file, let expected):
      "\(file): a migration's file is named like \(expected); rename it"
    case .unusable(let file, let line, let reason):
      "\(file), line \(line): \(reason); nothing was run; correct the file"
    case .duplicateVersion(let version, let files):
      "version \(version) is there twice: \(files.joined(separator: " and ")); rename one"
    case .duplicateTask(let name, let files):
      "the task \(name) is there twice: \(files.joined(separator: " and ")); rename one"
    case .unreadableDirectory(let path, let reason):
      "cannot read the migrations in \(path): \(reason); name a directory of .sql files"
    case .fileExists(let path): "\(path) exists already; choose another name"
    case .unknownVersion(let version, let nearest):
      "there is no migration \(version)" + Self.hint(nearest, else: "`status` lists them")
    case .unknownTask(let name, let nearest):
      "there is no task \(name)" + Self.hint(nearest, else: "`run` alone lists them")
    case .unknownRun(let run, let nearest):
      "there is no run \(run)" + Self.hint(nearest, else: "`status` lists them")
    case .undoneAlready(let run):
      "run \(run) was undone already; `status` shows the runs that were not"
    case .unreadablePlan(let path, let reason):
      "\(path) is not a plan (\(reason)); make one with `up --dry-run --save-plan FILE`"
    case .changed(let version, let name, let applied, let now):
      "migration \(version) \(name) is not the one that was applied: its checksum was \(applied) and "
        + "is now \(now); restore the file, and put the change into a new migration"
    case .missing(let version, let name):
      "migration \(version) \(name) was applied and is not among the migrations now; name its "
        + "directory with --migrations, or use the version that has it"
    case .outOfOrder(let version, let name, let latest):
      "migration \(version) \(name) comes before \(latest), which was applied; give it a version "
        + "above \(latest), or take back with `down --to` what came after it"
    case .otherPlan(let differences):
      "what would be done is not what was reviewed; nothing was kept; review a new plan, made with "
        + "`up --dry-run --save-plan FILE`\n"
        + differences.map { "  \($0)" }.joined(separator: "\n")
    case .failed(let migration, let file, let failure, let consequence):
      "migration \(migration) failed: \(file), \(Self.describe(failure, masked)); \(consequence)"
    }
  }

  private static func hint(_ nearest: String?, else other: String) -> String {
    nearest.map { "; did you mean \($0)?" } ?? "; \(other)"
  }

  private static func describe(
    _ failure: RunSession.ScriptFailure, _ masked: (String) -> String
  ) -> String {
    let words = failure.statement.split(whereSeparator: \.isWhitespace).prefix(8)
    let document = failure.document.map { ", on the document \(masked($0))" } ?? ""
    return
      "line \(failure.line), at `\(words.joined(separator: " "))…`\(document): \(failure.reason)"
  }
}
