import FirestoreTesting
import Foundation
import Glibc

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Google's Firestore emulator, for as long as the value lives.
final class Emulator {
  static let jar =
    "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar"
  static let java = "/usr/bin/java"
  static let isInstalled = [jar, java].allSatisfy(FileManager.default.fileExists)

  struct NotReady: Error {}

  private let process = Process()
  private let address: String

  /// Starts the emulator, with an export's documents in it, and waits until it answers.
  init(seededFrom overallMetadata: String) throws {
    let port = try FreePort.find()
    address = "http://127.0.0.1:\(port)"
    process.executableURL = URL(fileURLWithPath: Self.java)
    process.arguments = [
      "-Duser.language=en", "-cp", Self.jar,
      "com.google.cloud.datastore.emulator.firestore.CloudFirestore", "--host=127.0.0.1",
      "--port=\(port)", "--seed_from_export", overallMetadata,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try waitUntilReady()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// All documents of a project's database, as its REST API shows them.
  func documents(project: String) throws -> Data {
    let query = #"{"structuredQuery":{"from":[{"allDescendants":true}]}}"#
    let root = "\(address)/v1/projects/\(project)/databases/(default)/documents"
    return try post("\(root):runQuery", query)
  }

  private func post(_ url: String, _ body: String) throws -> Data {
    guard let url = URL(string: url) else { throw NotReady() }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue("Bearer owner", forHTTPHeaderField: "authorization")
    request.setValue("application/json", forHTTPHeaderField: "content-type")
    return try answer(to: request)
  }

  private func waitUntilReady() throws {
    guard let url = URL(string: address) else { throw NotReady() }
    for _ in 0..<300 where process.isRunning {
      if (try? answer(to: URLRequest(url: url))) != nil { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw NotReady()
  }

  private func answer(to request: URLRequest) throws -> Data {
    let answer = Answer()
    let done = DispatchSemaphore(value: 0)
    let task = URLSession.shared.dataTask(with: request) { data, response, error in
      let isGood = (response as? HTTPURLResponse)?.statusCode == 200
      answer.result = isGood ? data.map { .success($0) } : .failure(error ?? NotReady())
      done.signal()
    }
    task.resume()
    done.wait()
    return try (answer.result ?? .failure(NotReady())).get()
  }

  /// Written before the semaphore's signal, and read after it: never at the same time.
  private final class Answer: @unchecked Sendable {
    var result: Result<Data, any Error>?
  }
}
