import Foundation
import Testing

/// Compares a text with a file of the folder Golden; with RECORD_GOLDEN=1 it is written there.
func expectGolden(_ text: String, _ name: String) throws {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: url)
    return
  }
  let golden = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  #expect(text == golden, "record it again with RECORD_GOLDEN=1 if \(name) is meant to change")
}
