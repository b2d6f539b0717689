import Phone
import Testing

/// The six steps of the rule, in order.
@Suite struct PhoneNumberTests {
  @Test(
    "Numbers are read as people write them",
    arguments: [
      ("(778) 814-3739", "US", "+17788143739"),
      ("7788143739", "US", "+17788143739"),
      ("17788143739", "US", "+17788143739"),
      ("+1 (778) 814-3739", "US", "+17788143739"),
      ("+1 (778) 814-3739", "GB", "+17788143739"),
      ("1.778.814.3739", "CA", "+17788143739"),
      (" 778-814-3739 ", "CA", "+17788143739"),
      ("Tel: 778 814 3739", "US", "+17788143739"),
      ("tel:+1-778-814-3739", "GB", "+17788143739"),
      ("1-800-FLOWERS", "US", "+18003569377"),
      ("+44 20 7946 0018", "US", "+442079460018"),
      ("011 44 20 7946 0018", "US", "+442079460018"),
      ("020 7946 0018", "GB", "+442079460018"),
      ("+44 (0)20 7946 0018", "US", "+442079460018"),
    ])
  func readsValidNumbers(text: String, region: String, e164: String) throws {
    try expect(text, region, is: e164)
  }

  @Test(
    "A leading zero that belongs to the number stays",
    arguments: [
      ("+39 06 1234 5678", "US", "+390612345678"),
      ("06 1234 5678", "IT", "+390612345678"),
      ("390612345678", "US", "+390612345678"),
      ("+39 333 123 4567", "US", "+393331234567"),
    ])
  func keepsItalianZeros(text: String, region: String, e164: String) throws {
    try expect(text, region, is: e164)
  }

  @Test(
    "Digits and the plus sign may be of any width or script",
    arguments: [
      "＋１ ７７８ ８１４ ３７３９", "７７８８１４３７３９", "٧٧٨٨١٤٣٧٣٩", "१७७८८१४३७३९", "+1 778 ８１４ 3739",
    ])
  func readsAnyScript(text: String) throws {
    try expect(text, "US", is: "+17788143739")
  }

  @Test(
    "A number with an extension is refused, valid or not",
    arguments: [
      "778-814-3739 x123", "(778) 814-3739 ext. 5", "+17788143739;ext=12", "778 814 3739 #12",
      "+44 20 7946 0018 x1", "555-814-3739 x123", "778-814-3739 доб. 9",
    ])
  func refusesExtensions(text: String) {
    #expect(throws: PhoneNumberError.hasExtension) { try PhoneNumber(parsing: text, region: "US") }
  }

  @Test(
    "Eleven digits or more are tried as if the app had lost the plus sign",
    arguments: [
      ("442079460018", "+442079460018"),
      ("44 20 7946 0018", "+442079460018"),
      ("４４２０７９４６００１８", "+442079460018"),
      ("33612345678", "+33612345678"),
      ("919876543210", "+919876543210"),
      ("n° 33 6 12 34 56 78", "+33612345678"),
      // In no form that the library parses, but its digits are a number.
      ("33/6/12/34/56/78 (mobile)", "+33612345678"),
    ])
  func addsPlus(text: String, e164: String) throws {
    try expect(text, "US", is: e164)
  }

  @Test("A plus sign anywhere, or fewer than eleven digits, rules that out")
  func addsNoPlus() throws {
    #expect(throws: PhoneNumberError.invalid) {
      try PhoneNumber(parsing: "442079460018 +", region: "ZZ")
    }
    #expect(throws: PhoneNumberError.invalid) {
      try PhoneNumber(parsing: "442079460018 ＋", region: "ZZ")
    }
    // Denmark, had there been a plus sign: +45 20 12 34 56.
    try expect("4520123456", "US", is: "+14520123456", unassigned: true)
  }

  @Test(
    "A possible number is taken with a warning",
    arguments: [
      ("(555) 814-3739", "+15558143739"),
      ("15558143739", "+15558143739"),
      ("+1 200 555 0123", "+12005550123"),
      ("+44 20 1111 111", "+44201111111"),
      // Step 5: too long for an American number, and possible as a British one.
      ("44207946001", "+44207946001"),
      // The same, by a digit too many: Russia and Kazakhstan are 7.
      ("778 814 37390", "+77881437390"),
    ])
  func warnsOfUnassigned(text: String, e164: String) throws {
    try expect(text, "US", is: e164, unassigned: true)
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", " ", "+", "1", "911", "814-3739", "+1 814 3739", "778 814 373", "+999 123 456 789",
      "12345678901234567890", "+1 778 814 3739 5555", "none", "n/a", "👍", "☎️", "me@example.com",
      "45DD3B0E-D983-4917-AE79-2BC001BFBA38",
    ])
  func refusesOthers(text: String) {
    #expect(throws: PhoneNumberError.invalid) { try PhoneNumber(parsing: text, region: "US") }
  }

  @Test(
    "More than fifteen digits are refused, though Germany has such numbers",
    arguments: ["+49 30 123456789012", "4930123456789012", "+49 30 1234567890123"])
  func refusesLongNumbers(text: String) {
    #expect(throws: PhoneNumberError.invalid) { try PhoneNumber(parsing: text, region: "US") }
  }

  @Test("A region is two capital letters that the library knows")
  func checksRegions() {
    for region in ["US", "CA", "GB", "IT"] { #expect(PhoneNumber.isSupported(region: region)) }
    for region in ["", "us", "USA", "XX", "ZZ", "001", "🇺🇸"] {
      #expect(!PhoneNumber.isSupported(region: region))
    }
  }

  private func expect(
    _ text: String, _ region: String, is e164: String, unassigned: Bool = false
  ) throws {
    let number = try PhoneNumber(parsing: text, region: region)
    #expect(number.e164 == e164)
    #expect(number.isUnassigned == unassigned)
    let reading = PhoneNumberReader(region: region).read(text)
    #expect(reading == .number(number))
    #expect(reading.code == (unassigned ? "unassigned-phone" : nil))
  }
}
