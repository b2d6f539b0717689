internal import GRPCCore
internal import SwiftProtobuf

/// A live database.
///
/// What it is asked begins at once and goes on elsewhere; many requests can be under way.
package final class FirestoreConnection: Sendable {
  package let database: DatabaseName
  let channel: Channel
  let retryLimit: Duration
  let limits: WriteLimits

  /// Makes the connection, once it is needed.
  ///
  /// What fails is tried again for as long as `retryLimit` while nothing comes.
  package init(
    _ database: DatabaseName, endpoint: Endpoint, credentials: Credentials,
    retryLimit: Duration = .seconds(600)
  ) throws {
    self.database = database
    self.retryLimit = retryLimit
    limits = WriteLimits(endpoint)
    channel = try Channel(database, endpoint: endpoint, credentials: credentials)
  }

  deinit { close() }

  /// Lets what is under way end, and takes no more.
  package func close() { channel.close() }

  /// Asks for something that changes nothing, again and again until there is an answer.
  ///
  /// What fails as `isFinal` says is thrown as it is.
  func read<Value: Sendable>(
    _ purpose: String, unless isFinal: (RPCError) -> Bool = { _ in false },
    _ work: () async throws -> Value
  ) async throws -> Value {
    var backoff = Backoff(limit: retryLimit)
    while true {
      do {
        return try await work()
      } catch let error as RPCError where isFinal(error) {
        throw error
      } catch {
        try await backoff.wait(after: error, asked: purpose)
      }
    }
  }
}

extension Backoff {
  /// Waits, if what failed may succeed later.
  ///
  /// - Throws: ``RemoteError`` if it won't, or if there was no progress for too long.
  mutating func wait(after error: any Error, asked purpose: String) async throws {
    if Task.isCancelled { throw RemoteError.stopped }
    guard let failure = error as? RPCError, failure.isWorthAnotherRead else {
      throw RemoteError(error, asked: purpose)
    }
    do {
      if try await wait() { return }
    } catch {
      throw RemoteError.stopped
    }
    throw RemoteError.notReachable(asked: purpose, reason: failure.reason)
  }
}
