internal import Documents
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// What Google's machines ask for tokens of the service account that they run as.
///
/// Source: https://cloud.google.com/compute/docs/metadata/querying-metadata
struct MetadataServer: Sendable {
  private static let path =
    "/computeMetadata/v1/instance/service-accounts/default/token"
  private static let flavor = (name: "Metadata-Flavor", value: "Google")
  private static let largestAnswer = 64 << 10
  private static let attempts = 3

  private let host: String
  private let port: Int

  /// - Throws: ``RemoteError/badAddress(variable:text:)``.
  init(environment: [String: String]) throws(RemoteError) {
    let text = environment["GCE_METADATA_HOST"] ?? ""
    if text.isEmpty {
      (host, port) = ("metadata.google.internal", 80)
    } else if let address = HostAndPort(text, defaultPort: 80) {
      (host, port) = (address.host, address.port)
    } else {
      throw .badAddress(variable: "GCE_METADATA_HOST", text: text)
    }
  }

  /// - Throws: ``RemoteError/notAuthenticated(reason:)``.
  func token(at now: Instant) async throws -> Token {
    for attempt in 1... {
      do {
        return try await ask(at: now)
      } catch let error as RemoteError {
        throw error
      } catch  where attempt < Self.attempts {
        try await Task.sleep(for: .milliseconds(200 * attempt))
      } catch {
        throw RemoteError.notAuthenticated(
          reason: "there is no key file, and no metadata server at \(host):\(port)")
      }
    }
    throw RemoteError.stopped
  }

  private func ask(at now: Instant) async throws -> Token {
    let answer = try await exchange()
    guard answer.status == .ok else {
      throw RemoteError.notAuthenticated(
        reason: "the metadata server at \(host) answers \(answer.status.code)")
    }
    guard answer.isGoogles, let token = try? JSONDecoder().decode(Answer.self, from: answer.body)
    else {
      throw RemoteError.notAuthenticated(
        reason: "what answers at \(host) is not Google's metadata server")
    }
    let expires = Int64(min(max(token.expires_in, 0), 86_400)) * 1_000_000
    return Token(
      text: token.access_token,
      expires: Instant(microseconds: now.microseconds + expires) ?? now)
  }

  private func exchange() async throws -> HTTPAnswer {
    typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(.seconds(3))
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
    // No answer in time is none at all.
    connection.channel.eventLoop.scheduleTask(in: .seconds(10)) {
      connection.channel.close(promise: nil)
    }
    let headers = HTTPHeaders([
      ("Host", host), (Self.flavor.name, Self.flavor.value), ("Connection", "close"),
    ])
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: Self.path, headers: headers)
    return try await connection.executeThenClose { inbound, outbound in
      try await outbound.write(.head(head))
      try await outbound.write(.end(nil))
      return try await Self.answer(inbound)
    }
  }

  private static func answer(
    _ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>
  ) async throws -> HTTPAnswer {
    var answer = HTTPAnswer()
    for try await part in parts {
      switch part {
      case .head(let head):
        answer.status = head.status
        answer.isGoogles = head.headers[flavor.name].contains(flavor.value)
      case .body(let bytes):
        answer.body.append(contentsOf: bytes.readableBytesView)
        if answer.body.count > largestAnswer { throw HTTPAnswer.TooLong() }
      case .end: return answer
      }
    }
    throw HTTPAnswer.Cut()
  }
}

private struct HTTPAnswer: Sendable {
  struct TooLong: Error {}
  struct Cut: Error {}

  var status = HTTPResponseStatus.internalServerError
  var isGoogles = false
  var body = Data()
}

private struct Answer: Decodable {
  let access_token: String
  let expires_in: Int
}
