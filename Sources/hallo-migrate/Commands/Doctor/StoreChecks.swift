internal import DocumentStore
internal import Foundation
internal import Glibc
internal import HalloMigration
internal import HalloReport

/// What is wrong with a store, and around it.
struct StoreChecks {
  private let context: CommandContext
  private let path: String

  init(_ context: CommandContext) { (self.context, path) = (context, context.storePath) }

  func run() throws -> [Check] {
    guard FileManager.default.fileExists(atPath: path) else {
      return [
        .warning(
          "store", "there is none at \(path)",
          advice: "make one with `hallo-migrate import SOURCE --store \(path)`")
      ]
    }
    var checks = [mode, use, log, unfinished]
    do {
      let store = try DocumentStore.reading(path)
      checks += try contents(of: store)
      try store.close()
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch StoreError.older {
      checks.append(
        .warning(
          "store", "\(path) has the format of an older version",
          advice: "`hallo-migrate status` brings it up to date; check it again then"))
    } catch {
      checks.append(.failed("store", error))
    }
    return checks + space
  }

  private func contents(of store: DocumentStore) throws -> [Check] {
    store.shouldStop = context.listening()
    let size = byteCount(try store.fileSize())
    var checks: [Check] = [.ok("store", "\(path), format \(try store.format()), \(size)")]
    context.output.progress.begin("reading all of \(path)")
    let faults = try store.faults()
    checks.append(
      faults.isEmpty
        ? .ok("structure", "sound")
        : .failed("structure", StoreError.damaged(path: path, detail: faults[0])))
    checks.append(try traces(in: store))
    checks.append(migrations(of: store))
    checks.append(try clock(of: store))
    return checks
  }

  private var mode: Check {
    var status = stat()
    stat(path, &status)
    let mode = String(status.st_mode & 0o777, radix: 8)
    return status.st_mode & 0o077 == 0
      ? .ok("permissions", "0\(mode), private")
      : .warning(
        "permissions", "0\(mode): other users can read people's data",
        advice: "take that right away with `chmod 600 \(path)`")
  }

  private var use: Check {
    guard let holder = StoreLock.holder(of: path) else { return .ok("in use", "by nobody") }
    return .ok("in use", "by \(holder)")
  }

  private var log: Check {
    let size = DocumentStore.logSize(of: path)
    if size == 0 || StoreLock.holder(of: path) != nil { return .ok("log", "nothing is left over") }
    return .warning(
      "log", "\(byteCount(size)) that a command left which was killed",
      advice: "keep \(path)-wal beside the store; the next change of the store merges it")
  }

  private var unfinished: Check {
    let file = path + ".importing"
    guard StoreLock.holder(of: path) == nil, FileManager.default.fileExists(atPath: file) else {
      return .ok("import", "none was left unfinished")
    }
    return .warning(
      "import", "one that was killed left \(file)",
      advice: "remove it with `rm \(file)`: nothing of it is in the store")
  }

  private func traces(in store: DocumentStore) throws -> Check {
    try store.hasTraces()
      ? .warning(
        "traces", "what was archived last can still be found in the file",
        advice: "the next `hallo-migrate archive run` removes it")
      : .ok("traces", "none of what was archived")
  }

  private func migrations(of store: DocumentStore) -> Check {
    do {
      let pending = try context.runner().pending(on: store, to: nil)
      if pending.isEmpty { return .ok("migrations", "all are applied") }
      return .warning(
        "migrations", "\(grouped(pending.count)) pending",
        advice: "see what they would do with `hallo-migrate up --dry-run`")
    } catch {
      return .failed("migrations", error)
    }
  }

  private func clock(of store: DocumentStore) throws -> Check {
    let latest = try store.runs().map(\.startedAt).max() ?? ""
    return latest <= context.now
      ? .ok("newest run", latest)
      : .failed(
        "newest run", "\(latest), which is in the future",
        advice: "set the clock: what is due is reckoned from it")
  }

  /// Archiving ends by writing the store anew: into a temporary file, and from there into the log.
  private var space: [Check] {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let temporary = Disk.temporaryDirectory
    return [
      Disk.check("disk", directory, needs: size, for: "to change all of the store"),
      Disk.check(
        "temporary disk", temporary, needs: size,
        for: "to write the store anew; SQLITE_TMPDIR names another"),
    ]
  }
}
