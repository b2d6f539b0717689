internal import Glibc

/// Why a tar cannot be written or read.
package enum TarError: Error, CustomStringConvertible {
  /// The system refused to read or write the file.
  case system(errno: Int32)
  /// It is not a tar that could have been written here; what libarchive or this program says of it.
  case malformed(String)
  /// A member is a link, a device, or anything else that is not a file.
  case notAFile(member: String, kind: String)
  /// There is more in it than there should be.
  case tooLarge(String)
  /// A member got other than the bytes that were announced for it.
  case wrongSize(member: String, announced: Int, written: Int)
  /// The library did not do what it was asked.
  case library(String)

  package var description: String { describe { $0 } }

  /// - Parameter shown: What is shown of a member's path, in which ids may be telephone numbers.
  /// - Returns: One sentence for the operator.
  func describe(_ shown: (String) -> String) -> String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .malformed(let detail): "it is not a tar archive as written here: \(detail)"
    case .notAFile(let member, let kind): "\(shown(member).debugDescription) is \(kind), not a file"
    case .tooLarge(let what): what
    case .wrongSize(let member, let announced, let written):
      "\(shown(member).debugDescription) was to have \(announced) bytes and got \(written)"
    case .library(let detail): "libarchive: \(detail)"
    }
  }
}
