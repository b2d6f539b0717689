#if !LiveFirestore
  internal import ArgumentParser

  /// What stands for the commands that this program was built without.
  protocol WithoutLive: StoreCommand {
    static var name: String { get }
    var words: [String] { get }
  }

  extension WithoutLive {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: name, abstract: "Not in this program, which was built without live Firestore.")
    }

    func run(in context: CommandContext) throws -> ExitStatus? { throw BuiltWithoutLive() }
  }

  struct PullCommand: WithoutLive {
    static let name = "pull"
    @Argument(parsing: .captureForPassthrough, help: .hidden) var words: [String] = []
    @OptionGroup var common: CommonOptions
  }

  struct PushCommand: WithoutLive {
    static let name = "push"
    @Argument(parsing: .captureForPassthrough, help: .hidden) var words: [String] = []
    @OptionGroup var common: CommonOptions
  }

  struct ShardsCommand: WithoutLive {
    static let name = "shards"
    @Argument(parsing: .captureForPassthrough, help: .hidden) var words: [String] = []
    @OptionGroup var common: CommonOptions
  }

  struct BuiltWithoutLive: Error, CustomStringConvertible {
    var description: String {
      "this program was built without live Firestore: `make install` builds one with it"
    }
  }
#endif
