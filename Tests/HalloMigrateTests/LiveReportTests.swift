import CommandTesting
import Documents
import FirestoreClient
import FirestoreTesting
import Testing

extension WebReportTests {
  @Test(
    "A browser shows what the app changed meanwhile, and nothing but text in it",
    .enabled(
      if: ArchiveAlbumTests.chromium != nil && Emulator.isInstalled,
      "chromium, and \(Emulator.requirement)"))
  func push() throws {
    let emulator = try Emulator.started()
    let connection = try emulator.connection()
    let scratch = try Scratch()
    let environment = [
      "FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(emulator.port)",
      "GOOGLE_CLOUD_PROJECT": connection.database.project,
    ]
    try scratch.write(
      """
      -- Change everything
      UPDATE document
      SET data = json_set(data, '$."<b>field</b>"', '</ins><script>alert(2)</script>');
      """, to: "migrations/0004_change_everything.sql")
    let writes = Self.hostile.map { RemoteWrite.create(Self.profile($0.name, name: "")) }
    _ = try connection.commit(writes).wait()
    try Self.run(["pull"], 0, in: scratch, environment)
    try Self.run(["up", "--migrations", "migrations"], 0, in: scratch, environment)
    let found = try connection.get(Self.hostile.map { "profiles/\($0.name)" }).wait()
    _ = try connection.commit(
      found.map {
        let id = String($0.document.path.dropFirst("profiles/".count))
        return .update(Self.profile(id, name: id), ifUpdatedAt: $0.updateTime)
      }
    ).wait()
    let command = ["push", "--report", "push.html", "--show-personal-data"]
    try Self.run(command, 6, in: scratch, environment)
    try Self.expectSound(["push.html"], in: scratch)
  }

  private static func profile(_ id: String, name: String) -> Document {
    Document(
      path: "profiles/\(id)",
      fields: [
        Field(name: "name", value: .string(name)), Field(name: "userId", value: .string("u1")),
      ])
  }

  private static func run(
    _ command: [String], _ code: Int32, in scratch: Scratch, _ environment: [String: String]
  ) throws {
    let outcome = try scratch.start(command, environment: environment).wait()
    #expect(outcome.code == code, "\(outcome.everything)")
  }
}
