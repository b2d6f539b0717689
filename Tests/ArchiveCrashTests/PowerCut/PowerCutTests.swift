import CommandTesting
import Foundation
import Testing

/// Power cuts at every moment of a run, by a model of the worst that a disk can do.
///
/// `strace` writes down every call of a run, byte by byte; from that follows what was certainly on the
/// disk before each call, and what may have been.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct PowerCutTests {
  private static let disks = ["store", "archive"]

  /// What becomes of the store's disk and of the archive's.
  private static let fates: [(store: DiskFate, archive: DiskFate)] =
    [(.shown, .certain), (.names, .names)]
    + (Program.sweeps
      ? [(.certain, .certain), (.certain, .shown), (.sizes, .sizes), (.shown, .shown)] : [])

  private let reference: Reference
  private let judge: Judge

  init() throws {
    reference = try Reference.standard.get()
    judge = Judge(reference: reference)
  }

  @Test("The log tells everything: what follows from it is what is there")
  func completeness() throws {
    let site = try ArchiveSite(reference)
    var model = try DiskModel(at: site.scratch.path, disks: Self.disks)
    for operation in try site.recordedRun() { model.apply(operation) }
    let copy = try ArchiveSite(reference, image: model.image(["store": .shown, "archive": .shown]))
    #expect(try ArchiveTree(copy.archivePath) == ArchiveTree(site.archivePath))
    #expect(try ArchiveTree(copy.scratch.file("store")) == ArchiveTree(site.scratch.file("store")))
  }

  @Test("After a power cut at any moment nothing is lost, and the next run does the rest")
  func cuts() throws {
    let site = try ArchiveSite(reference)
    var model = try DiskModel(at: site.scratch.path, disks: Self.disks)
    var cuts = Cuts(judge)
    for (index, operation) in try site.recordedRun().enumerated() {
      let isStep = operation.isSync || Program.sweeps && operation.isOfArchive
      if isStep { try cuts.judge(model, "before call \(index)", Self.fates) }
      model.apply(operation)
      if isStep { try cuts.judge(model, "after call \(index)", Self.fates) }
      if Program.sweeps {
        let fate = DiskFate.some(UInt64(index))
        try cuts.judge(model, "after call \(index)", [(fate, fate)])
      }
    }
  }

  @Test(
    "Nor is anything lost when batches are on their way at once",
    .enabled(if: Program.sweeps, "runs with HALLO_SWEEP=1"))
  func batches() throws {
    let many = try Reference.many.get()
    let site = try ArchiveSite(many)
    site.openFiles = 120
    var model = try DiskModel(at: site.scratch.path, disks: Self.disks)
    var cuts = Cuts(Judge(reference: many))
    for (index, operation) in try site.recordedRun().enumerated() {
      if operation.isSync || index % 9 == 0 {
        let fates: [(store: DiskFate, archive: DiskFate)] = [
          (.shown, .certain), (.some(UInt64(index)), .some(UInt64(index))),
        ]
        try cuts.judge(model, "before call \(index)", fates)
      }
      model.apply(operation)
    }
  }

  @Test("A power cut after the run that follows a killed one loses nothing either")
  func cutsAfterKill() throws {
    let site = try ArchiveSite(reference)
    var model = try DiskModel(at: site.scratch.path, disks: Self.disks)
    var isNamed = false
    for (index, operation) in try site.recordedRun().enumerated() {
      if isNamed, Program.sweeps || operation.isSync {
        try cut(model, "killed before call \(index)")
        if !Program.sweeps { return }
      }
      model.apply(operation)
      if case .rename(_, let name) = operation, name.hasSuffix(".jsonl") { isNamed = true }
      if case .sync(ArchiveSite.store + "-wal") = operation, isNamed { return }
    }
  }

  /// Cuts the power during a run that follows one which was killed.
  private func cut(_ killed: DiskModel, _ moment: String) throws {
    let shown: [String: DiskFate] = ["store": .shown, "archive": .shown]
    let site = try ArchiveSite(reference, image: killed.image(shown))
    var model = killed
    var cuts = Cuts(judge)
    for (index, operation) in try site.recordedRun().enumerated() {
      model.apply(operation)
      if operation.isSync {
        try cuts.judge(model, "\(moment), then cut after \(index)", [(.shown, .certain)])
      }
    }
  }

  @Test("What a run has said, a power cut does not take back")
  func said() throws {
    let site = try ArchiveSite(reference)
    var model = try DiskModel(at: site.scratch.path, disks: Self.disks)
    var messages = 0
    for operation in try site.recordedRun("--quiet") {
      if case .say(let text) = operation, text.contains("removed 10 documents") {
        messages += 1
        let cut = try ArchiveSite(reference, image: model.image([:]))
        #expect(try StoreContents(of: cut.storePath) == reference.contents)
      }
      model.apply(operation)
    }
    #expect(messages == 1)
    let cut = try ArchiveSite(reference, image: model.image([:]))
    #expect(try judge.traces(at: cut) == [])
    #expect(try ArchiveTree(cut.archivePath).differences(from: reference.archive) == [])
  }
}

/// Judges each state of the disks once.
private struct Cuts {
  private let judge: Judge
  private var seen = Set<String>()

  init(_ judge: Judge) { self.judge = judge }

  mutating func judge(
    _ model: DiskModel, _ moment: String, _ fates: [(store: DiskFate, archive: DiskFate)]
  ) throws {
    for (store, archive) in fates {
      let image = model.image(["store": store, "archive": archive])
      if !seen.insert(image.digest).inserted { continue }
      try judge.judge(
        ArchiveSite(judge.reference, image: image),
        "\(moment): of the store \(store), of the archive \(archive)", of: "power cut")
    }
  }
}
