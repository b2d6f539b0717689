import CommandTesting
import FirestoreTesting
import Foundation
import Testing

/// The whole work on a large database, judged by programs that share no code with this one.
@Suite(
  .enabled(
    if: Emulator.isInstalled && python != nil,
    "needs Google's emulator, and HALLO_PYTHON with google-cloud-firestore and phonenumbers"))
struct GoogleAgreementTests {
  private struct Verdict: Decodable {
    let documents: Int
    let live: String
    let model: String
  }

  @Test("20,000 documents are, read by Google's client, what a model in Python makes of them")
  func agrees() throws {
    let site = try LiveSite()
    let made = try site.scratch.start(
      [
        "python3", Program.samples + "/make-sample.py", "--users", "100", "--output",
        "sample.ndjson", "--seed", "5",
      ], program: "/usr/bin/env"
    ).wait()
    #expect(made.code == 0, "\(made.errors)")
    try site.database.create(try Sample.documents(of: site.scratch.file("sample.ndjson")))
    #expect(try site.pull().documents == 20_000)
    try site.succeed("up")
    #expect(try site.push().conflicts == 0)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("read_with_google.py").path
    let read = try site.scratch.start(
      [
        script, site.project, Program.package + "/Benchmarks", site.scratch.file("sample.ndjson"),
      ],
      environment: site.environment, program: python ?? ""
    ).wait()
    #expect(read.code == 0, "\(read.errors)")
    let verdict: Verdict = try read.json()
    #expect(verdict.live == verdict.model && verdict.documents > 15_000)
  }
}

/// Python with the packages of `make test`.
private let python = ProcessInfo.processInfo.environment["HALLO_PYTHON"]
