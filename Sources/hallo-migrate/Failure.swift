internal import ArgumentParser
internal import DocumentStore
internal import DocumentTransfer
internal import Documents
internal import FirestoreExport
internal import Foundation
internal import Glibc
internal import HalloMigration
internal import HalloReport
internal import PhotoArchive
internal import Settings

/// The exit codes that scripts rely on.
enum ExitStatus: Int32 {
  case failed = 1
  case pending = 2
  case refused = 4
  case inUse = 5
  case conflict = 6
  case damaged = 7
  case usage = 64
  /// What shells make of SIGINT.
  case stopped = 130
}

/// What a command ends with when it cannot do its work.
struct Failure {
  let code: String
  let message: String
  let status: ExitStatus

  init(code: String, message: String, status: ExitStatus) {
    (self.code, self.message, self.status) = (code, message, status)
  }

  /// Every documented exit code is decided here.
  init(_ error: any Error, masking: PersonalData) {
    switch error {
    case let error as StoreError:
      (code, message) = (error.code, "\(error)")
      status =
        switch error {
        case .inUse: .inUse
        case .stopped: .stopped
        default: .failed
        }
    case is SettingsError, is SettingsFileError:
      (code, message, status) = ("settings-invalid", "\(error)", .usage)
    case let error as Stopped:
      (code, message, status) = ("stopped", "\(error)", .stopped)
    case let error as MigrationError:
      (code, message) = (error.code, error.message(masked: masking.path))
      status = error.isRefusal ? .refused : .failed
    case let error as AuditError:
      (code, message, status) = (error.code, "\(error)", .failed)
    case let error as UndoConflict:
      (code, message, status) = ("undo-conflict", Self.describe(error, masking), .conflict)
    case let error as ArchivedForGood:
      (code, message, status) = ("archived", "\(error)", .conflict)
    case let error as PulledForGood:
      (code, message, status) = ("pulled", "\(error)", .conflict)
    case let error as TransferError:
      (code, message, status) = (error.code, "\(error)", .failed)
    case let error as ExportError:
      (code, message, status) = ("export-unreadable", "\(error)", .failed)
    case let error as DuplicatePath:
      (code, status) = ("duplicate-path", .failed)
      message =
        "\(error.source.fullPlace(error.position)): the path \(masking.path(error.path)) is there twice; "
        + "remove one, or set it aside with --skip-invalid"
    case let error as ImportConflict:
      (code, status) = ("path-exists", .failed)
      message =
        "the store has other data at \(masking.path(error.path)); give --replace to take the new, "
        + "which `undo` can take back"
    case let error as ArchiveError:
      (code, message) = (error.code, error.describe(masking.archivePath))
      status =
        switch error {
        case .inUse: .inUse
        case .badManifest, .badTar: .damaged
        default: .failed
        }
    case let error as PhotoArchive.Damage:
      (code, message, status) = ("archive-damaged", error.describe(masking.archivePath), .damaged)
    case let error as TooManyDue:
      (code, message, status) = ("too-many-due", "\(error)", .failed)
    case let error as UnknownPath:
      (code, message, status) = ("unknown-path", error.describe(masking), .failed)
    case let error as NothingSelected:
      (code, message, status) = (error.code, error.describe(masking), .failed)
    case let error as UnknownToken:
      (code, message, status) = ("unknown-token", "\(error)", .failed)
    case let error as UnknownUser:
      (code, message, status) = ("unknown-user", error.describe(masking), .failed)
    default:
      if let failure = Failure(live: error, masking: masking) {
        self = failure
        return
      }
      (code, message, status) = ("failed", "\(error)", .failed)
    }
  }

  /// Whether the command found out what it would do, and did not do it.
  var isRefusal: Bool { status == .refused || status == .conflict }

  private static func describe(_ conflict: UndoConflict, _ personalData: PersonalData) -> String {
    let lines = conflict.entries.map {
      "  \(personalData.path($0.path)): \($0.reason), by run \($0.run)"
    }
    let more = conflict.count - conflict.entries.count
    return "undo would lose later changes of \(count(conflict.count, "document")); undo those runs "
      + "first\n" + lines.joined(separator: "\n")
      + (more > 0 ? "\n  and \(grouped(more)) more" : "")
  }
}

/// The command was asked to stop, and did.
struct Stopped: Error, CustomStringConvertible {
  var description: String { "stopped, as asked; nothing is half done" }
}

/// No document is or was at a path.
struct UnknownPath: Error {
  let path: String
  let nearest: String?

  func describe(_ personalData: PersonalData) -> String {
    let hint =
      nearest.map { "did you mean \(personalData.path($0))?" }
      ?? "a path is a collection and an id, maybe several times, as in users/u1/profiles/p1"
    return "no document is or was at \(personalData.path(path)); \(hint)"
  }
}

/// No document is or was a user's.
struct UnknownUser: Error {
  let user: String
  let nearest: String?

  func describe(_ personalData: PersonalData) -> String {
    let hint = nearest.map { "did you mean \(personalData.path($0))?" } ?? "check the user's id"
    return "no document is or was of the user \(personalData.path(user)); \(hint)"
  }
}

/// A command that works in a context, and tells of failure as scripts expect it.
protocol StoreCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// - Returns: What the process exits with.
  func run(in context: CommandContext) throws -> ExitStatus?
}

extension StoreCommand {
  mutating func run() throws {
    let output = Output(common)
    var context: CommandContext?
    do {
      let made = try CommandContext(common, output: output)
      context = made
      if let status = try run(in: made) { throw ExitCode(status.rawValue) }
    } catch let exit as ExitCode {
      throw exit
    } catch let error as ValidationError {
      throw error
    } catch {
      let failure = Failure(
        error, masking: PersonalData(isShown: common.showPersonalData))
      output.progress.clear()
      if failure.isRefusal, let context {
        (self as? any ReportingCommand)?.report(failure, in: context)
      }
      report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func report(_ failure: Failure) {
    if common.json {
      if let data = try? Output.json(failure.value) {
        try? FileHandle.standardOutput.write(contentsOf: data)
      }
    } else {
      let lines = failure.message.split(separator: "\n").map { TextRenderer.safe(String($0)) }
      Output.toStandardError("hallo-migrate: \(lines.joined(separator: "\n"))\n")
    }
  }
}

/// A command whose report a reviewer may wait for, also if it is that nothing was done.
protocol ReportingCommand: StoreCommand {
  var reports: ReportOptions { get }
}

extension ReportingCommand {
  fileprivate func report(_ failure: Failure, in context: CommandContext) {
    do {
      try reports.write(failure.value, failure.page, in: context)
    } catch {
      context.output.note("hallo-migrate: \(error)")
    }
  }
}

extension Failure {
  /// The failure as scripts read it.
  fileprivate var value: [String: [String: String]] {
    ["error": ["code": code, "message": message]]
  }

  fileprivate var page: Page {
    var page = Page()
    page.heading("Refused: nothing was changed.")
    page.mark = "Refused"
    // Messages begin as what comes after the program's name.
    let sentence = message.prefix(1).uppercased() + message.dropFirst()
    for line in sentence.split(separator: "\n") { page.paragraph(String(line)) }
    return page
  }
}
