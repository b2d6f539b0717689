internal import GRPCCore

// What Google's clients read from a status code (firestore_v1_grpc_service_config.json in
// googleapis), and what https://cloud.google.com/firestore/docs/understand-error-codes says of it.

extension RPCError {
  /// Whether a read may succeed when it is asked for again.
  var isWorthAnotherRead: Bool {
    let codes: [Code] = [
      .unavailable, .deadlineExceeded, .internalError, .aborted, .resourceExhausted,
    ]
    return codes.contains(code)
  }

  /// Whether a commit that was sent has surely written nothing, for a reason that may pass: it lost
  /// against another transaction, or was over a quota, which is seen before it is begun.
  var isRefusedForNow: Bool { code == .aborted || code == .resourceExhausted }

  /// Whether a commit that was sent may have been done: the answer was lost, or says too little.
  var leavesCommitUnknown: Bool {
    let codes: [Code] = [
      .unavailable, .deadlineExceeded, .internalError, .unknown, .cancelled, .dataLoss,
    ]
    return codes.contains(code)
  }

  /// The code and what it was said with.
  var reason: String { "\(name): \(message)" }

  /// As in `NOT_FOUND`.
  var name: String {
    switch code {
    case .cancelled: "CANCELLED"
    case .invalidArgument: "INVALID_ARGUMENT"
    case .deadlineExceeded: "DEADLINE_EXCEEDED"
    case .notFound: "NOT_FOUND"
    case .alreadyExists: "ALREADY_EXISTS"
    case .permissionDenied: "PERMISSION_DENIED"
    case .resourceExhausted: "RESOURCE_EXHAUSTED"
    case .failedPrecondition: "FAILED_PRECONDITION"
    case .aborted: "ABORTED"
    case .outOfRange: "OUT_OF_RANGE"
    case .unimplemented: "UNIMPLEMENTED"
    case .internalError: "INTERNAL"
    case .unavailable: "UNAVAILABLE"
    case .dataLoss: "DATA_LOSS"
    case .unauthenticated: "UNAUTHENTICATED"
    default: "UNKNOWN"
    }
  }
}

extension RemoteError {
  /// What a failure means to who asked, when asking again does not help.
  init(_ error: any Error, asked purpose: String) {
    switch error {
    case let error as RemoteError: self = error
    case is CancellationError: self = .stopped
    case let error as RPCError: self.init(error, asked: purpose)
    default: self = .notReachable(asked: purpose, reason: "\(error)")
    }
  }

  private init(_ error: RPCError, asked purpose: String) {
    switch error.code {
    case .unauthenticated: self = .notAuthenticated(reason: error.message)
    case .permissionDenied: self = .permissionDenied(message: error.message)
    case .unavailable, .deadlineExceeded:
      self = .notReachable(asked: purpose, reason: error.reason)
    default: self = .refused(asked: purpose, code: error.name, message: error.message)
    }
  }
}
