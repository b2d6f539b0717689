/// Reads many texts as telephone numbers, by the same rule as ``PhoneNumber`` but faster.
///
/// The usual North American forms are read without libphonenumber. The texts that the library has
/// to read are remembered, since the same number occurs in many documents. A reader isn't
/// `Sendable`: each thread or connection has its own.
package final class PhoneNumberReader {
  private let region: String
  private let isNorthAmerican: Bool
  private var areaCodes = AreaCodes()
  private let capacity: Int
  private var remembered: [ShortText: PhoneReading] = [:]

  /// Creates a reader for texts from one region.
  ///
  /// - Parameters:
  ///   - region: The region of a number without a country code; see
  ///     ``PhoneNumber/isSupported(region:)``.
  ///   - capacity: How many texts are remembered, in 128 bytes each.
  package init(region: String, capacity: Int = 16_384) {
    self.region = region
    self.capacity = capacity
    isNorthAmerican = region == "US" || region == "CA"
  }

  /// Reads a text, which may hold anything: what isn't UTF-8 isn't a number.
  package func read(_ text: UnsafeBufferPointer<UInt8>) -> PhoneReading {
    readAsNorthAmerican(text) ?? readFromMemory(text)
  }

  /// Reads a text.
  package func read(_ text: String) -> PhoneReading {
    var text = text
    return text.withUTF8 { read($0) }
  }

  /// Reads a text of a usual North American form, if the number is certainly valid.
  private func readAsNorthAmerican(_ text: UnsafeBufferPointer<UInt8>) -> PhoneReading? {
    guard let number = NorthAmericanNumber(text, isLocal: isNorthAmerican),
      number.hasRegularExchange, areaCodes.isWhole(number.areaCode)
    else { return nil }
    return .number(PhoneNumber(e164: number.e164, isUnassigned: false))
  }

  private func readFromMemory(_ text: UnsafeBufferPointer<UInt8>) -> PhoneReading {
    guard let key = ShortText(text) else {
      return PhoneReading(askingLibrary: text, region: region)
    }
    if let reading = remembered[key] { return reading }
    let reading = PhoneReading(askingLibrary: text, region: region)
    // To forget everything at once is simple, and rare.
    if remembered.count >= capacity { remembered.removeAll(keepingCapacity: true) }
    remembered[key] = reading
    return reading
  }
}
