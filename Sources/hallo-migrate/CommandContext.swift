internal import DocumentStore
internal import Documents
internal import Foundation
internal import Glibc
internal import HalloMigration
internal import HalloReport
internal import Logging

/// What a command works with: made once from its options, and passed to whatever it calls.
struct CommandContext {
  let options: CommonOptions
  let settings: EffectiveSettings
  let output: Output
  let clock: () -> Instant
  let stop = StopSignal()
  private let logger: Logger

  /// - Throws: ``SettingsError``, or an error of the file of settings.
  init(_ options: CommonOptions, output: Output) throws {
    (self.options, self.output) = (options, output)
    settings = try EffectiveSettings(config: options.config, flags: options.flags)
    clock = { Instant(clock: Date().timeIntervalSince1970) }
    var logger = Logger(label: "hallo-migrate") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = options.verbose ? .debug : .notice
    self.logger = logger
  }

  /// The moment, as RFC 3339 text.
  var now: String { clock().description }

  /// The four settings that every command has.
  var storePath: String { settings.text(.store) ?? "" }
  var region: String { settings.text(.region) ?? "" }
  var migrations: String? { settings.text(.migrations) }
  private var wait: Double { settings.text(.wait).flatMap(Double.init) ?? 0 }

  var personalData: PersonalData { PersonalData(isShown: options.showPersonalData) }

  func runner() throws -> MigrationRunner {
    MigrationRunner(
      catalog: try MigrationCatalog(directory: migrations),
      region: region, clock: clock)
  }

  /// Says what is being done, for --verbose.
  func log(_ message: String) { logger.debug("\(message)") }

  /// Says in one line what was done, for the journal of a job that runs with --quiet.
  func step(_ message: String) {
    if options.quiet || options.verbose { logger.notice("\(message)") }
  }

  /// The store, to be read.
  func reading(rehearses: Bool = false) throws -> DocumentStore {
    log("reading \(storePath)")
    do {
      return watched(try DocumentStore.reading(storePath, rehearses: rehearses))
    } catch StoreError.older {
      try upgrade()
      return watched(try DocumentStore.reading(storePath, rehearses: rehearses))
    }
  }

  /// Reads the store if there is one: what is done to an archive can be done without it, and when it is
  /// damaged.
  @discardableResult
  func readingIfPossible<Result>(_ body: (DocumentStore) throws -> Result) throws -> Result? {
    guard FileManager.default.fileExists(atPath: storePath) else { return nil }
    do {
      let store = try reading()
      let result = try body(store)
      try store.close()
      return result
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch let error as StoreError {
      output.note("going on without the store: \(error)")
      return nil
    }
  }

  /// Brings the store to this version's format, once; its documents stay as they are.
  private func upgrade() throws {
    guard access(storePath, W_OK) == 0 else {
      throw StoreError.older(path: storePath)
    }
    log("bringing \(storePath) to the newest format")
    try writing().close()
  }

  /// The store, to be changed; refused while another process changes it.
  func writing() throws -> DocumentStore {
    if !FileManager.default.fileExists(atPath: storePath) {
      throw StoreError.absent(storePath)
    }
    return watched(try DocumentStore.writing(storePath, lock: lock()))
  }

  private func watched(_ store: DocumentStore) -> DocumentStore {
    let line = output.progress
    store.onProgress = { line.show($0.count, $0.noun, fraction: $0.fraction) }
    store.shouldStop = listening()
    return store
  }

  /// Hears of signals from now on.
  ///
  /// - Returns: Whether to stop.
  func listening() -> () -> Bool {
    stop.listen()
    return { [stop] in stop.isRaised }
  }

  /// Tells how much of a piece of work is done that no store takes part in.
  ///
  /// - Throws: ``Stopped`` if that was asked for.
  func advance(to count: Int, _ noun: String, fraction: Double? = nil) throws {
    stop.listen()
    output.progress.show(count, noun, fraction: fraction)
    if stop.isRaised { throw Stopped() }
  }

  func lock() throws -> StoreLock {
    let holder = StoreLock.Holder(
      pid: getpid(), host: ProcessInfo.processInfo.hostName,
      command: CommandLine.arguments.joined(separator: " "), startedAt: now)
    log("taking the lock of \(storePath)")
    return try StoreLock(store: storePath, holder: holder, wait: wait)
  }
}
