internal import Foundation

/// What the emulator suite puts at the top of its exports, of which Firestore's is one.
struct SuiteMetadata {
  static let fileName = "firebase-export-metadata.json"

  /// The path of Firestore's own metadata, from the directory of this file.
  let overallMetadata: String

  /// - Throws: ``ExportError/notAnExport(path:found:)`` if it isn't such a file, or if Firestore
  ///   isn't among what was exported.
  init(readingFrom path: String) throws(ExportError) {
    let bytes = try Descriptor.contents(of: path)
    guard let suite = try? JSONDecoder().decode(Suite.self, from: Data(bytes)) else {
      throw .notAnExport(path: path, found: "it is not the JSON that the emulator suite writes")
    }
    guard let firestore = suite.firestore else {
      throw .notAnExport(path: path, found: "it describes an export without Firestore")
    }
    overallMetadata = firestore.metadataFile
  }

  private struct Suite: Decodable {
    struct Firestore: Decodable {
      let metadataFile: String

      private enum CodingKeys: String, CodingKey {
        case metadataFile = "metadata_file"
      }
    }
    let firestore: Firestore?
  }
}
