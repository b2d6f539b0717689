import Documents
import Foundation
import Glibc
import PhotoArchive
import StoreTesting

/// An archive in a test's directory.
struct TestArchive {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("archive")
  }

  func open(steps: DiskSteps = .unwatched) throws -> ArchiveDirectory {
    try ArchiveDirectory.open(path, isCreated: true, steps: steps)
  }

  /// Opens the directory of a month, and makes it first.
  func month(
    _ group: BundleGroup = testGroup, steps: DiskSteps = .unwatched
  ) throws -> ArchiveDirectory {
    var directory = try open(steps: steps)
    for name in group.components { directory = try directory.makeDirectory(name).directory }
    return directory
  }

  /// Writes a bundle under its final names.
  @discardableResult
  func write(
    _ records: [TestRecord], group: BundleGroup = testGroup, part: Int = 1,
    compression: Compression = .none, replaces: [Int] = []
  ) throws -> BundleManifest {
    let month = try month(group)
    let header = BundleManifest.Header(
      group: group, part: part, compression: compression, replaces: replaces)
    let file = try month.createTemporary(for: header.tarName)
    let manifest = try write(records, header, to: file)
    try month.rename(file.name, to: header.tarName)
    let text = try month.createTemporary(for: header.manifestName)
    try manifest.encoded().withUnsafeBufferPointer { try text.write($0) }
    try month.rename(text.name, to: header.manifestName)
    return manifest
  }

  private func write(
    _ records: [TestRecord], _ header: BundleManifest.Header, to file: ArchiveFile
  ) throws -> BundleManifest {
    let writer = try BundleWriter(header, file: file)
    let names = ArchiveName.names(of: records.map { ($0.path, $0.eventID) })
    let order = records.indices.sorted { BundleManifest.precedes(names[$0], names[$1]) }
    for index in order { try records[index].append(to: writer, name: names[index]) }
    return try writer.finish().verified(file)
  }

  /// The path of a file of a month.
  func file(_ name: String, group: BundleGroup = testGroup) -> String {
    "\(path)/\(group.directory)/\(name)"
  }

  func bytes(_ name: String, group: BundleGroup = testGroup) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name, group: group))))
  }

  func overwrite(_ name: String, _ bytes: [UInt8], group: BundleGroup = testGroup) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name, group: group)))
  }

  func damages(part: Int = 1, group: BundleGroup = testGroup) throws -> [Damage] {
    try BundleCheck.run(part: part, in: try month(group)).damages
  }
}

let testGroup = BundleGroup(owner: "u1", profile: "P", year: 2025, month: 10)

/// A photo record as small as can be.
struct TestRecord {
  var path: String
  var eventID: String
  var format = PhotoFormat.jpg
  var photo: [UInt8]
  var json: String
  var instant = "2025-10-09T07:00:00.250000Z"
  /// That of the document; made of the path if nil.
  var digest: SHA256Digest?

  init(
    _ eventID: String, format: PhotoFormat = .jpg, photo: [UInt8]? = nil,
    collection: String = "gallery_events"
  ) {
    path = "users/u1/\(collection)/\(eventID)"
    self.eventID = eventID
    self.format = format
    self.photo = photo ?? Array("photo of \(eventID)".utf8)
    json = "{\"of\":\"\(eventID.utf8.count)\"}"
  }

  func append(to writer: BundleWriter, name: String, pieces: Int = 7) throws {
    var text = json
    let source = BundleWriter.Source(
      path: path, eventID: eventID, name: name, instant: try testInstant(instant), format: format,
      photoBytes: photo.count, photoDigest: nil,
      digest: digest ?? PhotoArchiveTests.digest(of: Array(path.utf8)))
    try text.withUTF8 { json in
      try writer.append(source, json: json) { write in
        try photo.withUnsafeBufferPointer { photo in
          for start in stride(from: 0, to: photo.count, by: pieces) {
            try write(photo.slice(start..<min(start + pieces, photo.count)))
          }
        }
      }
    }
  }
}

struct NotAnInstant: Error {}

func testInstant(_ text: String) throws -> Instant {
  var text = text
  guard let instant = text.withUTF8({ Instant(rfc3339: $0) }) else { throw NotAnInstant() }
  return instant
}

func digest(of bytes: [UInt8]) -> SHA256Digest {
  bytes.withUnsafeBufferPointer { SHA256Digest(of: $0) }
}

/// Runs a program.
///
/// - Returns: What it wrote to its standard output, or also to its error output if it failed.
func run(
  _ program: String, _ arguments: [String], in directory: String? = nil,
  environment: [String: String] = [:]
) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
}
