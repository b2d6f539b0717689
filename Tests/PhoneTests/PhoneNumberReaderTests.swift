import Phone
import Testing

@Suite struct PhoneNumberReaderTests {
  @Test("What a reader remembers is what it read, also after it has forgotten")
  func remembers() throws {
    let reader = PhoneNumberReader(region: "US", capacity: 3)
    let texts = ["+44 20 7946 0018", "442079460018", "x", "778-814-3739 x1", "555 814 3739", ""]
    for _ in 1...3 {
      for text in texts {
        #expect(reader.read(text) == reading(text, "US"), "\(text)")
        #expect(reader.read(text) == reading(text, "US"), "\(text)")
      }
    }
  }

  @Test("Texts that look alike are still different texts")
  func comparesBytes() {
    let reader = PhoneNumberReader(region: "US")
    // The Greek question mark is a semicolon to Unicode, and so to `==`, but not to the library.
    let texts = ["+44 20 7946 0018;ext=1", "+44 20 7946 0018\u{37E}ext=1"]
    #expect(texts[0] == texts[1])
    #expect(reader.read(texts[0]) == .refused(.hasExtension))
    #expect(reader.read(texts[1]) == reading(texts[1], "US"))
    #expect(reader.read("+44 20 7946 0018") == reading("+44 20 7946 0018", "US"))
    #expect(reader.read("+44 20 7946 0018\0") == .refused(.invalid))
  }

  @Test("Reports name what is wrong with a number")
  func hasCodes() {
    let reader = PhoneNumberReader(region: "US")
    #expect(reader.read("778 814 3739").code == nil)
    #expect(reader.read("555 814 3739").code == "unassigned-phone")
    #expect(reader.read("778 814 3739 x1").code == "phone-has-extension")
    #expect(reader.read("one").code == "invalid-phone")
  }

  @Test(
    "A text may hold anything",
    arguments: [
      ("778\0814 3739", nil),
      ("\0", nil),
      ("\u{1}\u{2}", nil),
      ("778\u{7F}814 3739", nil),
      // The digits of eleven or more count, whatever is between them.
      ("44\020\07946\00018", "+442079460018"),
      ("44👍20 7946 0018", "+442079460018"),
      ("778 814 3739\r\n", "+17788143739"),
      ("\t778 814 3739", "+17788143739"),
      // The library doesn't take a tab for punctuation.
      ("778\t814\t3739", nil),
      ("📞 778 814 3739 📞", "+17788143739"),
      ("\u{202A}+1 778 814 3739\u{202C}", "+17788143739"),
      ("+1 778\u{A0}814\u{2011}3739", "+17788143739"),
    ])
  func readsAnything(text: String, e164: String?) throws {
    let reading = PhoneNumberReader(region: "US").read(text)
    if let e164 {
      #expect(reading == .number(try PhoneNumber(parsing: e164, region: "US")))
    } else {
      #expect(reading == .refused(.invalid))
    }
  }

  @Test("Bytes that aren't UTF-8 aren't a number")
  func refusesInvalidUTF8() {
    let reader = PhoneNumberReader(region: "US")
    for bytes in [[0xFF], [0xC0, 0xB1], [0xED, 0xA0, 0x80], [0xEF, 0xBC]] as [[UInt8]] {
      for text in [bytes + Array("778 814 3739".utf8), Array("442079460018".utf8) + bytes] {
        #expect(text.withUnsafeBufferPointer(reader.read) == .refused(.invalid))
      }
    }
  }

  @Test("No bytes aren't a number")
  func refusesNothing() {
    let reading = PhoneNumberReader(region: "US").read(UnsafeBufferPointer(start: nil, count: 0))
    #expect(reading == .refused(.invalid))
  }

  @Test("A long text takes no long time")
  func readsLongTexts() throws {
    let reader = PhoneNumberReader(region: "US")
    let dashes = { String(repeating: "-", count: $0) }
    #expect(reader.read("7\(dashes(240))788143739") == reader.read("7788143739"))
    #expect(reader.read("7\(dashes(241))788143739") == .refused(.invalid))
    #expect(reader.read("7" + dashes(100_000) + "788143739") == .refused(.invalid))
    #expect(reader.read(String(repeating: "7", count: 100_000)) == .refused(.invalid))
    // The characters count, not the bytes.
    #expect(reader.read("７" + String(repeating: "－", count: 240) + "788143739").code == nil)
  }

  @Test("Readers work side by side")
  func isThreadSafe() async {
    let texts = (0..<400).map { "+44 20 79\(46 + $0 % 10) \(1000 + $0)" }
    let expected = texts.map { reading($0, "US") }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let reader = PhoneNumberReader(region: "US")
          return texts.map { reader.read($0) } == expected
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }

  private func reading(_ text: String, _ region: String) -> PhoneReading {
    do {
      return .number(try PhoneNumber(parsing: text, region: region))
    } catch {
      return .refused(error)
    }
  }
}
