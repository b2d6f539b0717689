import Foundation

/// A line of a log that `strace -f -y -xx` wrote.
struct SystemCall {
  let thread: Int
  let name: String
  /// As they are written, all text in hexadecimal.
  private let arguments: [String]
  /// What it returned; -1 after a failure.
  let result: Int
  /// The path of the file that it opened.
  let opened: String?
  /// Whether it was made to fail.
  let isInjected: Bool

  /// The calls that ended, in the order in which they did; those that wait for a disk in that in which
  /// they began, for they promise nothing of what comes later.
  static func all(in log: String) -> [SystemCall] {
    var calls: [SystemCall?] = []
    var begun: [Substring: (text: String, place: Int?)] = [:]
    for line in log.split(separator: "\n") {
      let thread = line.prefix { $0 != " " }
      if let end = line.range(of: " <unfinished ...>") {
        let isSync = line.contains("sync(") || line.contains("syncfs(")
        begun[thread] = (String(line[..<end.lowerBound]), isSync ? calls.count : nil)
        if isSync { calls.append(nil) }
      } else if let resumed = line.range(of: " resumed>"), let (text, place) = begun[thread] {
        let call = SystemCall(text + line[resumed.upperBound...])
        if let place { calls[place] = call } else { calls.append(call) }
      } else {
        calls.append(SystemCall(String(line)))
      }
    }
    return calls.compactMap { $0 }
  }

  private init?(_ line: String) {
    guard let open = line.range(of: "("), let equals = line.range(of: " = "),
      let close = line.range(
        of: ")", options: .backwards, range: open.upperBound..<equals.lowerBound)
    else { return nil }
    let head = line[..<open.lowerBound].split(separator: " ")
    let outcome = line[equals.upperBound...]
    guard head.count == 2, let thread = Int(head[0]),
      let result = Int(outcome.prefix { $0 == "-" || $0.isNumber })
    else { return nil }
    (self.thread, name, self.result) = (thread, String(head[1]), result)
    arguments = line[open.upperBound..<close.lowerBound].components(separatedBy: ", ")
    opened = Self.path(String(outcome))
    isInjected = outcome.hasSuffix("(INJECTED)")
  }

  func integer(_ index: Int) -> Int? {
    arguments.indices.contains(index) ? Int(arguments[index]) : nil
  }

  func has(_ flag: String) -> Bool {
    arguments.contains { $0.split(separator: "|").contains(Substring(flag)) }
  }

  /// The bytes of an argument in quotation marks.
  func bytes(_ index: Int) -> Data {
    arguments.indices.contains(index) ? Self.decoded(arguments[index]) : Data()
  }

  /// The path of the open file that an argument is the descriptor of.
  func file(_ index: Int = 0) -> String? {
    arguments.indices.contains(index) ? Self.path(arguments[index]) : nil
  }

  /// The path that an argument names, from the directory that the one before it is.
  func path(_ index: Int, in directory: Int? = nil) -> String {
    let name = String(decoding: bytes(index), as: UTF8.self)
    guard !name.hasPrefix("/"), let directory, let path = file(directory) else { return name }
    return path + "/" + name
  }

  /// What is between `<` and `>`.
  private static func path(_ text: String) -> String? {
    guard let start = text.range(of: "<"), let end = text.range(of: ">") else { return nil }
    return String(decoding: decoded(String(text[start.upperBound..<end.lowerBound])), as: UTF8.self)
  }

  /// The bytes of `\x68\x69`, whatever surrounds them.
  private static func decoded(_ text: String) -> Data {
    var text = text
    return text.withUTF8 { text in
      var bytes = Data(capacity: text.count / 4)
      var index = 0
      while index + 3 < text.count {
        if text[index] != UInt8(ascii: "\\") {
          index += 1
          continue
        }
        bytes.append(digit(text[index + 2]) << 4 | digit(text[index + 3]))
        index += 4
      }
      return bytes
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8 { byte > 57 ? byte - 87 : byte - 48 }
}
