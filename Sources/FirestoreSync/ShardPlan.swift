package import Documents
package import FirestoreClient

/// One of equal parts of the work, divided by owner: `3/8` is the fourth of eight.
package struct Shard: Codable, Sendable, Equatable {
  /// From 0, as platforms number their workers.
  package let index: Int
  package let count: Int

  /// - Returns: nil if it is not `K/N` with K from 0 to N − 1, and N at most 10,000.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...10_000).contains(count), (0..<count).contains(index)
    else { return nil }
    (self.index, self.count) = (index, count)
  }

  package var description: String { "\(index)/\(count)" }
}

/// Where one shard's owners end and the next one's begin: agreed once, in the live database itself.
///
/// A hash of the owner would divide as well, but a database cannot be asked for a hash: every worker
/// would have to read everything. Ranges of ids can be asked for, so each worker reads its own part.
package struct ShardPlan: Sendable {
  package let count: Int
  /// The first owner of each shard but the first, in order.
  let boundaries: [String]

  /// The collection of plans and leases, which is never pulled.
  static let collection = "hallo-migrate"

  package func owners(of shard: Shard) -> OwnerRange {
    OwnerRange(
      from: shard.index == 0 ? nil : boundaries[shard.index - 1],
      before: shard.index == count - 1 ? nil : boundaries[shard.index])
  }

  /// The plan for so many shards: the one that a worker made before, or one made now.
  package static func agree(
    on count: Int, _ connection: FirestoreConnection, shouldStop: @escaping () -> Bool
  ) throws -> ShardPlan {
    if let plan = try find(count, connection, shouldStop) { return plan }
    let plan = ShardPlan(
      count: count, boundaries: try divide(by: count, connection, shouldStop))
    do {
      _ = try connection.commit([.create(plan.document)]).wait(unless: shouldStop)
      return plan
    } catch let error as RemoteError {
      // Another worker was faster, or the answer was lost: what is there now is the plan.
      guard let plan = try find(count, connection, shouldStop) else { throw error }
      return plan
    }
  }

  private static func find(
    _ count: Int, _ connection: FirestoreConnection, _ shouldStop: () -> Bool
  ) throws -> ShardPlan? {
    let found = try connection.get([path(count)]).wait(unless: shouldStop).first
    return try found.map { try ShardPlan($0.document) }
  }

  static func path(_ count: Int) -> String { "\(collection)/shards-\(count)" }

  private init(count: Int, boundaries: [String]) {
    (self.count, self.boundaries) = (count, boundaries)
  }

  init(_ document: Document) throws {
    guard case .array(let values) = document.fields.value("boundaries") else {
      throw ShardError.badPlan(path: document.path)
    }
    boundaries = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    count = boundaries.count + 1
    guard boundaries.count == values.count, document.path == Self.path(count) else {
      throw ShardError.badPlan(path: document.path)
    }
  }

  private var document: Document {
    Document(
      path: Self.path(count),
      fields: [Field(name: "boundaries", value: .array(boundaries.map(Value.string)))])
  }

  /// Ids that divide the users into so many parts of about one size.
  private static func divide(
    by count: Int, _ connection: FirestoreConnection, _ shouldStop: @escaping () -> Bool
  ) throws -> [String] {
    if count == 1 { return [] }
    let cuts = try connection.partitions(of: "users", count: count).wait(unless: shouldStop)
      .compactMap(Self.userID)
    if cuts.count == count - 1 { return cuts }
    let sample = IDSample()
    var query = DocumentQuery(.collection("users"))
    query.namesOnly = true
    _ = try connection.stream(query, readTime: nil) { documents in
      for document in documents { if let id = userID(document.document.path) { sample.add(id) } }
    }.wait(unless: shouldStop)
    return sample.quantiles(count)
  }

  private static func userID(_ path: String) -> String? {
    let segments = path.segments
    return segments.count == 2 && segments[0] == "users" ? segments[1] : nil
  }
}

/// Ids in order, of which so many are kept that memory does not grow with their number.
///
/// - Important: `@unchecked Sendable` because a stream hands over its documents one after another.
private final class IDSample: @unchecked Sendable {
  private var ids: [String] = []
  private var count = 0
  private var step = 1
  private static let capacity = 65_536

  func add(_ id: String) {
    defer { count += 1 }
    guard count % step == 0 else { return }
    ids.append(id)
    if ids.count < Self.capacity { return }
    ids = ids.indices.filter { $0 % 2 == 0 }.map { ids[$0] }
    step *= 2
  }

  /// What divides the ids into so many parts.
  ///
  /// Where there are too few, some parts are empty.
  func quantiles(_ parts: Int) -> [String] {
    let sorted = ids.sorted { NameOrder.idPrecedes($0, $1) }
    return (1..<parts).map { part in
      sorted.isEmpty ? "\u{10FFFF}" : sorted[min(sorted.count - 1, sorted.count * part / parts)]
    }
  }
}

extension [Field] {
  func value(_ name: String) -> Value? { first { $0.name == name }?.value }

  func text(_ name: String) -> String? {
    if case .string(let text) = value(name) { text } else { nil }
  }

  func integer(_ name: String) -> Int? {
    if case .integer(let number) = value(name) { Int(number) } else { nil }
  }
}

/// Why a shard cannot be worked on.
package enum ShardError: Error, Sendable {
  case badPlan(path: String)
  case taken(shard: String, holder: String, until: Instant)
  case lost(shard: String)
}
