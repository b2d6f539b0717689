import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

@Suite struct AllTypesTests {
  @Test("An export of every type gives the documents that the API shows")
  func readsEveryType() throws {
    let answers = try Data(contentsOf: URL(fileURLWithPath: allTypes + "/documents.rest.json"))
    let expected = try RESTDocuments.read(answers).map(text).sorted()
    #expect(expected.count == 9)
    #expect(try texts(in: allTypes) == expected)
  }

  @Test("Documents are written in the emulator's own bytes")
  func writesTheSameBytes() throws {
    let scratch = try Scratch()
    let copy = try scratch.export(try documents(in: allTypes), project: "demo-gold")
    for file in [Layout.output, Layout.overall] {
      #expect(try contents(of: copy + "/" + file) == contents(of: allTypes + "/" + file), "\(file)")
    }
  }

  @Test("A document says where it was found, and whose it is")
  func saysWhere() throws {
    let reader = try ExportReader(directory: allTypes)
    var places: [String: Int] = [:]
    try reader.forEachDocument { found in
      #expect(found.file == reader.outputFiles[0])
      #expect(found.project == "demo-gold")
      #expect(found.database == "(default)")
      places[found.document.path] = found.offset
    }
    #expect(places["parent/missing/child/x"] == 0)
    #expect(places["all/types"] == 0x5b)
    #expect(reader.statedDocuments == 9)
  }
}
