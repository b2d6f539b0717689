import CommandTesting
import Foundation
import Testing

/// Decides after every disturbance whether a photo was lost, and whether the next run makes good.
struct Judge {
  let reference: Reference

  static func standard() throws -> Judge { Judge(reference: try Reference.standard.get()) }

  /// Judges what a disturbance has left, and then what an undisturbed run makes of it.
  func judge(
    _ site: ArchiveSite, _ disturbance: String, of kind: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try expectNothingLost(at: site, disturbance, of: kind, at: location)
    try expectEndsWell(at: site, disturbance, at: location)
  }

  /// Every photo is in the store, or in a committed bundle, or in both.
  func expectNothingLost(
    at site: ArchiveSite, _ disturbance: String, of kind: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let store = try StoreContents(of: site.storePath)
    let bundles = try Bundle.all(in: site.archivePath, site.scratch)
    let lost = site.album.photos.filter { photo in
      !store.has(photo) && !bundles.contains { $0.has(photo) }
    }
    Tally.shared.note(kind, lost: lost.count)
    #expect(lost.map(\.path) == [], "lost: \(disturbance)", sourceLocation: location)
    #expect(store.integrity == "ok", "\(disturbance)", sourceLocation: location)
  }

  /// The next run succeeds, and then all is as if nothing had happened.
  func expectEndsWell(
    at site: ArchiveSite, _ disturbance: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try site.archive()
    #expect(outcome.code == 0, "\(disturbance): \(outcome.everything)", sourceLocation: location)
    try expectDone(at: site, disturbance, at: location)
  }

  /// The store and the archive are as after an undisturbed run, to the byte, and without a trace.
  func expectDone(
    at site: ArchiveSite, _ disturbance: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let tree = try ArchiveTree(site.archivePath).differences(from: reference.archive)
    #expect(tree == [], "\(disturbance)", sourceLocation: location)
    let store = try StoreContents(of: site.storePath)
    #expect(store == reference.contents, "\(disturbance)", sourceLocation: location)
    #expect(try site.digest() == reference.digest, "\(disturbance)", sourceLocation: location)
    let names = try site.scratch.names(in: "store").filter { $0 != "lost+found" }
    #expect(
      names == ["hallo.sqlite", "hallo.sqlite.lock"], "\(disturbance)", sourceLocation: location)
    #expect(try traces(at: site) == [], "\(disturbance)", sourceLocation: location)
    try expectSums(at: site, disturbance, location)
  }

  /// What is left in the store's files of what has been archived.
  func traces(at site: ArchiveSite) throws -> [String] {
    try site.scratch.names(in: "store").filter { $0 != "lost+found" }.flatMap { name in
      let bytes = try site.scratch.contents("store/\(name)")
      return site.album.messages.filter { bytes.range(of: Data($0.utf8)) != nil }
    }
  }

  /// `sha256sum` agrees with every bundle.
  private func expectSums(
    at site: ArchiveSite, _ disturbance: String, _ location: SourceLocation
  ) throws {
    let script = """
      find "$1" -name SHA256SUMS -execdir sha256sum --check --strict --quiet {} \\;
      """
    let outcome = try site.scratch.start(
      ["-c", script, "sh", site.archivePath], program: "/bin/sh"
    )
    .wait()
    #expect(outcome.everything == "", "\(disturbance)", sourceLocation: location)
  }
}
