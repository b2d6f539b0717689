#if LiveFirestore
  internal import DocumentStore
  internal import Documents
  internal import FirestoreClient
  internal import FirestoreSync
  internal import HalloReport

  extension Failure {
    /// What went wrong with a live database.
    ///
    /// - Returns: nil if the error is not of that kind.
    init?(live error: any Error, masking: PersonalData) {
      switch error {
      case RemoteError.stopped: self.init(Stopped(), masking: masking)
      case RemoteError.unreadable(let path, let reason):
        self.init(unreadable: path, reason, masking)
      case let error as RemoteError:
        self.init(code: error.code, message: masking.words("\(error)"), status: .failed)
      case PullError.unreadable(let path, let reason): self.init(unreadable: path, reason, masking)
      case PullError.incomplete(let read, let expected):
        self.init(
          code: "pull-incomplete",
          message: "the database counts \(count(expected, "document")), but gave "
            + "\(grouped(read)): nothing was taken into the store; pull again",
          status: .failed)
      case is NothingPulled:
        self.init(
          code: "database-empty",
          message: "the database has no document any more of those that the store has of it: "
            + "nothing was taken in; is it the right database? If so, begin with another --store",
          status: .failed)
      case PushError.neverSettles(let path, .ambiguous(let reason)?):
        self.init(
          code: "push-unsettled",
          message: "the database does not answer to writes of \(masking.path(path)) "
            + "(\(masking.words(reason))); what was pushed until then is noted: push again",
          status: .failed)
      case PushError.neverSettles(let path, _):
        self.init(
          code: "push-unsettled",
          message:
            "\(masking.path(path)) is written by others faster than it can be read and pushed; "
            + "what was pushed until then is noted: push again when it is quieter",
          status: .failed)
      case PushError.tooLongARing(let path, let count):
        self.init(
          code: "ring-too-large",
          message: "\(masking.path(path)) and \(grouped(count - 1)) others change places in a "
            + "ring, more than a database writes at once; the rest was pushed: take the migration "
            + "back, and let it move them by way of a path that is free",
          status: .failed)
      case let error as ShardError: self.init(error)
      case is LiveOptions.NoProject:
        self.init(code: "no-project", message: "\(error)", status: .usage)
      default: return nil
      }
    }

    private init(unreadable path: String, _ reason: String, _ masking: PersonalData) {
      self.init(
        code: "document-unreadable",
        message: "the document \(masking.path(path)) of the database cannot be taken in: \(reason)",
        status: .failed)
    }

    private init(_ error: ShardError) {
      switch error {
      case .badPlan(let path):
        self.init(
          code: "shards-unreadable",
          message: "\(path) is not a plan of shards: delete it in the database when no worker runs",
          status: .failed)
      case .taken(let shard, let holder, let until):
        self.init(
          code: "shard-taken",
          message: "the shard \(shard) is held by \(holder), until \(until.description) unless "
            + "it is renewed: take another, or wait",
          status: .inUse)
      case .lost(let shard):
        self.init(
          code: "shard-lost",
          message:
            "another worker took the shard \(shard) over, for its lease was not renewed; what "
            + "was pushed is noted, and nothing was written twice",
          status: .inUse)
      }
    }
  }

  extension PersonalData {
    /// A server's words, which may name a document.
    fileprivate func words(_ text: String) -> String {
      text.replacing(/\+?[0-9(][0-9 ().\-]{5,}[0-9]/) { path(String($0.output)) }
    }
  }

  extension RemoteError {
    /// For scripts.
    fileprivate var code: String {
      switch self {
      case .preconditionFailed: "changed-meanwhile"
      case .ambiguous: "answer-lost"
      case .tooLarge: "request-too-large"
      case .notAuthenticated: "not-authenticated"
      case .permissionDenied: "permission-denied"
      case .notReachable: "database-unreachable"
      case .refused: "database-refused"
      case .unreadable: "document-unreadable"
      case .badAddress: "bad-address"
      case .badKeyFile: "bad-key-file"
      case .stopped: "stopped"
      }
    }
  }
#else
  internal import HalloReport

  extension Failure {
    init?(live error: any Error, masking: PersonalData) { return nil }
  }
#endif
