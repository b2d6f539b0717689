internal import DocumentStore
internal import Documents
internal import Foundation
internal import Glibc
internal import HalloReport
internal import Phone
internal import PhotoArchive

/// What of the machine the program needs.
struct MachineChecks {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func run() -> [Check] { [sqlite, libarchive, telephoneNumbers, openFiles, locale, clock] }

  private var sqlite: Check {
    let name = "SQLite"
    do {
      let missing = try SQLiteLibrary.missingFeatures()
      if missing.isEmpty { return .ok(name, SQLiteLibrary.version) }
      return .failed(
        name, "\(SQLiteLibrary.version) has no \(missing.joined(separator: ", "))",
        advice: "install libsqlite3-0 3.38 or newer")
    } catch { return .failed(name, error) }
  }

  private var libarchive: Check {
    TarLibrary.hasZstandard
      ? .ok("libarchive", "\(TarLibrary.version), with Zstandard")
      : .warning(
        "libarchive", "\(TarLibrary.version), without Zstandard",
        advice: "bundles cannot be packed with --compress zstd; install Debian's libarchive13")
  }

  /// Numbers that do not change: Google's own example numbers of two countries.
  private var telephoneNumbers: Check {
    let name = "libphonenumber"
    let numbers = [
      ("(650) 253-0000", "US", "+16502530000"), ("030 303986300", "DE", "+4930303986300"),
    ]
    for (text, region, e164) in numbers {
      guard let number = try? PhoneNumber(parsing: text, region: region), number.e164 == e164 else {
        return .failed(
          name, "reads \(text) in \(region) as none, or as another number",
          advice: "install Debian's libphonenumber again")
      }
    }
    return .ok(name, "knows the numbers of \(context.region)")
  }

  private var openFiles: Check {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    let most = limits.rlim_max > 1 << 30 ? "any number" : grouped(Int(limits.rlim_max))
    return limits.rlim_max >= 256
      ? .ok("open files", "\(most) at once")
      : .warning(
        "open files", "only \(most) at once",
        advice: "raise the limit: `ulimit -n 1024`, or LimitNOFILE=1024 in a unit of systemd")
  }

  /// The locale decides only how terminals and editors show names and texts, which are UTF-8.
  private var locale: Check {
    let locale = newlocale(LC_CTYPE_MASK, "", nil)
    defer { if let locale { freelocale(locale) } }
    let codeset = locale.flatMap { nl_langinfo_l(Int32(CODESET), $0) }.map { String(cString: $0) }
    return codeset == "UTF-8"
      ? .ok("locale", "UTF-8")
      : .warning(
        "locale", codeset ?? "one that is not installed",
        advice: "reports are UTF-8 all the same; to read them, `export LC_ALL=C.UTF-8`")
  }

  private var clock: Check {
    let now = context.clock()
    // What was written by a program cannot be younger than the program.
    return now.microseconds > Self.programIsFrom
      ? .ok("clock", context.now)
      : .failed(
        "clock", "\(now), before this program was written",
        advice: "set the clock: what is due is reckoned from it")
  }

  private static let programIsFrom: Int64 = 1_760_000_000_000_000
}
