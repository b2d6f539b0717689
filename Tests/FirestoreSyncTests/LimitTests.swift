import CommandTesting
import Documents
import FirestoreClient
import FirestoreTesting
import Foundation
import Testing

@testable import FirestoreSync

/// What a request may hold, and how many there may be a second.
@Suite(.serialized)
struct LimitTests {
  @Test(
    "A database is written to ever faster: by half every five minutes",
    arguments: [(0, 500.0), (299, 500), (300, 750), (600, 1125), (1500, 3796.875)])
  func rates(seconds: Int, rate: Double) {
    #expect(RampUp.rate(after: .seconds(seconds)) == rate)
  }

  @Test(
    "Operations wait for their turn, but not where there is no limit", arguments: [true, false])
  func waits(isOn: Bool) throws {
    var rampUp = RampUp(isOn: isOn)
    let start = ContinuousClock.now
    for _ in 0..<4 { try rampUp.wait(for: 100) {} }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    #expect(isOn ? elapsed > 0.55 : elapsed < 0.5)
  }

  @Test("Who waits for a turn can be stopped")
  func stops() throws {
    var rampUp = RampUp(isOn: true)
    try rampUp.wait(for: 500_000) {}
    #expect(throws: RemoteError.self) { try rampUp.wait(for: 1) { throw RemoteError.stopped } }
  }

  @Test("More than 500 documents are pushed, and large ones, in requests that a database takes")
  func requests() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    let photo = Value.bytes([0xFF, 0xD8, 0xFF] + Array(repeating: 7, count: 1_000_000))
    let number = Field(name: "phoneNumber", value: .string("778 555 0101"))
    var documents = (0..<1100).map {
      Document(path: "users/u1/profiles/p\($0)", fields: [number])
    }
    documents += (0..<9).map {
      Document(
        path: "users/u2/profiles/p\($0)", fields: [number, Field(name: "photo", value: photo)])
    }
    try site.database.create(documents)
    try site.pull()
    try site.succeed("up")
    let before = fake.requests(to: "Commit")
    #expect(try site.push().updated == 1109)
    // 500, 500, 100 and three large ones, and two of three each: the fake refuses more.
    #expect(fake.requests(to: "Commit") == before + 5)
    #expect(try site.database.digest() == site.digest())
  }

  @Test(
    "Photos that were archived and changed meanwhile take little memory",
    .enabled(if: Program.sweeps && Emulator.isInstalled, "HALLO_SWEEP=1, and the emulator"))
  func archivedPhotos() throws {
    let (emulator, site) = try Self.ownSite()
    defer { emulator.stop() }
    let created = try fields(
      #"{"createdAt":{"__time__":"2025-01-01T00:00:00.000000Z"},"eventType":"taskResponse"}"#)
    let paths = (1...300).map { "users/u1/gallery_events/photo\($0)" }
    for (index, path) in paths.enumerated() {
      let bytes = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* (index + 1) >> 3) }
      let photo = Field(name: "photoData", value: .bytes([0xFF, 0xD8, 0xFF] + bytes))
      let ids = try fields(#"{"profileId":"p1","userId":"u1"}"#)
      try site.database.create([Document(path: path, fields: created + [photo] + ids)])
    }
    try site.pull()
    try site.succeed("archive", "run", "--as-of", "2025-11-01", "--max-fraction", "1")
    for path in paths.suffix(100) { try site.database.set("note", "keep me", of: path) }
    for command in [["push", "--dry-run"], ["push"], ["pull", "--conflicts"]] {
      try Self.expectSmall(site, command, code: command[0] == "push" ? 6 : 0)
    }
    #expect(try site.digest() == site.database.digest())
  }

  @Test(
    "Pulls and pushes of any size take little memory",
    .enabled(if: Program.sweeps && Emulator.isInstalled, "HALLO_SWEEP=1, and the emulator"),
    arguments: [(users: 500, documents: 200, photos: 0), (users: 1, documents: 1, photos: 250)])
  func memory(users: Int, documents: Int, photos: Int) throws {
    let (emulator, site) = try Self.ownSite()
    defer { emulator.stop() }
    try site.database.create(try Sample.households(users, documentsPerUser: documents))
    for index in 0..<photos {
      let bytes = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* (index + 1) >> 3) }
      try site.database.create([
        Document(
          path: "users/large/profiles/p\(index)",
          fields: [
            Field(name: "phoneNumber", value: .string("778 555 0101")),
            Field(name: "photo", value: .bytes([0xFF, 0xD8, 0xFF] + bytes)),
          ])
      ])
    }
    try Self.expectSmall(site, ["pull"], code: 0)
    try site.succeed("up")
    try Self.expectSmall(site, ["push"], code: 0)
    #expect(try site.push().sent == 0)
  }

  /// An emulator keeps in memory what it ever had.
  private static func ownSite() throws -> (Emulator, LiveSite) {
    let emulator = try Emulator()
    let address = "127.0.0.1:\(emulator.port)"
    return (emulator, try LiveSite(endpoint: emulator.endpoint, address: address))
  }

  private static func expectSmall(_ site: LiveSite, _ command: [String], code: Int32) throws {
    let outcome = try site.start(command).waitMeasuring()
    #expect(outcome.code == code, "\(outcome.everything)")
    #expect((1..<192 << 10).contains(outcome.peakKilobytes), "\(command)")
    print("\(command) took \(outcome.peakKilobytes >> 10) MiB")
  }
}
