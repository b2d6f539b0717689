import CommandTesting
import Foundation
import Testing

/// System calls that fail, as on a disk that is full or broken.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct FaultTests {
  static let calls = [
    "write", "pwrite64", "fsync", "fdatasync", "syncfs", "renameat", "renameat2", "mkdirat",
    "ftruncate", "unlink",
  ]
  static let errors = ["EIO", "ENOSPC", "EDQUOT"]

  @Test("A call that fails stops the run with a message, and loses nothing", arguments: calls)
  func faults(call: String) throws {
    let reference = try Reference.standard.get()
    for error in Program.sweeps
      ? Self.errors : Self.errors.filter({ call == "syncfs" || $0 == "EIO" })
    {
      for number in Program.sweeps ? Array(1...10_000) : [2] {
        if try !fail(call, number, error, of: reference) { break }
      }
    }
  }

  @Test(
    "A sync that fails for one batch stops those behind it, too",
    arguments: Program.sweeps ? Array(1...12) : [2, 7])
  func batches(number: Int) throws {
    #expect(try fail("syncfs", number, "EIO", of: try Reference.many.get(), openFiles: 120))
  }

  @Test("A bundle whose names may not be on the disk is not left as if it were committed")
  func takenBack() throws {
    let reference = try Reference.standard.get()
    let site = try ArchiveSite(reference)
    let calls = Strace.changes
    #expect(try site.trace(calls, inject: "syncfs:error=EIO:when=3").wait().code == 1)
    let named = try site.calls().compactMap { $0.name == "renameat2" ? $0.path(3, in: 2) : nil }
    #expect(named.contains { $0.hasSuffix(".jsonl") })
    let files = try ArchiveTree(site.archivePath).entries.keys
    #expect(!files.contains { $0.hasSuffix(".jsonl") }, "\(files)")
    try Judge(reference: reference).judge(site, "EIO of the third sync", of: "EIO")
  }

  /// Makes a call fail, the n-th of a thread.
  ///
  /// - Returns: Whether the run made so many of the calls.
  private func fail(
    _ call: String, _ number: Int, _ error: String, of reference: Reference, openFiles: Int = 1024
  ) throws -> Bool {
    let site = try ArchiveSite(reference)
    site.openFiles = openFiles
    let injection = "\(call):error=\(error):when=\(number)"
    let outcome = try site.trace(Strace.changes, inject: injection).wait()
    let calls = try site.calls()
    guard let hit = calls.first(where: \.isInjected) else {
      #expect(outcome.code == 0)
      return false
    }
    guard let thing = site.thing(of: hit) else { return true }
    let what = "\(error) of \(call) \(number), \(thing)"
    // The message can be another thread's n-th call.
    let isHeard = calls.allSatisfy { !$0.isInjected || site.thing(of: $0) != nil }
    if outcome.code != 0, isHeard { expectClear(outcome, what) }
    expectNoSyncAfterFailure(calls, what)
    try Judge(reference: reference).judge(site, what, of: error)
    return true
  }

  private func expectClear(_ outcome: Outcome, _ what: String) {
    #expect(outcome.code == 1, "\(what): \(outcome.everything)")
    let sentence = outcome.errors.split(separator: "\n")
    #expect(sentence.count == 1, "\(what): \(outcome.everything)")
    let isNamed = outcome.errors.contains("hallo.sqlite") || outcome.errors.contains(" archive")
    #expect(isNamed, "\(what): \(outcome.everything)")
  }

  /// What a failed sync may have dropped, no other sync of the same files brings back.
  ///
  /// SQLite syncs its log once more when it closes the store, and needs nothing from that: it merges what
  /// an earlier sync had made certain.
  private func expectNoSyncAfterFailure(_ calls: [SystemCall], _ what: String) {
    let syncs = calls.filter { $0.name.contains("sync") && $0.file()?.contains("/archive") == true }
    guard let failed = syncs.firstIndex(where: \.isInjected) else { return }
    let again = syncs[(failed + 1)...].filter { $0.file() == syncs[failed].file() }
    #expect(again.isEmpty, "\(what)")
  }
}

extension ArchiveSite {
  /// The file or directory of the site that a call is about; nil if it is about another.
  fileprivate func thing(of call: SystemCall) -> String? {
    let path = call.file() ?? call.path(0)
    guard path.hasPrefix(scratch.path + "/") else { return nil }
    return String(path.dropFirst(scratch.path.count + 1))
  }
}
