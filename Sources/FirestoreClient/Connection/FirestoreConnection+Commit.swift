package import Documents
internal import GRPCCore
internal import SwiftProtobuf
internal import Synchronization

/// How much a commit may hold.
struct WriteLimits: Sendable {
  let writes = 500
  let bytes: Int

  init(_ endpoint: Endpoint) {
    if case .emulator = endpoint { bytes = 4 << 20 } else { bytes = 10 << 20 }
  }
}

extension FirestoreConnection {
  /// Writes all or nothing: at most 500 documents, and 10 MiB (4 MiB to an emulator).
  ///
  /// It is tried again only where nothing can have been written.
  ///
  /// - Returns: When each document was last changed; the time of the commit for a deleted one. A write
  ///   that changes nothing leaves a document's time as it was.
  package func commit(_ writes: [RemoteWrite]) -> Pending<[Instant]> {
    Pending { [self] in
      let request = try request(writes)
      var backoff = Backoff(limit: retryLimit)
      while true {
        let wasSent = Atomic<Bool>(false)
        do {
          return try await commit(request) { wasSent.store(true, ordering: .releasing) }
        } catch {
          let failure = CommitFailure(error, wasSent: wasSent.load(ordering: .acquiring))
          try await backoff.wait(after: failure)
        }
      }
    }
  }

  private func request(_ writes: [RemoteWrite]) throws -> ProtoCommitRequest {
    if writes.count > limits.writes {
      throw RemoteError.tooLarge(
        reason: "\(writes.count) writes are more than a commit's \(limits.writes)")
    }
    let encoder = WriteEncoder(database: database)
    var request = ProtoCommitRequest()
    request.database = database.name
    request.writes = writes.map(encoder.message)
    let bytes = try (request.serializedBytes() as [UInt8]).count
    if bytes > limits.bytes {
      throw RemoteError.tooLarge(
        reason: "writes of \(bytes) bytes are more than a commit's \(limits.bytes)")
    }
    return request
  }

  private func commit(
    _ request: ProtoCommitRequest, willSend: @Sendable @escaping () -> Void
  ) async throws -> [Instant] {
    let answer: ProtoCommitResponse? = try await channel.ask(
      Procedures.commit, request, about: .database(database.name), willSend: willSend
    ) {
      var answer: ProtoCommitResponse?
      for try await message in $0 { answer = message }
      return answer
    }
    guard let answer, answer.writeResults.count == request.writes.count,
      let commitTime = Instant(answer.commitTime)
    else { throw RemoteError.ambiguous(reason: "the answer is not one to these writes") }
    return answer.writeResults.map {
      $0.hasUpdateTime ? Instant($0.updateTime) ?? commitTime : commitTime
    }
  }
}

/// What is known of a commit that failed.
private struct CommitFailure {
  let error: RemoteError
  /// Nothing was written, and it may go better later.
  let isForNow: Bool

  init(_ error: any Error, wasSent: Bool) {
    let purpose = Procedures.commit.purpose
    switch error as? RPCError {
    case let failure? where !wasSent:
      isForNow = failure.isWorthAnotherRead
      self.error = RemoteError(failure, asked: purpose)
    case let failure? where failure.leavesCommitUnknown:
      isForNow = false
      self.error = .ambiguous(reason: failure.reason)
    case let failure? where failure.isUnmetPrecondition:
      isForNow = false
      self.error = .preconditionFailed(message: failure.message)
    case let failure?:
      isForNow = failure.isRefusedForNow
      self.error = RemoteError(failure, asked: purpose)
    case nil:
      isForNow = false
      let isUnknown = wasSent && !(error is RemoteError)
      self.error =
        isUnknown ? .ambiguous(reason: "\(error)") : RemoteError(error, asked: purpose)
    }
  }
}

extension RPCError {
  /// A write found another document than it expects, or none, or one where it expects none.
  fileprivate var isUnmetPrecondition: Bool {
    [.failedPrecondition, .notFound, .alreadyExists].contains(code)
  }
}

extension Backoff {
  fileprivate mutating func wait(after failure: CommitFailure) async throws {
    guard failure.isForNow else { throw failure.error }
    do {
      if try await wait() { return }
    } catch {
      throw RemoteError.stopped
    }
    throw failure.error
  }
}
