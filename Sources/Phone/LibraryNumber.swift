internal import CPhoneNumber

/// What libphonenumber makes of a text, before the rule decides whether to take it.
struct LibraryNumber {
  /// `+` and digits, perhaps more digits than E.164 allows.
  let e164: String
  let hasExtension: Bool
  private let kind: CPhoneNumberKind

  /// Whether the number is in a range that its country has assigned.
  var isValid: Bool { kind == .valid }

  /// Whether the number has the right length for its country, area code included.
  var isPossible: Bool { kind != .impossible }

  /// Parses a text as written in a region, or returns nil if the library finds no number in it.
  init?(parsing text: UnsafeBufferPointer<UInt8>, region: String) {
    self.init(text) { CPhoneNumberParse($0.baseAddress, $0.count, region, &$1) }
  }

  /// Parses `+` and the digits of a text, or returns nil if they are no number, or too few.
  ///
  /// A digit is what Unicode calls a decimal digit, in any script: `７` and `٧` are 7. Letters
  /// aren't digits, though the library reads `1-800-FLOWERS` as the keys of a telephone.
  init?(digitsOf text: UnsafeBufferPointer<UInt8>, atLeast minimum: Int) {
    self.init(text) { CPhoneNumberParseDigits($0.baseAddress, $0.count, minimum, &$1) }
  }

  private init?(
    _ text: UnsafeBufferPointer<UInt8>,
    parse: (UnsafeBufferPointer<CChar>, inout CPhoneNumberResult) -> CPhoneNumberStatus
  ) {
    var result = CPhoneNumberResult()
    switch text.withMemoryRebound(to: CChar.self, { parse($0, &result) }) {
    case .parsed: break
    case .notANumber: return nil
    // As Swift's own allocations do. To go on would refuse a number that may be a good one.
    case .failed: fatalError("libphonenumber ran out of memory")
    }
    e164 = withUnsafeBytes(of: result.e164) {
      String(decoding: $0.prefix(result.e164_length), as: UTF8.self)
    }
    kind = result.kind
    hasExtension = result.has_extension
  }
}

extension LibraryNumber {
  /// Whether the library has metadata for a region: two capital letters, such as `US`.
  static func isSupported(region: String) -> Bool {
    CPhoneNumberIsSupportedRegion(region)
  }
}
