internal import FirestoreClient
internal import GRPCCore
internal import GRPCProtobuf
internal import SwiftProtobuf
internal import Synchronization

/// The procedures of Firestore, on databases in memory.
final class FakeService: RegistrableRPCService {
  private let token: String
  private let drop: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    var database = FakeDatabase()
    var faults: [String: [Fault]] = [:]
    var requests: [String: Int] = [:]
  }

  init(token: String, drop: @escaping @Sendable () -> Void) {
    self.token = token
    self.drop = drop
  }

  func inject(_ fault: Fault, into procedure: String) {
    state.withLock { $0.faults[procedure, default: []].append(fault) }
  }

  func requests(to procedure: String) -> Int { state.withLock { $0.requests[procedure] ?? 0 } }

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    register("RunQuery", in: &router) { try $0.run($1 as ProtoRunQueryRequest) }
    register("BatchGetDocuments", in: &router) {
      try $0.get($1 as ProtoBatchGetDocumentsRequest)
    }
    register("Commit", in: &router) { [try $0.commit($1 as ProtoCommitRequest)] }
    register("ListCollectionIds", in: &router) {
      [try $0.collections($1 as ProtoListCollectionIdsRequest)]
    }
    register("RunAggregationQuery", in: &router) {
      [try $0.count($1 as ProtoRunAggregationQueryRequest)]
    }
    register("PartitionQuery", in: &router) {
      [try $0.partitions($1 as ProtoPartitionQueryRequest)]
    }
  }

  private func register<Request: Message, Response: Message, Transport: ServerTransport>(
    _ name: String, in router: inout RPCRouter<Transport>,
    work: @escaping @Sendable (inout FakeDatabase, Request) throws -> [Response]
  ) {
    router.registerHandler(
      forMethod: MethodDescriptor(
        fullyQualifiedService: "google.firestore.v1.Firestore", method: name),
      deserializer: ProtobufDeserializer<Request>(), serializer: ProtobufSerializer<Response>()
    ) { [self] stream, _ in
      let request = try await ServerRequest(stream: stream)
      let fault = begin(name)
      if case .refuse(let code) = fault { throw RPCError(code) }
      if case .refuseNaming(let code, let path) = fault {
        throw RPCError(code, "there is something about projects/p/documents/\(path).")
      }
      if case .hang = fault { try await Task.sleep(for: .seconds(600)) }
      try check(request)
      let messages = try state.withLock { try work(&$0.database, request.message) }
      if case .doAndRefuse(let code) = fault { throw RPCError(code) }
      return StreamingServerResponse { [self] writer in
        try await send(messages, to: writer, fault)
        return [:]
      }
    }
  }

  private func begin(_ procedure: String) -> Fault? {
    state.withLock {
      $0.requests[procedure, default: 0] += 1
      let faults = $0.faults[procedure] ?? []
      $0.faults[procedure] = Array(faults.dropFirst())
      return faults.first
    }
  }

  private func check<Request: Message>(_ request: ServerRequest<Request>) throws {
    guard Array(request.metadata[stringValues: "authorization"]) == ["Bearer \(token)"] else {
      throw RPCError("UNAUTHENTICATED")
    }
    let prefix = Array(request.metadata[stringValues: "google-cloud-resource-prefix"])
    guard prefix.count == 1, prefix[0].hasPrefix("projects/") else {
      throw RPCError("INVALID_ARGUMENT", "there is no google-cloud-resource-prefix")
    }
    guard request.message.unknownFields.data.isEmpty else {
      throw RPCError("INVALID_ARGUMENT", "the fake does not know all fields of this request")
    }
  }

  private func send<Response>(
    _ messages: [Response], to writer: RPCWriter<Response>, _ fault: Fault?
  ) async throws {
    switch fault {
    case .cut(let count):
      for message in messages.prefix(count) { try await writer.write(message) }
      // What was written is on its way by then.
      try await Task.sleep(for: .milliseconds(50))
      drop()
      throw RPCError("UNAVAILABLE")
    case .refuseAfter(let count, let code):
      for message in messages.prefix(count) { try await writer.write(message) }
      throw RPCError(code)
    default:
      for message in messages { try await writer.write(message) }
    }
  }
}

extension RPCError {
  private static let codes: [String: Code] = [
    "CANCELLED": .cancelled, "UNKNOWN": .unknown, "INVALID_ARGUMENT": .invalidArgument,
    "DEADLINE_EXCEEDED": .deadlineExceeded, "NOT_FOUND": .notFound,
    "ALREADY_EXISTS": .alreadyExists, "PERMISSION_DENIED": .permissionDenied,
    "RESOURCE_EXHAUSTED": .resourceExhausted, "FAILED_PRECONDITION": .failedPrecondition,
    "ABORTED": .aborted, "OUT_OF_RANGE": .outOfRange, "UNIMPLEMENTED": .unimplemented,
    "INTERNAL": .internalError, "UNAVAILABLE": .unavailable, "DATA_LOSS": .dataLoss,
    "UNAUTHENTICATED": .unauthenticated,
  ]

  init(_ name: String, _ message: String = "the fake was told to fail") {
    guard let code = Self.codes[name] else { preconditionFailure("no status \(name)") }
    self.init(code: code, message: message)
  }
}
