/// What a text is as a telephone number: a number, or the reason why not.
package enum PhoneReading: Equatable, Sendable {
  case number(PhoneNumber)
  case refused(PhoneNumberError)

  /// What reports call the problem, if there is one: the warning's code, or the refusal's.
  package var code: String? {
    switch self {
    case .number(let number): number.isUnassigned ? "unassigned-phone" : nil
    case .refused(let error): error.rawValue
    }
  }
}

extension PhoneReading {
  /// Applies the rule for telephone numbers to a text, step by step.
  init(askingLibrary text: UnsafeBufferPointer<UInt8>, region: String) {
    // Else the library would read around the bytes that aren't UTF-8.
    guard String(validating: text, as: UTF8.self) != nil else {
      self = .refused(.invalid)
      return
    }
    // 1. Parse in the default region. A text in which that finds nothing may still pass 3 and 5.
    let number = LibraryNumber(parsing: text, region: region)
    if let number, number.hasExtension {
      self = .refused(.hasExtension)
      return
    }
    // 2. A valid number is taken.
    if let number, number.isValid {
      self.init(number, isUnassigned: false)
      return
    }
    // 3. The app stored some international numbers without the `+`.
    let international = text.containsPlus ? nil : LibraryNumber(digitsOf: text, atLeast: 11)
    if let international, international.isValid {
      self.init(international, isUnassigned: false)
      return
    }
    if let number, number.isPossible {
      // 4. The right length, in a range that isn't known to be assigned.
      self.init(number, isUnassigned: true)
    } else if let international, international.isPossible {
      // 5. As 3, but merely possible.
      self.init(international, isUnassigned: true)
    } else {
      // 6. Otherwise refuse.
      self = .refused(.invalid)
    }
  }

  /// Takes a number, unless it has more digits than E.164 allows.
  private init(_ number: LibraryNumber, isUnassigned: Bool) {
    let digits = number.e164.utf8.count - 1
    self =
      digits > 15
      ? .refused(.invalid)
      : .number(PhoneNumber(e164: number.e164, isUnassigned: isUnassigned))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there is a plus sign as libphonenumber knows it: `+`, or the full-width `＋`.
  fileprivate var containsPlus: Bool {
    indices.contains { index in
      self[index] == UInt8(ascii: "+") || self[index...].starts(with: "＋".utf8)
    }
  }
}
