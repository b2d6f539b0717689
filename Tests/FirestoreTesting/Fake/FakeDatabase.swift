internal import FirestoreClient
internal import Foundation
internal import GRPCCore
internal import SwiftProtobuf

/// Documents by their full names, with all that they ever were.
struct FakeDatabase {
  private struct Version {
    let time: Int64
    /// Nil where the document was deleted.
    let document: ProtoDocument?
  }

  private static let largestCommit = 10 << 20
  private static let mostWrites = 500
  private static let largestDocument = 1 << 20

  /// By the bytes of names: texts that look alike can be two.
  private var versions: [Data: [Version]] = [:]
  private var latest: Int64 = 0

  /// Microseconds since 1970, always later than before.
  mutating func tick() -> Int64 {
    latest = max(latest + 1, Int64(Date().timeIntervalSince1970 * 1_000_000))
    return latest
  }

  /// The documents below a name at a time, in no order.
  func documents(below root: String, at time: Int64) -> [ProtoDocument] {
    let root = Data("\(root)/".utf8)
    return versions.compactMap { name, versions in
      name.starts(with: root) ? Self.document(versions, at: time) : nil
    }
  }

  private static func document(_ versions: [Version], at time: Int64) -> ProtoDocument? {
    versions.last { $0.time <= time }?.document
  }

  mutating func readTime(_ asked: Google_Protobuf_Timestamp?) -> Int64 {
    let now = tick()
    return asked.map { $0.seconds * 1_000_000 + Int64($0.nanos / 1000) } ?? now
  }

  mutating func get(
    _ request: ProtoBatchGetDocumentsRequest
  ) throws -> [ProtoBatchGetDocumentsResponse] {
    let asked: Google_Protobuf_Timestamp? =
      if case .readTime(let time) = request.consistencySelector { time } else { nil }
    let time = readTime(asked)
    guard !request.hasMask || request.mask.fieldPaths == ["__name__"] else {
      throw RPCError("INVALID_ARGUMENT", "the fake knows no mask but that of the name")
    }
    return request.documents.map { name in
      var response = ProtoBatchGetDocumentsResponse()
      if let found = Self.document(versions[Data(name.utf8)] ?? [], at: time) {
        response.found = found
        if request.hasMask { response.found.fields = [] }
      } else {
        response.missing = name
      }
      response.readTime = .init(microseconds: time)
      return response
    }
  }

  mutating func commit(_ request: ProtoCommitRequest) throws -> ProtoCommitResponse {
    if request.writes.count > Self.mostWrites {
      throw RPCError("INVALID_ARGUMENT", "maximum 500 writes allowed per request")
    }
    if try (request.serializedBytes() as [UInt8]).count > Self.largestCommit {
      throw RPCError("INVALID_ARGUMENT", "Request payload size exceeds the limit")
    }
    try Self.checkConditions(request.writes)
    var staged = self
    let time = staged.tick()
    var response = ProtoCommitResponse()
    for write in request.writes {
      response.writeResults.append(try staged.apply(write, at: time))
    }
    response.commitTime = .init(microseconds: time)
    self = staged
    return response
  }

  /// A database makes one of several writes to a document, and cannot if their conditions differ.
  private static func checkConditions(_ writes: [ProtoWrite]) throws {
    var conditions: [Data: ProtoPrecondition] = [:]
    for write in writes {
      let name = Data((write.delete.isEmpty ? write.update.name : write.delete).utf8)
      if let first = conditions.updateValue(write.currentDocument, forKey: name),
        first != write.currentDocument
      {
        throw RPCError("INVALID_ARGUMENT", "cannot collapse writes with different conditions")
      }
    }
  }

  private mutating func apply(_ write: ProtoWrite, at time: Int64) throws -> ProtoWriteResult {
    guard write.unknownFields.data.isEmpty, let operation = write.operation else {
      throw RPCError("INVALID_ARGUMENT", "the fake does not know this write")
    }
    var result = ProtoWriteResult()
    switch operation {
    case .update(let document):
      let before = versions[Data(document.name.utf8)]?.last?.document
      if write.hasCurrentDocument { try check(write.currentDocument, before, document.name) }
      let after = try Self.merged(document, write, before)
      result.updateTime = put(after, before, at: time).updateTime
    case .delete(let name):
      let before = versions[Data(name.utf8)]?.last?.document
      if write.hasCurrentDocument { try check(write.currentDocument, before, name) }
      versions[Data(name.utf8), default: []].append(Version(time: time, document: nil))
    }
    return result
  }

  /// A write that changes nothing leaves the time as it was.
  private mutating func put(
    _ document: ProtoDocument, _ before: ProtoDocument?, at time: Int64
  ) -> ProtoDocument {
    if let before, before.fields.byName == document.fields.byName { return before }
    var document = document
    document.updateTime = .init(microseconds: time)
    document.createTime = before?.createTime ?? document.updateTime
    versions[Data(document.name.utf8), default: []].append(
      Version(time: time, document: document))
    return document
  }

  private static func merged(
    _ document: ProtoDocument, _ write: ProtoWrite, _ before: ProtoDocument?
  ) throws -> ProtoDocument {
    if try (document.serializedBytes() as [UInt8]).count > largestDocument {
      throw RPCError("INVALID_ARGUMENT", "the document is larger than 1 MiB")
    }
    guard write.hasUpdateMask else { return document }
    let paths = write.updateMask.fieldPaths
    if paths.contains(where: { $0.contains(".") || $0.contains("`") }) {
      throw RPCError("INVALID_ARGUMENT", "the fake knows masks of simple names only")
    }
    var merged = document
    merged.fields.removeAll { !paths.contains($0.key) }
    merged.fields += before?.fields.filter { !paths.contains($0.key) } ?? []
    return merged
  }

  private func check(
    _ precondition: ProtoPrecondition, _ document: ProtoDocument?, _ name: String
  ) throws {
    switch precondition.conditionType {
    case .exists(false) where document != nil:
      throw RPCError("ALREADY_EXISTS", "Document already exists: \(name)")
    case .exists(true) where document == nil:
      throw RPCError("NOT_FOUND", "No document to update: \(name)")
    case .updateTime where document == nil:
      throw RPCError("NOT_FOUND", "No document to update: \(name)")
    case .updateTime(let time) where document?.updateTime != time:
      throw RPCError(
        "FAILED_PRECONDITION", "the stored version does not match the required base version")
    default: return
    }
  }
}

extension [ProtoDocument.FieldsEntry] {
  fileprivate var byName: [ProtoDocument.FieldsEntry] { sorted { $0.key < $1.key } }
}
