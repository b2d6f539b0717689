import CommandTesting
import Foundation
import Testing

/// The order of a run's steps to the disk.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct DiskOrderTests {
  @Test("A tar is written, synced, read back from the disk to its last byte, and only then named")
  func readBack() throws {
    let site = try ArchiveSite.standard()
    let steps = try site.recordedRun()
    var tars = 0
    for (named, step) in steps.enumerated() {
      guard case .rename(let tar, let name) = step, name.hasSuffix(".tar") else { continue }
      tars += 1
      let written = try #require(
        steps.lastIndex { if case .write(tar, _, _) = $0 { true } else { false } })
      let synced = try #require(
        steps[written...].firstIndex { if case .syncFileSystem = $0 { true } else { false } })
      let forgotten = try #require(
        steps[synced...].firstIndex { if case .forget(tar) = $0 { true } else { false } })
      let read = steps[..<named].indices.filter {
        if case .read(tar, _) = steps[$0] { true } else { false }
      }
      #expect(read.allSatisfy { $0 > forgotten })
      let bytes = read.reduce(0) { sum, index in
        if case .read(_, let count) = steps[index] { sum + count } else { sum }
      }
      #expect(bytes >= (try site.scratch.contents(name).count))
    }
    #expect(tars == 5)
  }

  @Test("Nothing leaves the store before the last bundle's names are on the disk")
  func erasure() throws {
    let site = try ArchiveSite.standard()
    let steps = try site.recordedRun()
    let names = steps.indices.filter {
      if case .rename(_, let name) = steps[$0] { name.hasPrefix("archive/") } else { false }
    }
    let last = try #require(names.last)
    let synced = try #require(
      steps[last...].firstIndex { if case .syncFileSystem = $0 { true } else { false } })
    let first = try #require(names.first)
    let erased = steps.indices.filter {
      if case .write(ArchiveSite.store + "-wal", _, _) = steps[$0] { $0 > first } else { false }
    }
    #expect(try #require(erased.first) > synced)
  }
}
