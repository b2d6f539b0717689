package import Documents

/// Who asks.
package struct Credentials: Sendable {
  /// What an emulator takes for the owner.
  package static let emulator = Credentials(token: { "owner" })

  /// What the operator should know, and may go on with.
  package let warnings: [String]
  /// A bearer token that is good for some minutes yet.
  package let token: @Sendable () async throws -> String

  private init(warnings: [String] = [], token: @escaping @Sendable () async throws -> String) {
    self.warnings = warnings
    self.token = token
  }

  /// Finds credentials for an endpoint where Google's tools do.
  ///
  /// In this order: an emulator needs none; a service account's key file, which
  /// `GOOGLE_APPLICATION_CREDENTIALS` names; the metadata server of Google's machines, elsewhere if
  /// `GCE_METADATA_HOST` says so. The last is asked when a token is needed first.
  ///
  /// - Throws: ``RemoteError/badKeyFile(path:reason:)``.
  package init(
    for endpoint: Endpoint, environment: [String: String],
    now: @escaping @Sendable () -> Instant
  ) throws {
    if case .emulator = endpoint {
      self = .emulator
    } else if let path = environment["GOOGLE_APPLICATION_CREDENTIALS"], !path.isEmpty {
      let account = try ServiceAccount(keyFile: path)
      let tokens = TokenCache(now: now) { try await account.token(at: $0) }
      self.init(warnings: account.warnings) { try await tokens.token() }
    } else {
      let server = try MetadataServer(environment: environment)
      let tokens = TokenCache(now: now) { try await server.token(at: $0) }
      self.init { try await tokens.token() }
    }
  }
}

/// A bearer token, and until when it is good.
struct Token: Sendable {
  let text: String
  let expires: Instant
}

/// Keeps a token until shortly before it expires.
actor TokenCache {
  /// The metadata server gives the old token until four minutes before its end.
  private static let margin: Int64 = 225_000_000

  private let now: @Sendable () -> Instant
  private let renew: @Sendable (Instant) async throws -> Token
  private var current: Token?

  init(
    now: @escaping @Sendable () -> Instant,
    renew: @escaping @Sendable (Instant) async throws -> Token
  ) {
    self.now = now
    self.renew = renew
  }

  func token() async throws -> String {
    let now = now()
    if let current, current.expires.microseconds - now.microseconds > Self.margin {
      return current.text
    }
    let token = try await renew(now)
    current = token
    return token.text
  }
}
