internal import ArgumentParser
internal import Phone
internal import PhotoArchive

/// What a flag, the environment, or a file of settings can say once for many commands.
///
/// What removes more than was meant if it is left lying in a file, such as `--force`, is none.
enum Setting: String, CaseIterable, Comparable {
  case store, archive, region, migrations, wait
  case olderThan = "older-than"
  case mirror
  case keepDocument = "keep-document"
  case keepFavorites = "keep-favorites"
  case compress, prices, metrics

  static func < (left: Setting, right: Setting) -> Bool { left.rawValue < right.rawValue }

  /// The variable of the environment: `HALLO_OLDER_THAN`.
  var variable: String {
    "HALLO_" + rawValue.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// Whether a value that is not absolute begins at the directory of the file that it is in.
  var isPath: Bool {
    switch self {
    case .store, .archive, .migrations, .mirror, .prices, .metrics: true
    default: false
    }
  }

  var defaultValue: String? {
    switch self {
    case .store: "hallo.sqlite"
    case .region: "US"
    case .wait: "0"
    case .olderThan: "90d"
    case .keepDocument, .keepFavorites: "false"
    case .compress: "none"
    case .archive, .migrations, .mirror, .prices, .metrics: nil
    }
  }

  /// What values look like.
  var form: String {
    switch self {
    case .region: "two capital letters, such as US"
    case .wait: "0 to 86400 seconds"
    case .olderThan: "an age, such as 90d, 12h or 2w"
    case .keepDocument, .keepFavorites: "true or false"
    case .compress: "none or zstd"
    case .store, .archive, .migrations, .mirror, .prices, .metrics: "a path"
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .region: PhoneNumber.isSupported(region: text)
    case .wait: Double(text).map(Self.isWait) ?? false
    case .olderThan: Age(argument: text) != nil
    case .keepDocument, .keepFavorites: Bool(text) != nil
    case .compress: Compression(argument: text) != nil
    case .store, .archive, .migrations, .mirror, .prices, .metrics: !text.isEmpty
    }
  }

  static func isWait(_ seconds: Double) -> Bool { (0...86_400).contains(seconds) }
}
