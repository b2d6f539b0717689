import Foundation
import Testing

@testable import Phone

/// The fast path finds what libphonenumber finds.
///
/// A normal run compares a share. `HALLO_SWEEP=1` compares millions, in some minutes: do that with
/// each new version of the library, whose metadata may have changed.
@Suite struct NorthAmericanNumberTests {
  static let isSweep = ProcessInfo.processInfo.environment["HALLO_SWEEP"] == "1"

  @Test("Area codes that count as whole are valid in each of their 800 exchanges")
  func knowsAreaCodes() {
    var random = SplitMix64(seed: 1)
    var areaCodes = AreaCodes()
    var wholeCodes = 0
    var invalid: [String] = []
    for code in 200...999 where areaCodes.isWhole(code) {
      wholeCodes += 1
      for exchange in 200...999 where Self.isSweep || exchange % 10 == code % 10 {
        for _ in 0..<(Self.isSweep ? 10 : 1) {
          let line = Int.random(in: 0...9999, using: &random)
          let text = "+1\(code * 10_000_000 + exchange * 10_000 + line)"
          if !isValid(text) { invalid.append(text) }
        }
      }
    }
    #expect(invalid.isEmpty)
    // 411 in version 8.12.57.
    #expect(wholeCodes >= 400)
  }

  @Test("Codes of countries that share them out by exchange don't count as whole")
  func knowsSharedAreaCodes() {
    var areaCodes = AreaCodes()
    for code in [242, 246, 345, 441, 505, 524, 555, 684, 868, 876, 911] {
      let isWhole = areaCodes.isWhole(code)
      #expect(!isWhole, "\(code)")
    }
  }

  @Test("Every form of a number reads the same", arguments: ["US", "CA", "GB"])
  func readsForms(region: String) {
    var random = SplitMix64(seed: UInt64(region.utf8.first ?? 0))
    let reader = PhoneNumberReader(region: region)
    var fast = 0
    var differing: [String] = []
    let count = Self.isSweep ? 1_000_000 : 30_000
    for _ in 0..<count {
      let text = NumberText.random(using: &random)
      fast += isFast(text, region) ? 1 : 0
      if reader.read(text) != slowly(text, region) { differing.append(text) }
    }
    #expect(differing.isEmpty)
    // Else this would prove nothing. In Britain only a number with +1 can be a fast one.
    #expect(fast > (region == "GB" ? count / 10 : count / 4))
  }

  @Test(
    "Other numbers are left to the library",
    arguments: [
      "", "1", "814-3739", "778 814 373", "778 814 37390", "++17788143739", "7788143739+",
      "+7788143739", "+27788143739", "0117788143739", "01788143739", "1788143739", "11788143739",
      "778/814/3739", "778 814 3739 x1", "778,8143739", "７７８８１４３７３９", "7788143739\0",
      "(778) 814-3739                   ",
    ])
  func leavesOthers(text: String) {
    #expect(!isFast(text, "US"))
    #expect(PhoneNumberReader(region: "US").read(text) == slowly(text, "US"))
  }

  private func isFast(_ text: String, _ region: String) -> Bool {
    var text = text
    return text.withUTF8 { NorthAmericanNumber($0, isLocal: region != "GB") != nil }
  }

  private func slowly(_ text: String, _ region: String) -> PhoneReading {
    var text = text
    return text.withUTF8 { PhoneReading(askingLibrary: $0, region: region) }
  }

  private func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { LibraryNumber(parsing: $0, region: "US")?.isValid == true }
  }
}
