import Documents
import FirestoreExport
import FirestoreTesting
import Foundation
import Testing

/// The writer against Google's emulator.
@Suite struct EmulatorTests {
  @Test(
    "Google's emulator loads what is written",
    .enabled(if: Emulator.isInstalled, "install google-cloud-cli-firestore-emulator and Java"))
  func loads() throws {
    var generator = GeneratedDocuments(seed: 7)
    let documents = generator.documents(100)
    let scratch = try Scratch()
    let export = try scratch.export(documents)
    let emulator = try Emulator(seededFrom: export + "/" + Layout.overall)
    let loaded = try RESTDocuments.read(try emulator.documents(project: "demo"))
    #expect(loaded.map(text).sorted() == documents.map(text).sorted())
  }
}
