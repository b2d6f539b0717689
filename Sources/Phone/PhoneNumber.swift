/// A telephone number in E.164 form.
package struct PhoneNumber: Equatable, Sendable {
  /// The country code and number: `+`, then 15 digits at most, such as `+17788143739`.
  package let e164: String

  /// Whether the length is right for the country, but the range isn't known to be assigned.
  ///
  /// Numbering plans grow faster than libraries: a warning, not an error.
  package let isUnassigned: Bool

  init(e164: String, isUnassigned: Bool) {
    self.e164 = e164
    self.isUnassigned = isUnassigned
  }

  /// Parses a number as people write it, or as the app has stored it.
  ///
  /// This always asks libphonenumber, for 10 to 30 µs. A ``PhoneNumberReader`` gives the same
  /// for many texts in much less.
  ///
  /// - Parameters:
  ///   - text: The number as found in the source.
  ///   - region: The region of a number without a country code; see ``isSupported(region:)``.
  /// - Throws: ``PhoneNumberError`` if `text` isn't a number, or has an extension.
  package init(parsing text: String, region: String) throws(PhoneNumberError) {
    var text = text
    switch text.withUTF8({ PhoneReading(askingLibrary: $0, region: region) }) {
    case .number(let number): self = number
    case .refused(let error): throw error
    }
  }

  /// Whether a region can be the default: two capital letters that the library knows, as in `US`.
  package static func isSupported(region: String) -> Bool {
    LibraryNumber.isSupported(region: region)
  }
}

/// Why a text isn't taken as a telephone number, with its code in reports.
package enum PhoneNumberError: String, Error {
  case hasExtension = "phone-has-extension"
  case invalid = "invalid-phone"
}
