#if LiveFirestore
  import Documents
  import FirestoreClient
  import FirestoreTesting
  import Testing

  /// The client against Google's emulator.
  @Suite(
    .enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"), .timeLimit(.minutes(3)))
  struct EmulatorTests {
    let connection: FirestoreConnection

    init() throws { connection = try Emulator.started().connection() }

    @Test("What is written can be streamed and got")
    func writesAndReads() throws {
      let documents = (1...1200).map {
        Document(path: "users/u\($0)", fields: [Field(name: "n", value: .integer(Int64($0)))])
      }
      for start in stride(from: 0, to: documents.count, by: 400) {
        let times = try connection.commit(documents[start..<start + 400].map(RemoteWrite.create))
          .wait()
        #expect(times.count == 400)
      }
      let seen = Seen()
      _ = try connection.stream(DocumentQuery(.everything)) { seen.add($0) }.wait()
      #expect(seen.paths == documents.map(\.path).sorted())
      let got = try connection.get(documents.map(\.path) + ["users/none"]).wait()
      #expect(got.count == 1200)
    }
  }
#endif
