internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// What Google's machines ask for tokens: it gives `token-1`, then `token-2`, each for an hour.
package final class FakeMetadataServer: Sendable {
  package enum Answer: Sendable {
    case tokens
    case status(Int)
    /// An answer without the header by which Google's can be told.
    case foreign
    case notJSON
    case endless
  }

  private let channel: any Channel
  private let log: Log

  /// Starts the server, on a port of its own.
  package init(_ answer: Answer = .tokens) throws {
    let log = Log()
    self.log = log
    channel = try ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Handler(answer, log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  /// What `GCE_METADATA_HOST` is set to.
  package var address: String { "127.0.0.1:\(channel.localAddress?.port ?? 0)" }

  /// Paths that were asked for, and the flavour that was asked with.
  package var requests: [String] { log.lines.withLock { $0 } }
}

private final class Log: Sendable {
  let lines = Mutex<[String]>([])
}

private final class Handler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: FakeMetadataServer.Answer
  private let log: Log

  init(_ answer: FakeMetadataServer.Answer, _ log: Log) {
    (self.answer, self.log) = (answer, log)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    let flavor = head.headers["Metadata-Flavor"].joined()
    let count = log.lines.withLock {
      $0.append("\(head.uri) \(flavor)")
      return $0.count
    }
    let token = #"{"access_token":"token-\#(count)","expires_in":3600,"token_type":"Bearer"}"#
    let google = HTTPHeaders([("Metadata-Flavor", "Google")])
    switch answer {
    case .tokens: send(.ok, google, token, to: context)
    case .status(let code): send(.init(statusCode: code), google, token, to: context)
    case .foreign: send(.ok, [:], token, to: context)
    case .notJSON: send(.ok, google, "token-", to: context)
    case .endless: send(.ok, google, String(repeating: token, count: 5000), to: context)
    }
  }

  private func send(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: String,
    to context: ChannelHandlerContext
  ) {
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
