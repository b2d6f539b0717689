package import FirestoreClient
internal import GRPCCore
internal import GRPCNIOTransportHTTP2Posix
internal import NIOCore
internal import Synchronization

/// A Firestore in memory, strict where Google's emulator is not, that fails when it is asked to.
///
/// It speaks to any client of Firestore, as an emulator does. All projects' databases are in it.
package final class FakeFirestore: Sendable {
  private typealias Server = GRPCServer<HTTP2ServerTransport.Posix>

  package let port: Int
  private let server: Server
  private let service: FakeService
  private let connections: Connections

  /// Starts the server.
  ///
  /// Clients need the bearer token, which an emulator's clients have without being told.
  package init(token: String = "owner") throws {
    port = try FreePort.find()
    let connections = Connections()
    let transport = HTTP2ServerTransport.Posix(
      address: .ipv4(host: "127.0.0.1", port: port), transportSecurity: .plaintext,
      config: .defaults {
        $0.rpc.maxRequestPayloadSize = 16 << 20
        $0.channelDebuggingCallbacks.onAcceptTCPConnection = { connections.add($0) }
      })
    service = FakeService(token: token, drop: connections.drop)
    server = GRPCServer(transport: transport, services: [service])
    self.connections = connections
    let server = server
    Task.detached(executorPreference: OwnThreads.shared) { try await server.serve() }
  }

  deinit { close() }

  package func close() {
    server.beginGracefulShutdown()
    connections.drop()
  }

  package var endpoint: FirestoreClient.Endpoint { .emulator(host: "127.0.0.1", port: port) }

  /// What `FIRESTORE_EMULATOR_HOST` is set to.
  package var address: String { "127.0.0.1:\(port)" }

  package func connection(
    project: String = "demo-fake", retryLimit: Duration = .seconds(30)
  ) throws -> FirestoreConnection {
    try FirestoreConnection(
      DatabaseName(project: project), endpoint: endpoint, credentials: .emulator,
      retryLimit: retryLimit)
  }

  /// Lets a request to a procedure fail, such as `Commit`: the next one that no fault waits for yet.
  package func inject(_ fault: Fault, into procedure: String) {
    service.inject(fault, into: procedure)
  }

  /// How many requests came to a procedure.
  package func requests(to procedure: String) -> Int { service.requests(to: procedure) }
}

/// The connections of a server's clients.
private final class Connections: Sendable {
  private let channels = Mutex<[any NIOCore.Channel]>([])

  func add(_ channel: any NIOCore.Channel) -> EventLoopFuture<Void> {
    channels.withLock { $0.append(channel) }
    return channel.eventLoop.makeSucceededVoidFuture()
  }

  @Sendable func drop() {
    let dropped = channels.withLock { channels in
      defer { channels = [] }
      return channels
    }
    for channel in dropped { channel.close(promise: nil) }
  }
}
