import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

/// The writer against the decoder that Google published for App Engine.
@Suite struct GoogleDecoderTests {
  @Test(
    "Google's own decoder reads what is written",
    .enabled(if: python != nil, "set HALLO_PYTHON to a Python with appengine-python-standard"))
  func decodes() throws {
    var generator = GeneratedDocuments(seed: 42)
    let documents = generator.documents(300)
    let scratch = try Scratch()
    let export = try scratch.export(documents)
    let output = try #require(try ExportReader(directory: export).outputFiles.first)
    let lines = try run(#require(Self.python), [Self.script, output]).split(separator: "\n")
    #expect(lines.map(String.init) == documents.map { text(withoutVectors($0)) })
  }

  /// A Python that has the decoder: the one in HALLO_PYTHON, or in a `venv` beside the build.
  private static let python: String? = {
    let given = ProcessInfo.processInfo.environment["HALLO_PYTHON"]
    let candidates = [given, ".build/venv/bin/python3"].compactMap { $0 }
    return candidates.first {
      (try? run($0, ["-c", "import google.appengine.datastore.entity_bytes_pb2"])) != nil
    }
  }()

  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/decode_with_google.py"

  /// The decoder's enumeration of meanings lacks the one that makes an array a vector.
  private func withoutVectors(_ document: Document) -> Document {
    Document(path: document.path, fields: document.fields.map(withoutVectors))
  }

  private func withoutVectors(_ field: Field) -> Field {
    switch field.value {
    case .vector(let numbers): Field(name: field.name, value: .array(numbers.map(Value.double)))
    case .map(let fields): Field(name: field.name, value: .map(fields.map(withoutVectors)))
    case .array(let values):
      Field(
        name: field.name,
        value: .array(values.map { withoutVectors(Field(name: "", value: $0)).value }))
    default: field
    }
  }
}

/// What a program prints.
///
/// - Throws: If it can't be run, or fails.
func run(_ program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw RESTDocuments.Unreadable(json: "\(program) failed")
  }
  return String(decoding: data, as: UTF8.self)
}
