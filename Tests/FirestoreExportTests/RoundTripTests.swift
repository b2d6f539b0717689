import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

@Suite struct RoundTripTests {
  @Test("What is written is read again", arguments: UInt64(1)...8)
  func generatedDocuments(seed: UInt64) throws {
    var generator = GeneratedDocuments(seed: seed)
    let documents = generator.documents(200)
    let scratch = try Scratch()
    let export = try scratch.export(documents)
    #expect(try texts(in: export) == documents.map(text).sorted())
  }

  @Test("Records may end anywhere in a block, and begin in the next one's trailer")
  func blockBoundaries() throws {
    let documents = (32_620...32_720).map { length in
      Document(
        path: "c/d\(length)",
        fields: [Field(name: "s", value: .string(String(repeating: "x", count: length)))])
    }
    for document in documents {
      let small = Document(path: "c/e", fields: [])
      let scratch = try Scratch()
      let export = try scratch.export([document, small, small])
      #expect(try texts(in: export) == [document, small, small].map(text).sorted())
    }
  }

  @Test("A new file begins after 5,000 documents", arguments: [(5000, 1), (5001, 2), (10_001, 3)])
  func manyDocuments(count: Int, files: Int) throws {
    let documents = (0..<count).map { Document(path: "c/d\($0)", fields: []) }
    let scratch = try Scratch()
    let export = try scratch.export(documents)
    let reader = try ExportReader(directory: export)
    #expect(reader.outputFiles.count == files)
    #expect(reader.statedDocuments == count)
    var paths: [String] = []
    try reader.forEachDocument { paths.append($0.document.path) }
    #expect(paths == documents.map(\.path))
  }

  @Test("An export of nothing is an export")
  func noDocuments() throws {
    let scratch = try Scratch()
    let export = try scratch.export([])
    #expect(try documents(in: export).isEmpty)
    #expect(ExportReader.recognises(directory: export))
    // As the emulator writes it: the version, and a message without a selection.
    let overall: [UInt8] = [0xb8, 0x6d, 0x44, 0x4e, 1, 0, 1, 0x33, 5, 0x2b, 0x28, 0x43, 0, 0, 1]
    #expect(try contents(of: export + "/" + Layout.overall) == overall)
  }

  @Test("Another database's documents keep it")
  func otherDatabase() throws {
    let scratch = try Scratch()
    let reference = Field(name: "r", value: .reference("users/u1"))
    let document = Document(path: "c/d", fields: [reference])
    let export = try scratch.export([document], database: "second")
    try ExportReader(directory: export).forEachDocument { found in
      #expect(found.database == "second")
      #expect(text(found.document) == text(document))
    }
  }

  @Test("Only the owner can read what is written")
  func permissions() throws {
    let scratch = try Scratch()
    let export = try scratch.export([Document(path: "c/d", fields: [])])
    let files = FileManager.default
    for name in [""] + (try files.subpathsOfDirectory(atPath: export)) {
      let attributes = try files.attributesOfItem(atPath: export + "/" + name)
      let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isDirectory ? 0o700 : 0o600), "\(name)")
    }
  }
}
