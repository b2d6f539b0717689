package import Foundation
internal import Glibc

/// A directory for one test, in which commands run; removed after it.
package final class Scratch {
  package let path: String
  private let captures: String

  package init() throws {
    let root = FileManager.default.temporaryDirectory.path + "/hallo-migrate-\(UUID().uuidString)"
    (path, captures) = (root + "/work", root + "/captures")
    for directory in [path, captures] {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  package func file(_ name: String) -> String { name.hasPrefix("/") ? name : path + "/" + name }

  @discardableResult
  package func write(_ data: Data, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return name
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  package func copy(_ source: String, to name: String) throws {
    try FileManager.default.copyItem(atPath: file(source), toPath: file(name))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }

  package func contents(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try contents(name), as: UTF8.self)
  }

  package func exists(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  /// The names in the directory, or in one inside it.
  package func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(name)).sorted()
  }

  /// Starts a command in this directory.
  package func start(
    _ arguments: [String], input: String = "/dev/null", output: String? = nil,
    environment: [String: String] = [:], program: String = Program.path
  ) throws -> RunningCommand {
    try RunningCommand(
      arguments, in: path, captures: captures, input: input, output: output,
      environment: environment, program: program)
  }

  /// Runs a command in this directory to its end; its store is `hallo.sqlite` there.
  package func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try start(arguments, environment: environment).wait()
  }

  /// Runs a command that must succeed.
  @discardableResult
  package func succeed(_ arguments: String...) throws -> Outcome {
    let outcome = try start(arguments).wait()
    guard outcome.code == 0 else {
      throw CommandFailure(description: "\(arguments): \(outcome.everything)")
    }
    return outcome
  }

  /// Imports the sample of every rule.
  package static func withSample() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.succeed("import", Program.legacy)
    return scratch
  }

  package func digest() throws -> String {
    try succeed("digest", "--json").json(Shape.Digest.self).digest
  }
}
