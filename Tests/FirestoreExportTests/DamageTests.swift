import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

/// Files whose bytes are not those that were written.
@Suite struct DamageTests {
  @Test(
    "A flipped bit is found, or changes nothing",
    arguments: [Layout.output, Layout.overall, Layout.selection, Layout.suite])
  func flippedBits(file: String) throws {
    let scratch = try Scratch()
    let export = try scratch.export(small)
    let path = export + "/" + file
    let intact = try contents(of: path)
    for bit in 0..<intact.count * 8 {
      var flipped = intact
      flipped[bit / 8] ^= 1 << (bit % 8)
      try scratch.write(flipped, to: "export/" + file)
      expectErrorOrSame(export, "bit \(bit)")
    }
  }

  @Test("A file that was cut off is found out, or its count is")
  func truncatedOutput() throws {
    let scratch = try Scratch()
    let export = try scratch.export(small)
    let intact = try contents(of: export + "/" + Layout.output)
    let ends = try offsets(in: export)
    for length in 0..<intact.count {
      try scratch.write(Array(intact[..<length]), to: "export/" + Layout.output)
      if length > 0, let whole = ends.firstIndex(of: length) {
        #expect(try documents(in: export).count == whole)
        #expect(try ExportReader(directory: export).statedDocuments == small.count)
      } else {
        #expect(throws: ExportError.self, "\(length) bytes") { try documents(in: export) }
      }
    }
  }

  @Test("Metadata that was cut off is found out", arguments: [Layout.overall, Layout.selection])
  func truncatedMetadata(file: String) throws {
    let scratch = try Scratch()
    let export = try scratch.export(small)
    let intact = try contents(of: export + "/" + file)
    for length in 0..<intact.count {
      try scratch.write(Array(intact[..<length]), to: "export/" + file)
      expectErrorOrSame(export, "\(length) bytes")
    }
  }

  @Test("After damage, reading goes on in the next block")
  func goesOn() throws {
    let scratch = try Scratch()
    let text = Value.string(String(repeating: "x", count: 10_000))
    let all = (0..<20).map { Document(path: "c/d\($0)", fields: [Field(name: "s", value: text)]) }
    let export = try scratch.export(all)
    var bytes = try contents(of: export + "/" + Layout.output)
    bytes[40_000] ^= 1
    try scratch.write(bytes, to: "export/" + Layout.output)
    var found: [String] = []
    var errors: [String] = []
    try ExportReader(directory: export).forEachDocument(onInvalid: { errors.append("\($0)") }) {
      found.append($0.document.path)
    }
    // The block at 32,768 begins with the end of c/d3, and ends with the beginning of c/d6.
    #expect(found == ([0, 1, 2] + Array(7..<20)).map { "c/d\($0)" })
    #expect(errors.count == 1)
    #expect(errors.first?.contains("output-0\" is damaged at byte 32768") == true, "\(errors)")
  }

  @Test("What the caller throws is not taken for damage")
  func callersErrors() throws {
    let reader = try ExportReader(directory: allTypes)
    #expect(throws: Stop.self) {
      try reader.forEachDocument(onInvalid: { _ in }) { _ in throw Stop() }
    }
  }

  private struct Stop: Error {}

  private let small = [
    Document(path: "c/d", fields: [Field(name: "s", value: .string("text"))]),
    Document(path: "c/__id7__", fields: [Field(name: "v", value: .vector([1, 2]))]),
    Document(
      path: "e/é", fields: [Field(name: "m", value: .map([Field(name: "n", value: .null)]))]),
  ]

  /// Expects that an export gives its documents, or an error that says where.
  private func expectErrorOrSame(_ export: String, _ change: String) {
    do {
      #expect(try texts(in: export) == small.map(text).sorted(), "\(change)")
    } catch {
      #expect(error is ExportError, "\(change)")
      if case .damaged = error as? ExportError {
        #expect("\(error)".contains(" at byte "), "\(change)")
      }
      #expect("\(error)".contains(export), "\(change): \(error)")
    }
  }

  private func offsets(in export: String) throws -> [Int] {
    var offsets: [Int] = []
    try ExportReader(directory: export).forEachDocument { offsets.append($0.offset) }
    return offsets
  }
}
