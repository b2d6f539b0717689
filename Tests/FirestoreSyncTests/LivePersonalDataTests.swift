import CommandTesting
import Documents
import FirestoreTesting
import Testing

/// What live databases have, and outputs do not show.
@Suite
struct LivePersonalDataTests {
  private static let secrets = [
    "7785550102", "778 555 0101", "7785550101", "6045550199", "604 555 0199", "lunch",
  ]
  private static let moved = "users/u1/profiles/17785550102"

  @Test("No number, text or token is in any output", arguments: [[], ["--json"], ["--verbose"]])
  func outputs(options: [String]) throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    try site.database.put("users/u1", #"{"phoneNumber":"778 555 0101"}"#)
    try site.database.put(Self.moved, #"{"id":"17785550102","notes":"after lunch"}"#)
    var seen = ""
    func run(_ arguments: String..., expecting code: Int32 = 0) throws {
      let outcome = try site.start(arguments + options).wait()
      #expect(outcome.code == code, "\(arguments): \(outcome.everything)")
      seen += outcome.everything
    }
    try run("pull", "--dry-run")
    try run("pull", "--user", "17785550102", "--store", "17785550102.sqlite")
    try run("pull", "--shard", "0/1")
    try run("shards")
    try run("up")
    try site.database.set("notes", "before lunch", of: Self.moved)
    try site.database.set("phoneNumber", "604 555 0199", of: "users/u1")
    try run("push", "--dry-run", "--report", "report.html", expecting: 6)
    seen += try site.scratch.text("report.html")
    try run("push", "--report", "report.json", expecting: 6)
    seen += try site.scratch.text("report.json")
    try run("pull", "--conflicts")
    for code in ["INVALID_ARGUMENT", "UNAUTHENTICATED", "FAILED_PRECONDITION"] {
      fake.inject(.refuseNaming(code, path: Self.moved), into: "RunQuery")
      try run("pull", expecting: 1)
    }
    for secret in Self.secrets + ["Bearer", "authorization"] {
      let isShown = seen.replacing("17785550102.sqlite", with: "").contains(secret)
      #expect(!isShown, "\(secret)")
    }
  }
}
