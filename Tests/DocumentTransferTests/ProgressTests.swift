import Documents
import FirestoreExport
import Foundation
import Testing

@testable import DocumentTransfer

/// How far a source is read is known while it is read.
@Suite struct ProgressTests {
  private static let text = String(repeating: "x", count: 1000)
  private static let count = 4000

  private let directory = NSTemporaryDirectory() + "progress-\(UUID().uuidString)"

  @Test("Each batch of lines tells the part of the file that is read")
  func lines() throws {
    try expectProgress(
      of: try write { #"{"path":"a/\#($0)","data":{"t":"\#(Self.text)"}}"# + "\n" }
    ) {
      try NDJSONSource.read($0, into: $1)
    }
  }

  @Test("Each batch of a tree tells the part of the file that is read")
  func tree() throws {
    let path = try write { index in
      (index == 0 ? #"{"__collections__":{"a":{"# : ",") + #""\#(index)":{"t":"\#(Self.text)"}"#
        + (index == Self.count - 1 ? "}}}" : "")
    }
    try expectProgress(of: path) { try TreeSource.read($0, into: $1) }
  }

  @Test("Each batch of an export tells the part of its documents that is read")
  func export() throws {
    var writer = try ExportWriter(
      directory: directory, project: "p", database: "(default)", startedAt: 0)
    for index in 0..<Self.count {
      let fields = [Field(name: "t", value: .string(Self.text))]
      try writer.append(Document(path: "a/\(index)", fields: fields))
    }
    try writer.finish(endedAt: 0)
    try expectProgress(of: directory) { _ = try FirestoreSource.read($0, into: $1) }
  }

  private func write(_ part: (Int) -> String) throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let text = (0..<Self.count).map(part).joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/source"))
    return directory + "/source"
  }

  private func expectProgress(
    of path: String, _ read: @escaping @Sendable (String, BatchFiller) throws -> Void
  ) throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let queue = BatchQueue()
    Thread.detachNewThread {
      let filler = BatchFiller(
        queue: queue, source: DocumentSource(name: path, unit: .byte), skipsInvalid: false)
      queue.finish(Result { try read(path, filler) })
    }
    var fractions: [Double?] = []
    while let batch = try queue.takeFull(unless: { false }) {
      fractions.append(batch.fraction)
      queue.putEmpty(batch)
    }
    let known = fractions.compactMap(\.self)
    #expect(fractions.count >= 4 && known.count == fractions.count)
    #expect(known == known.sorted() && Set(known).count > 2 && known.allSatisfy { $0 <= 1 })
    #expect(known.last.map { $0 > 0.9 } == true)
  }
}
