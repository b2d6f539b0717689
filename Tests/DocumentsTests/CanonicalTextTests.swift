import Testing

@testable import Documents

@Suite struct CanonicalTextTests {
  @Test(
    "Names are sorted by their UTF-8 bytes, at every depth",
    arguments: [
      (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"A":2,"_":3}"#, #"{"A":2,"_":3,"a":1}"#),
      (#"{"ab":1,"a":2,"a b":3}"#, #"{"a":2,"a b":3,"ab":1}"#),
      // UTF-16 would have U+1F600 before U+FF5E.
      ("{\"\u{1F600}\":1,\"\u{FF5E}\":2,\"é\":3}", "{\"é\":3,\"\u{FF5E}\":2,\"\u{1F600}\":1}"),
      // Two names, though Swift's strings would be equal.
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{E9}\":1}"),
      (#"{"10":1,"9":2,"\u0061":3}"#, #"{"10":1,"9":2,"a":3}"#),
      (#"{"x":[{"b":1,"a":{"d":1,"c":2}}]}"#, #"{"x":[{"a":{"c":2,"d":1},"b":1}]}"#),
      ("{\"b\\u0000\":1,\"b\":2}", "{\"b\":2,\"b\\u0000\":1}"), ("{}", "{}"),
    ])
  func sortsNames(fields: String, expected: String) throws {
    #expect(try canonical(fields) == ExactText(expected))
  }

  @Test(
    "Numbers without a point or an exponent are integers, others doubles in their shortest digits",
    arguments: [
      ("0", "0"), ("-0", "0"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"), ("1.0", "1.0"), ("1e0", "1.0"),
      ("1E2", "100.0"), ("0.10", "0.1"), ("1.10e-1", "0.11"), ("5e-324", "5e-324"),
      ("2e-324", "0.0"), ("0.0001", "0.0001"), ("0.00001", "1e-05"), ("1e15", "1000000000000000.0"),
      ("1e16", "1e+16"), ("1e22", "1e+22"), ("123456789012345680000.0", "1.2345678901234568e+20"),
      ("1.7976931348623157e308", "1.7976931348623157e+308"),
      ("0.1000000000000000055511151231257827", "0.1"),
      ("2.2250738585072014e-308", "2.2250738585072014e-308"),
      ("9007199254740993.0", "9007199254740992.0"), ("-1.5", "-1.5"), ("0.0", "0.0"),
      ("-0.0", #"{"__double__":"-0"}"#), ("-0e5", #"{"__double__":"-0"}"#),
      ("-1e-400", #"{"__double__":"-0"}"#),
    ])
  func writesNumbers(number: String, expected: String) throws {
    #expect(try canonical(#"{"v":\#(number)}"#) == ExactText(#"{"v":\#(expected)}"#))
  }

  @Test(
    "Only quotes, backslashes and control characters are escaped, as in RFC 8785",
    arguments: [
      (
        #"\u0000\u0001\u0008\u0009\u000a\u000b\u000c\u000d\u001f"#,
        #"\u0000\u0001\b\t\n\u000b\f\r\u001f"#
      ),
      (#"\"\\\/"#, #"\"\\/"#), (#"\u20AC\ud83d\uDE00\u00e9"#, "€😀é"), ("\u{7F}", "\u{7F}"),
      (#"\u2028\u2029"#, "\u{2028}\u{2029}"), ("\u{FEFF}\u{FFFF}", "\u{FEFF}\u{FFFF}"),
      (#"12345678\n2345678\"\u001F"#, #"12345678\n2345678\"\u001f"#), ("</script>", "</script>"),
      (#"1234567\u00e9\u0010"#, #"1234567é\u0010"#), ("", ""),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(
      try canonical(#"{"\#(text)x":"\#(text)"}"#) == ExactText(#"{"\#(expected)x":"\#(expected)"}"#)
    )
  }

  @Test("White space and the order of a line's members don't matter")
  func ignoresSpace() throws {
    let line = " {\"data\" : {\t\"b\" : [ 1 , null ],\r\n\"a\":true } , \"p\\u0061th\":\"c/d\"}\t"
    let document = try read(line: line)
    #expect(document.path == "c/d")
    #expect(document.data == #"{"a":true,"b":[1,null]}"#)
    #expect(document.record.origin == 2)
  }

  @Test(
    "Types that JSON has not keep their single-member objects, written in one way",
    arguments: [
      (
        #"{"__time__":"2025-10-09T09:00:00+02:00"}"#, #"{"__time__":"2025-10-09T07:00:00.000000Z"}"#
      ),
      (#"{"__bytes__":""}"#, #"{"__bytes__":""}"#),
      (#"{"__bytes__":"/h=="}"#, #"{"__bytes__":"/g=="}"#),
      (#"{"__bytes__":"AA\r\nEC"}"#, #"{"__bytes__":"AAEC"}"#),
      (#"{"__ref__":"users/u1/x/é\""}"#, #"{"__ref__":"users/u1/x/é\""}"#),
      (
        #"{"__ref__":"projects/p/databases/(default)/documents/users/u1"}"#,
        #"{"__ref__":"projects/p/databases/(default)/documents/users/u1"}"#
      ),
      (#"{"__ref__":"projects/p"}"#, #"{"__ref__":"projects/p"}"#),
      (#"{"__geo__":[90,-180]}"#, #"{"__geo__":[90.0,-180.0]}"#),
      (
        #"{"__geo__":[-0.0,{"__double__":"-0"}]}"#,
        #"{"__geo__":[{"__double__":"-0"},{"__double__":"-0"}]}"#
      ),
      (#"{"__vector__":[]}"#, #"{"__vector__":[]}"#),
      (
        #"{"__vector__":[1,2.50,{"__double__":"NaN"}]}"#,
        #"{"__vector__":[1.0,2.5,{"__double__":"NaN"}]}"#
      ),
      (#"{"__double__":"NaN"}"#, #"{"__double__":"NaN"}"#),
      (#"{"__double__":"Infinity"}"#, #"{"__double__":"Infinity"}"#),
      (#"{"__double__":"-Infinity"}"#, #"{"__double__":"-Infinity"}"#),
      (#"{"__double__":"-0"}"#, #"{"__double__":"-0"}"#),
      // Not of the form `__…__`.
      (#"{"__time":1}"#, #"{"__time":1}"#),
      (#"{"____":1,"__":2,"_____x":3}"#, #"{"__":2,"____":1,"_____x":3}"#),
    ])
  func writesTypes(value: String, expected: String) throws {
    #expect(try canonical(#"{"v":[\#(value)]}"#) == ExactText(#"{"v":[\#(expected)]}"#))
  }

  @Test(
    "Single-member objects of such types with other values are refused",
    arguments: [
      #"{"__time__":5}"#, #"{"__time__":"2025-10-09"}"#, #"{"__time__":"0000-12-31T23:59:59Z"}"#,
      #"{"__bytes__":"A"}"#, #"{"__bytes__":"AA"}"#, #"{"__bytes__":"AA=A"}"#, #"{"__bytes__":[]}"#,
      #"{"__bytes__":"data:image/png;base64,AAEC"}"#, #"{"__ref__":"users"}"#, #"{"__ref__":""}"#,
      #"{"__ref__":"users/../x/y"}"#, #"{"__ref__":5}"#,
      #"{"__ref__":"projects/p/databases/d/documents/users"}"#, #"{"__geo__":[1]}"#,
      #"{"__geo__":[1,2,3]}"#, #"{"__geo__":[90.1,0]}"#, #"{"__geo__":[0,-180.1]}"#,
      #"{"__geo__":[{"__double__":"NaN"},0]}"#, #"{"__geo__":["1",2]}"#, #"{"__geo__":{"a":1}}"#,
      #"{"__vector__":1}"#, #"{"__vector__":["1"]}"#, #"{"__vector__":[null]}"#,
      #"{"__double__":"0"}"#, #"{"__double__":"nan"}"#, #"{"__double__":1}"#, #"{"__photo__":[]}"#,
      #"{"__photo__":["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",0,"jpg","bytes"]}"#,
      #"{"__map__":{}}"#, #"{"__time__":"2025-10-09T07:00:00Z","x":1}"#, #"{"a":1,"__id7__":2}"#,
    ])
  func refusesTypes(value: String) {
    #expect(fault(ofLine: #"{"path":"c/d","data":{"v":\#(value)}}"#) != nil)
    #expect(fault(ofLine: #"{"path":"c/d","data":\#(value)}"#) != nil)
  }

  @Test("What is written can be read again: in a line, and from a store")
  func boundsDepth() throws {
    let limit = CanonicalWriter.maximumDepth
    let photo = #"{"photoData":"/9j/"}"#
    for value in [
      "1", #"{"__geo__":[-0.0,0]}"#, "-0.0", photo, #"{"photoData":{"__bytes__":"/9j/"}}"#,
    ] {
      let arrays = limit - (value.hasPrefix(#"{"p"#) ? 2 : 1)
      let fields = nested(value, arrays)
      let document = try read(fields)
      #expect(try canonical(document.data.description) == document.data)
      let (reader, batch) = (DocumentReader(isStored: true), DocumentBatch())
      try withBytes(of: document.stored.description) { text in
        try withBytes(of: "c/d") { try reader.read(path: $0, data: text, into: batch) }
      }
      #expect(ExactText(batch.bytes[batch.records[0].data]) == document.stored)
      #expect(
        fault(ofLine: #"{"path":"c/d","data":\#(nested(value, arrays + 1))}"#)?.contains(
          "96 levels")
          == true)
    }
    #expect(fault(ofLine: #"{"path":"c/d","data":\#(nested("1", 10_000))}"#) != nil)
  }

  private func nested(_ value: String, _ arrays: Int) -> String {
    #"{"a":"# + String(repeating: "[", count: arrays) + value
      + String(repeating: "]", count: arrays) + "}"
  }
}

@Suite struct MalformedLineTests {
  @Test(
    "A line that is no document is refused with the reason",
    arguments: [
      ("", "not JSON"), ("x", "not JSON"), ("5", "not a JSON object"), ("[]", "not a JSON object"),
      ("null", "not a JSON object"), ("{}", "no `path`"), (#"{"path":"c/d"}"#, "no `data`"),
      (#"{"data":{}}"#, "no `path`"), (#"{"path":5,"data":{}}"#, "no `path`"),
      (#"{"path":"c/d","data":[]}"#, "no `data`"), (#"{"path":"c/d","data":null}"#, "no `data`"),
      (#"{"path":"c/d","data":{},"x":1}"#, "`x`"),
      (#"{"path":"c/d","data":{},"data":{}}"#, "`data` is there twice"),
      (#"{"path":"c/d","path":"c/d","data":{}}"#, "`path` is there twice"),
      (#"{"path":"c","data":{}}"#, "odd number"), (#"{"path":"c/d","data":{}"#, "not JSON"),
      (#"{"path":"c/d","data":{}} {}"#, "not JSON"), (#"{"path":"c/d","data":{},}"#, "not JSON"),
      (#"{'path':"c/d","data":{}}"#, "not JSON"),
    ])
  func refusesLines(line: String, reason: String) {
    #expect(fault(ofLine: line)?.contains(reason) == true, "\(fault(ofLine: line) ?? "read")")
  }

  @Test(
    "Fields that are not JSON, or not Firestore's, are refused",
    arguments: [
      (#"{"a":1,"a":2}"#, "`a` is there twice"),
      (#"{"a":1,"b":2,"\u0061":3}"#, "`a` is there twice"),
      (#"{"x":[{"b":1,"a":2,"b":3}]}"#, "`b` is there twice"), (#"{"":1}"#, "name is empty"),
      (#"{"__a__":1}"#, "`__a__`"), (#"{"x":{"_____":1}}"#, "reserved"),
      (#"{"v":9223372036854775808}"#, "beyond 64 bits"),
      (#"{"v":18446744073709551615}"#, "beyond 64 bits"),
      (#"{"v":-9223372036854775809}"#, ""), (#"{"v":18446744073709551616}"#, ""),
      (#"{"v":1e309}"#, ""), (#"{"v":-1e309}"#, ""), (#"{"v":01}"#, ""), (#"{"v":+1}"#, ""),
      (#"{"v":1.}"#, ""), (#"{"v":.5}"#, ""), (#"{"v":1e}"#, ""), (#"{"v":0x1}"#, ""),
      (#"{"v":NaN}"#, ""), (#"{"v":Infinity}"#, ""), (#"{"v":tru}"#, ""), (#"{"v":True}"#, ""),
      (#"{"v":"\x"}"#, ""), (#"{"v":"\u12"}"#, ""), (#"{"v":"\ud800"}"#, ""),
      (#"{"v":"\udc00"}"#, ""), (#"{"v":"\ud800\u0041"}"#, ""), (#"{"v":"\ud800\ud800"}"#, ""),
      (#"{"v":"\udc00\ud800"}"#, ""), ("{\"v\":\"\n\"}", ""), ("{\"v\":\"\0\"}", ""),
      (#"{"v":[1,]}"#, ""), (#"{"v":1,}"#, ""), (#"{"v" 1}"#, ""), (#"{v:1}"#, ""),
      (#"{"v":1/**/}"#, ""), (#"{"v":[1}"#, ""), (#"{"\ud800":1}"#, ""),
    ])
  func refusesFields(fields: String, reason: String) {
    let fault = fault(ofLine: #"{"path":"c/d","data":\#(fields)}"#)
    #expect(fault?.contains(reason) == true, "\(fault ?? "read")")
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xE0, 0x80, 0xAF], [0x80], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesBytes(bytes: [UInt8]) {
    let (start, end) = (Array(#"{"path":"c/d","data":{"v":""#.utf8), Array(#""}}"#.utf8))
    #expect(fault(ofLine: start + bytes + end)?.contains("not JSON") == true)
    let (path, rest) = (Array(#"{"path":"c/d"#.utf8), Array(#"","data":{}}"#.utf8))
    #expect(fault(ofLine: path + bytes + rest)?.contains("not JSON") == true)
  }

  @Test("A field's name is at most 1,500 bytes")
  func boundsNames() throws {
    let name = String(repeating: "é", count: 750)
    #expect(try canonical(#"{"\#(name)":1}"#) == ExactText(#"{"\#(name)":1}"#))
    #expect(
      fault(ofLine: #"{"path":"c/d","data":{"\#(name)a":1}}"#)?.contains("1,500 bytes") == true)
  }
}
