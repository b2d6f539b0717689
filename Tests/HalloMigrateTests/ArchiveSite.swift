import CommandTesting
import Foundation

/// What tests of an archive do again and again.
extension Scratch {
  static let asOf = "2025-11-01"

  /// A store with events, and with other lines of NDJSON.
  static func importing(_ events: [PhotoEvent], _ more: [String] = []) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write((events.map(\.line) + more).joined(separator: "\n"), to: "events.ndjson")
    try scratch.succeed("import", "events.ndjson")
    return scratch
  }

  /// A store whose events were archived.
  static func archiving(
    _ events: [PhotoEvent], _ options: String..., more: [String] = []
  ) throws -> Scratch {
    let scratch = try importing(events, more)
    try scratch.archiveRun(options)
    return scratch
  }

  /// Archives everything that is due.
  @discardableResult
  func archiveRun(_ options: [String] = []) throws -> Shape.Archive {
    try json(["archive", "run", "--as-of", Self.asOf, "--max-fraction", "1"] + options)
  }

  /// What a command that must succeed prints as JSON.
  func json<Value: Decodable>(
    _ arguments: [String], code: Int32 = 0, as type: Value.Type = Value.self
  ) throws -> Value {
    let outcome = try start(arguments + ["--json"]).wait()
    guard outcome.code == code else {
      throw CommandFailure(description: "\(arguments): \(outcome.everything)")
    }
    return try outcome.json()
  }

  @discardableResult
  func archive<Value: Decodable>(
    _ arguments: String..., code: Int32 = 0, as type: Value.Type = Value.self
  ) throws -> Value {
    try json(["archive"] + arguments, code: code)
  }

  func documentCount() throws -> Int {
    try json(["digest"], as: Shape.Digest.self).documents
  }

  /// Every file below a directory, by its path from there.
  func files(below name: String) throws -> [String: Data] {
    let root = file(name)
    var files: [String: Data] = [:]
    for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      let url = URL(fileURLWithPath: root + "/" + path)
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true { files[path] = try contents(name + "/" + path) }
    }
    return files
  }

  /// Changes one bit of a file.
  func flip(_ name: String, at offset: Int) throws {
    var bytes = try contents(name)
    bytes[offset] ^= 1
    try write(bytes, to: name)
  }

  /// Runs a program of the system in this directory.
  @discardableResult
  func bash(_ command: String) throws -> Outcome {
    try start(["-c", command], program: "/bin/bash").wait()
  }
}

extension Shape {
  struct Restore: Decodable, Equatable {
    let command: String
    let run, restored, present: Int
    let damaged: [Damage]
  }

  struct Damage: Decodable, Equatable {
    let bundle, code, reason: String
    let member: String?
    let offset: Int?
  }

  struct Verify: Decodable, Equatable {
    let command: String
    let bundles, photos, bytes: Int
    let damaged: [Damage]
  }

  struct List: Decodable {
    struct Photo: Decodable, Hashable {
      let user, profile, instant, event, path, format: String
      let bytes: Int
      var bundle: String
    }

    let command: String
    let photos: [Photo]
    let next: String?
    let damaged: [Damage]
  }

  struct Unpack: Decodable, Equatable {
    let command, directory: String
    let photos, bytes: Int
    let damaged: [Damage]
  }

  struct Seal: Decodable, Equatable {
    let command: String
    let months, merged: Int
    let damaged: [Damage]
  }
}
