#if LiveFirestore
  import FirestoreClient
  import Synchronization

  /// What a stream gave, in its order.
  final class Seen: Sendable {
    private let all = Mutex<[RemoteDocument]>([])

    func add(_ documents: [RemoteDocument]) { all.withLock { $0 += documents } }

    var documents: [RemoteDocument] { all.withLock { $0 } }
    var paths: [String] { documents.map(\.document.path) }
  }
#endif
