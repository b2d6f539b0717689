import CommandTesting
import Testing

/// Memory that does not grow with the database.
@Suite struct MemoryTests {
  @Test(
    "50,000 and 200,000 documents take the same memory",
    .enabled(if: Program.sweeps, "runs with HALLO_SWEEP=1"))
  func peaks() throws {
    let small = try peaks(users: 250)
    let large = try peaks(users: 1_000)
    for (command, few, many) in zip(small, large).map({ ($0.0, $0.1, $1.1) }) {
      #expect(Double(many) < Double(few) * 1.25, "\(command): \(few) and \(many) KB")
      #expect(many < 128 << 10, "\(command): \(many) KB")
    }
  }

  private func peaks(users: Int) throws -> [(String, Int)] {
    let sample = try Sample(users: users, documentsPerUser: 200)
    let scratch = try Scratch()
    let commands = [
      ["import", sample.file], ["audit"], ["up", "--dry-run"], ["up"], ["digest"],
      ["export", "out"], ["down", "--to", "0000"],
    ]
    return try commands.map { command in
      let outcome = try scratch.start(command).wait()
      #expect(outcome.code == 0, "\(outcome.errors)")
      return (command.joined(separator: " "), outcome.peakKilobytes)
    }
  }
}
