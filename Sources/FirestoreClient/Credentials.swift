/// Who asks.
package struct Credentials: Sendable {
  /// What an emulator takes for the owner.
  package static let emulator = Credentials(token: { "owner" })

  /// A bearer token that is good for some minutes yet.
  let token: @Sendable () async throws -> String
}
