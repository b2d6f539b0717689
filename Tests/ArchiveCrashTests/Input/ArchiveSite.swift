import CommandTesting
import Foundation

/// A store, its archive and a mirror in a test's directory; store and archive each in a directory on
/// which a file system of its own can be mounted.
final class ArchiveSite {
  static let store = "store/hallo.sqlite"
  static let archive = "archive"
  static let asOf = "2026-01-01T00:00:00Z"
  /// The run that is disturbed, and that follows undisturbed.
  static let run =
    ["archive", "run"] + places + ["--mirror", "mirror", "--as-of", asOf, "--max-fraction", "1"]
  static let places = ["--store", store, "--archive", archive]

  let scratch: Scratch
  let album: Album
  /// How many files a run may have open; the fewer, the smaller are its batches.
  var openFiles = 1024

  /// Fills a store with an album, as commands do.
  init(importing album: Album) throws {
    (scratch, self.album) = (try Scratch(), album)
    try scratch.write(album.first, to: "first.ndjson")
    try scratch.write(album.second, to: "second.ndjson")
    try writeMirror()
    try makeDirectories()
    try scratch.succeed("import", "first.ndjson", "--store", Self.store)
    try scratch.succeed("import", "second.ndjson", "--replace", "--store", Self.store)
  }

  /// Takes a copy of a store that has been filled, or what a power cut left of it and its archive.
  init(_ reference: Reference, image: DiskImage? = nil) throws {
    (scratch, album) = (try Scratch(), reference.album)
    try writeMirror()
    try makeDirectories()
    if let image { try replace(with: image) } else { try putStore(reference) }
  }

  /// Puts a store that has been filled where the store's directory is now.
  func putStore(_ reference: Reference) throws {
    try scratch.write(reference.store, to: Self.store)
    chmod(scratch.file(Self.store), 0o600)
  }

  /// The standard album in a store that nobody has disturbed yet.
  static func standard() throws -> ArchiveSite { try ArchiveSite(Reference.standard.get()) }

  var storePath: String { scratch.file(Self.store) }
  var archivePath: String { scratch.file(Self.archive) }

  /// The run's program and arguments.
  var command: [String] {
    ["prlimit", "--nofile=\(openFiles):\(openFiles)", Program.path] + Self.run
  }

  /// Runs the command to its end.
  func archive(_ more: String..., environment: [String: String] = [:]) throws -> Outcome {
    try scratch.start(command + more, environment: environment, program: "/usr/bin/env").wait()
  }

  func start(_ more: String...) throws -> RunningCommand {
    try scratch.start(command + more, program: "/usr/bin/env")
  }

  func digest() throws -> String {
    try scratch.succeed("digest", "--json", "--store", Self.store).json(Shape.Digest.self).digest
  }

  /// The process that holds the store, as its lock says.
  func holder() throws -> pid_t? {
    struct Holder: Decodable { let pid: pid_t }
    guard scratch.exists(Self.store + ".lock") else { return nil }
    let text = try scratch.contents(Self.store + ".lock")
    return try? JSONDecoder().decode(Holder.self, from: text).pid
  }

  private func makeDirectories() throws {
    for name in ["store", Self.archive, "mirror"] where !scratch.exists(name) {
      try FileManager.default.createDirectory(
        atPath: scratch.file(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  private func writeMirror() throws {
    for photo in album.photos where photo.form == .url {
      try scratch.write(photo.bytes, to: "mirror/\(photo.object)")
    }
  }
}
