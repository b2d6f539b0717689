import CommandTesting
import FirestoreTesting
import Foundation
import Testing
import Yams

/// The fleet of Samples/fleet does its work as it is written.
@Suite struct FleetTests {
  private static let fleet = Program.samples + "/fleet"
  private static let worker = fleet + "/worker.sh"
  private static let shards = 2

  /// A worker as its platform starts it, with directories of its own.
  private func work(
    _ action: String, shard: Int, in scratch: Scratch, _ environment: [String: String]
  ) throws -> Outcome {
    // The same for a review and what is applied: another worker would wait for the lease to run out.
    let place = "worker-\(shard)"
    try scratch.write("", to: "\(place)/made")
    let directory = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let known = [
      "PATH": "\(directory):/usr/bin:/bin", "GOOGLE_CLOUD_PROJECT": "demo-hallo",
      "HALLO_STORE": scratch.file("\(place)/hallo.sqlite"),
      "REPORTS": scratch.file("reports"), "RETRY_SECONDS": "0",
    ]
    return try scratch.start(
      [Self.worker, action], environment: known.merging(environment, uniquingKeysWith: { $1 }),
      program: "/bin/bash"
    ).wait()
  }

  private func kubernetes(_ shard: Int) -> [String: String] {
    ["JOB_COMPLETION_INDEX": "\(shard)", "SHARDS": "\(Self.shards)"]
  }

  private func cloudRun(_ shard: Int) -> [String: String] {
    ["CLOUD_RUN_TASK_INDEX": "\(shard)", "CLOUD_RUN_TASK_COUNT": "\(Self.shards)"]
  }

  @Test(
    "Workers review, apply what was reviewed, and end in one machine's documents",
    .enabled(if: Emulator.isInstalled, Comment(rawValue: Emulator.requirement)))
  func worker() throws {
    let scratch = try Scratch()
    let export = "\(Program.samples)/firestore-export"
    let emulator = try Emulator(
      seededFrom: "\(export)/firestore_export/firestore_export.overall_export_metadata")
    let address = ["FIRESTORE_EMULATOR_HOST": emulator.address]
    for (action, platform) in [("review", kubernetes), ("apply", cloudRun)] {
      for shard in 0..<Self.shards {
        let environment = platform(shard).merging(address, uniquingKeysWith: { $1 })
        let outcome = try work(action, shard: shard, in: scratch, environment)
        #expect(outcome.code == 0, "\(outcome.everything)")
      }
    }
    let reports = try scratch.names(in: "reports/1-of-2")
    let expected = [
      "audit.html", "audit.json", "plan.json", "push-1.html", "review.html", "up.html",
    ]
    #expect(reports == expected)

    try scratch.succeed("import", export, "--store", "alone.sqlite")
    try scratch.succeed("up", "--store", "alone.sqlite")
    let pull = ["pull", "--project", "demo-hallo", "--store", "all.sqlite"]
    #expect(try scratch.start(pull, environment: address).wait().code == 0)
    let difference = try lines("all", in: scratch).symmetricDifference(
      lines("alone", in: scratch))
    // It is below a profile that is not below its user, and so need not be in its owner's shard: it
    // is left where it was, with a finding.
    #expect(difference.count == 2)
    #expect(difference.allSatisfy { $0.contains("/habits/flat-and-below\"") })
    withExtendedLifetime(emulator) {}
  }

  /// A store's documents.
  private func lines(_ store: String, in scratch: Scratch) throws -> Set<Substring> {
    try scratch.succeed("export", "\(store).ndjson", "--store", "\(store).sqlite")
    return Set(try scratch.text("\(store).ndjson").split(separator: "\n"))
  }

  @Test("A worker tries again what another try may mend, and nothing else")
  func retries() throws {
    let scratch = try Scratch()
    // Stands for the program: notes what it was asked for, and fails. It is a function, for to execute
    // a file fails while a process that another test has just forked has it open for writing.
    try scratch.write(
      "hallo-migrate() { echo \"$*\" >> '\(scratch.file("asked"))'; return $STATUS; }\n",
      to: "program.sh")
    for (status, tries) in [(1, 12), (5, 12), (4, 1), (64, 1)] {
      try scratch.write("", to: "asked")
      let outcome = try work(
        "review", shard: 0, in: scratch,
        kubernetes(0).merging(
          ["BASH_ENV": scratch.file("program.sh"), "STATUS": "\(status)"],
          uniquingKeysWith: { $1 }))
      #expect(outcome.code == Int32(status))
      let asked = try scratch.text("asked").split(separator: "\n")
      #expect(asked == Array(repeating: "pull --shard 0/2 --quiet", count: tries))
    }
  }

  @Test("The manifests start the worker with what it asks for, and hold no secret")
  func manifests() throws {
    let kubernetes = try manifest("kubernetes")
    let job = try #require(kubernetes["spec"] as? [String: Any])
    let pod = try #require((job["template"] as? [String: Any])?["spec"] as? [String: Any])
    let variables = try self.variables(of: pod)
    #expect(job["completionMode"] as? String == "Indexed")
    #expect((job["completions"] as? Int).map(String.init) == variables["SHARDS"])
    #expect((pod["securityContext"] as? [String: Any])?["runAsNonRoot"] as? Bool == true)

    let run = try #require(try manifest("cloud-run")["spec"] as? [String: Any])
    let execution = try #require((run["template"] as? [String: Any])?["spec"] as? [String: Any])
    let task = try #require((execution["template"] as? [String: Any])?["spec"] as? [String: Any])
    #expect(execution["taskCount"] as? Int == execution["parallelism"] as? Int)
    #expect(try self.variables(of: task) == variables.filter { $0.key != "SHARDS" })
  }

  private func manifest(_ name: String) throws -> [String: Any] {
    let text = try String(contentsOfFile: "\(Self.fleet)/\(name).yaml", encoding: .utf8)
    for word in ["secret", "password", "private_key", "GOOGLE_APPLICATION_CREDENTIALS"] {
      #expect(!text.localizedCaseInsensitiveContains(word))
    }
    return try #require(try Yams.load(yaml: text) as? [String: Any])
  }

  /// What the only container of a pod gets as its environment, once it was seen to be the worker.
  private func variables(of pod: [String: Any]) throws -> [String: String] {
    let containers = try #require(pod["containers"] as? [[String: Any]])
    #expect(containers.count == 1)
    let command = try #require(containers[0]["command"] as? [String])
    #expect(command == ["/bin/bash", "/usr/share/hallo-migrate/Samples/fleet/worker.sh"])
    #expect(containers[0]["args"] as? [String] == ["review"])
    let volumes = try #require(pod["volumes"] as? [[String: Any]]).map { $0["name"] as? String }
    let mounts = try #require(containers[0]["volumeMounts"] as? [[String: Any]])
    #expect(mounts.map { $0["name"] as? String } == volumes)
    let list = try #require(containers[0]["env"] as? [[String: Any]])
    return try Dictionary(
      uniqueKeysWithValues: list.map {
        (try #require($0["name"] as? String), try #require($0["value"] as? String))
      })
  }

  @Test("The tables of scale.md are what the script reckons")
  func tables() throws {
    let root = URL(fileURLWithPath: Program.samples).deletingLastPathComponent().path
    let scratch = try Scratch()
    let reckoned = try scratch.start(
      [root + "/Benchmarks/scale.py"], program: "/usr/bin/python3"
    ).wait()
    let tables = reckoned.text.components(separatedBy: "\n\n")
    #expect(reckoned.code == 0 && tables.count == 4, "\(reckoned.everything)")
    let page = try scratch.text(root + "/Documentation/scale.md")
    for table in tables {
      #expect(page.contains(table.trimmingCharacters(in: .newlines)))
    }
  }
}
