package import Documents
internal import GRPCCore
internal import SwiftProtobuf

extension FirestoreConnection {
  private static let largestGet = 500

  /// The documents of those paths that exist, in any order, all in memory at once.
  package func get(_ paths: [String]) -> Pending<[RemoteDocument]> {
    Pending { [self] in try await get(paths, fields: nil) }
  }

  /// When the documents of those paths that exist were last changed; they come without their fields.
  package func find(_ paths: [String]) -> Pending<[RemoteDocument]> {
    // The name of the field that is the name, which is no field of theirs.
    Pending { [self] in try await get(paths, fields: ["__name__"]) }
  }

  private func get(_ paths: [String], fields: [String]?) async throws -> [RemoteDocument] {
    var documents: [RemoteDocument] = []
    for start in stride(from: 0, to: paths.count, by: Self.largestGet) {
      let part = paths[start..<min(start + Self.largestGet, paths.count)]
      documents += try await read(Procedures.batchGet.purpose) {
        try await request(part, fields: fields)
      }
    }
    return documents
  }

  /// The server's time, as of which it can give documents from now on.
  ///
  /// It comes with any answer; a document that isn't there costs the least.
  package func now() -> Pending<Instant> { Pending { [self] in try await serverTime() } }

  func serverTime() async throws -> Instant {
    var request = ProtoBatchGetDocumentsRequest()
    request.database = database.name
    request.documents = [database.name(of: "hallo-migrate/now")]
    let purpose = Procedures.batchGet.purpose
    return try await read(purpose) {
      let time: Instant? = try await channel.ask(
        Procedures.batchGet, request, about: .database(database.name)
      ) {
        var time: Instant?
        for try await message in $0 where message.hasReadTime { time = Instant(message.readTime) }
        return time
      }
      guard let time else {
        throw RemoteError.refused(asked: purpose, code: "OK", message: "there is no read time")
      }
      return time
    }
  }

  private func request(
    _ paths: ArraySlice<String>, fields: [String]?
  ) async throws -> [RemoteDocument] {
    var request = ProtoBatchGetDocumentsRequest()
    request.database = database.name
    request.documents = paths.map(database.name(of:))
    if let fields { request.mask.fieldPaths = fields }
    let decoder = DocumentDecoder(database: database)
    return try await channel.ask(Procedures.batchGet, request, about: .database(database.name)) {
      var found: [RemoteDocument] = []
      for try await message in $0 {
        guard case .found(let document) = message.result else { continue }
        found.append(try decoder.readable(document))
      }
      return found
    }
  }
}

extension DocumentDecoder {
  /// - Throws: ``RemoteError/unreadable(path:reason:)``.
  func readable(_ message: ProtoDocument) throws -> RemoteDocument {
    do {
      return try document(message)
    } catch {
      let path = database.path(of: message.name) ?? message.name
      throw RemoteError.unreadable(path: path, reason: "\(error)")
    }
  }
}
