internal import Glibc

/// How many files the process may have open.
enum OpenFiles {
  /// The limit, raised as far as the system lets a process do so itself, and as is of use here.
  static let limit: Int = {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 256 }
    let wanted = min(limits.rlim_max, 8192)
    if limits.rlim_cur < wanted {
      limits.rlim_cur = wanted
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }
    return Int(min(limits.rlim_cur, 8192))
  }()
}
