import Foundation

/// Google's own client of Firestore, in Python.
enum GoogleClient {
  static let requirement = "set HALLO_PYTHON to a Python with google-cloud-firestore"
  static var isInstalled: Bool { python != nil }

  /// A Python that has the client: the one in HALLO_PYTHON, or in a `venv` beside the build.
  private static let python: String? = {
    let given = ProcessInfo.processInfo.environment["HALLO_PYTHON"]
    let candidates = [given, ".build/venv/bin/python3"].compactMap { $0 }
    return candidates.first {
      (try? run($0, ["-c", "import google.cloud.firestore, cryptography"], Data())) != nil
    }
  }()

  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/google_client.py"

  struct Failure: Error { let arguments: [String] }

  /// What the script prints, with an emulator's address to work on.
  static func run(_ arguments: [String], input: String = "", emulator: String = "") throws -> Data {
    guard let python else { throw Failure(arguments: arguments) }
    return try run(
      python, [script] + arguments, Data(input.utf8), ["FIRESTORE_EMULATOR_HOST": emulator])
  }

  private static func run(
    _ program: String, _ arguments: [String], _ input: Data, _ environment: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    let (source, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (source, output)
    try process.run()
    try source.fileHandleForWriting.write(contentsOf: input)
    try source.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    return data
  }
}
