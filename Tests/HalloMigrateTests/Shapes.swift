import CommandTesting

extension Shape {
  struct Import: Decodable, Equatable {
    let command: String
    let imported: Int
    let unchanged: Int
    let replaced: Int
    let rejected: Int
  }

  struct Run: Decodable, Equatable {
    let command: String
    let dryRun: Bool
    let changeSet: String
    let documents: Int
    let migrations: [Migration]
    let malformedEvents: [String: Int]
  }

  struct Migration: Decodable, Equatable {
    /// A task has none.
    let version: String?
    let name: String
    let checksum: String
    let run: Int
    let changed: Int
    let moved: Int
    let removed: Int
    let findings: [String: Int]
  }

  struct Status: Decodable {
    let command: String
    let applied: [Applied]
    let pending: [Pending]

    struct Applied: Decodable {
      let version: String
      let name: String
      let checksum: String
      let run: Int
      let appliedAt: String
    }

    struct Pending: Decodable, Equatable {
      let version: String
      let name: String
      let checksum: String
    }
  }
}

/// Whether a text is a SHA-256 as it is printed.
func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.allSatisfy { "0123456789abcdef".contains($0) }
}
