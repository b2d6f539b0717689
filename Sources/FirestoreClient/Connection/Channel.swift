internal import GRPCCore
internal import GRPCNIOTransportHTTP2Posix
internal import GRPCProtobuf
internal import SwiftProtobuf

/// A procedure of the service `google.firestore.v1.Firestore`.
struct Procedure<Request: Message, Response: Message>: Sendable {
  let name: String
  /// What it does, after "Firestore did not".
  let purpose: String
  /// How long Google's own clients let it take.
  let timeout: Duration

  var descriptor: MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: "google.firestore.v1.Firestore", method: name)
  }
}

/// The way to the service: one connection, that many requests share.
struct Channel: Sendable {
  /// A document is at most 1 MiB; its message may be larger by its names.
  private static let largestMessage = 32 << 20

  private let client: GRPCClient<HTTP2ClientTransport.Posix>
  private let credentials: Credentials
  private let prefix: String

  init(_ database: DatabaseName, endpoint: Endpoint, credentials: Credentials) throws {
    client = GRPCClient(transport: try Self.transport(to: endpoint))
    self.credentials = credentials
    prefix = database.name
    let client = client
    Task.detached(executorPreference: OwnThreads.shared) { try await client.runConnections() }
  }

  func close() { client.beginGracefulShutdown() }

  /// Asks, and takes the answer's messages, which come as fast as they are taken.
  ///
  /// `willSend` is called once there is a connection, before the request goes out.
  func ask<Request: Message, Response: Message, Answer: Sendable>(
    _ procedure: Procedure<Request, Response>, _ request: Request, about resource: Resource,
    willSend: @Sendable @escaping () -> Void = {},
    take: @Sendable @escaping (RPCAsyncSequence<Response, any Error>) async throws -> Answer
  ) async throws -> Answer {
    var options = CallOptions.defaults
    options.timeout = procedure.timeout
    options.maxResponseMessageBytes = Self.largestMessage
    options.maxRequestMessageBytes = Self.largestMessage
    let request = StreamingClientRequest(metadata: try await metadata(resource)) {
      willSend()
      try await $0.write(request)
    }
    return try await client.bidirectionalStreaming(
      request: request, descriptor: procedure.descriptor, serializer: ProtobufSerializer(),
      deserializer: ProtobufDeserializer<Response>(), options: options
    ) { response in try await take(response.messages) }
  }

  private func metadata(_ resource: Resource) async throws -> Metadata {
    [
      "authorization": .string("Bearer \(try await credentials.token())"),
      "google-cloud-resource-prefix": .string(prefix),
      "x-goog-request-params": .string(resource.parameter),
    ]
  }

  private static func transport(to endpoint: Endpoint) throws -> HTTP2ClientTransport.Posix {
    let config = HTTP2ClientTransport.Posix.Config.defaults {
      // A connection that silently died is noticed in a minute.
      $0.connection.keepalive = .init(
        time: .seconds(40), timeout: .seconds(20), allowWithoutCalls: false)
      $0.backoff.initial = .milliseconds(100)
      $0.backoff.max = .seconds(20)
    }
    switch endpoint {
    case .emulator(let host, let port):
      return try HTTP2ClientTransport.Posix(
        target: .dns(host: host, port: port), transportSecurity: .plaintext, config: config)
    case .google:
      return try HTTP2ClientTransport.Posix(
        target: .dns(host: Endpoint.googleHost, port: 443), transportSecurity: .tls,
        config: config)
    }
  }
}

/// What a request is about, by which Google routes it.
enum Resource {
  case parent(String)
  case database(String)

  /// A form field, as Google's clients encode it.
  var parameter: String {
    switch self {
    case .parent(let name): "parent=" + Self.encoded(name)
    case .database(let name): "database=" + Self.encoded(name)
    }
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      isUnreserved(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
