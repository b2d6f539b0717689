internal import Foundation
internal import Glibc
internal import HalloReport

/// Where results and progress go: results to standard output, everything else to standard error.
struct Output {
  let isJSON: Bool
  let isQuiet: Bool
  let usesColor: Bool
  private let width: Int?
  let progress: ProgressLine

  init(_ options: CommonOptions) {
    isJSON = options.json
    isQuiet = options.quiet
    let isPlain = options.noColor || CommonOptions.environment("NO_COLOR") != nil
    usesColor =
      isatty(STDOUT_FILENO) == 1 && !isPlain && CommonOptions.environment("TERM") != "dumb"
    width = terminalWidth(of: STDOUT_FILENO)
    progress = ProgressLine(isShown: isatty(STDERR_FILENO) == 1 && !options.quiet)
  }

  /// Prints a result: a JSON object, or the text that it makes.
  func result(_ value: some Encodable, _ page: Page) throws {
    progress.clear()
    if isJSON {
      try write(Self.json(value))
    } else {
      try write(Data(TextRenderer(usesColor: usesColor, width: width).render(page).utf8))
    }
  }

  /// Says something to people that is not a result.
  func note(_ text: String) {
    if isQuiet { return }
    progress.clear()
    Output.toStandardError(TextRenderer.safe(text) + "\n")
  }

  static func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return Data((escaped(text) + "\n").utf8)
  }

  /// JSON that is safe on a terminal: the encoder leaves marks that turn the direction of text.
  private static func escaped(_ json: String) -> String {
    var escaped = ""
    for scalar in json.unicodeScalars {
      if scalar == "\n" || TextRenderer.isSafe(scalar) {
        escaped.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return escaped
  }

  /// A message that cannot be written is lost: there is nowhere else to put it.
  static func toStandardError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private func write(_ data: Data) throws {
    try Self.toStandardOutput(data)
  }

  struct Unprintable: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "cannot write to standard output: \(reason); send it to another place"
    }
  }

  static func toStandardOutput(_ data: Data) throws {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Unprintable(reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
  }
}

/// The columns of the terminal that a descriptor leads to; nil if it is none, or does not know.
func terminalWidth(of descriptor: Int32) -> Int? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
  return Int(size.ws_col)
}
