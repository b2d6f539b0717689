import Foundation
import Testing

@testable import Documents

@Suite struct RESTDocumentTests {
  static let home = "projects/p/databases/(default)/documents/"

  @Test(
    "Each type of value is read",
    arguments: [
      (#"{"nullValue":null}"#, "null"), (#"{"nullValue":"NULL_VALUE"}"#, "null"),
      (#"{"booleanValue":true}"#, "true"), (#"{"booleanValue":false}"#, "false"),
      (#"{"integerValue":"-9223372036854775808"}"#, "-9223372036854775808"),
      (#"{"integerValue":7}"#, "7"), (#"{"doubleValue":7}"#, "7.0"),
      (#"{"doubleValue":18446744073709551615}"#, "1.8446744073709552e+19"),
      (#"{"doubleValue":0.1}"#, "0.1"), (#"{"doubleValue":"2.5"}"#, "2.5"),
      (#"{"doubleValue":"NaN"}"#, #"{"__double__":"NaN"}"#),
      (#"{"doubleValue":"-Infinity"}"#, #"{"__double__":"-Infinity"}"#),
      (#"{"doubleValue":-0.0}"#, #"{"__double__":"-0"}"#),
      (#"{"stringValue":"\u00e9\n"}"#, #""é\n""#),
      (
        #"{"timestampValue":"2025-10-09T07:00:00.123456789Z"}"#,
        #"{"__time__":"2025-10-09T07:00:00.123456Z"}"#
      ),
      (#"{"bytesValue":"/g=="}"#, #"{"__bytes__":"/g=="}"#),
      (#"{"referenceValue":"\#(home)users/u1"}"#, #"{"__ref__":"users/u1"}"#),
      (
        #"{"referenceValue":"projects/p/databases/other/documents/users/u1"}"#,
        #"{"__ref__":"projects/p/databases/other/documents/users/u1"}"#
      ),
      (#"{"geoPointValue":{"latitude":49.28,"longitude":-123}}"#, #"{"__geo__":[49.28,-123.0]}"#),
      (#"{"geoPointValue":{"longitude":1.5}}"#, #"{"__geo__":[0.0,1.5]}"#),
      (#"{"geoPointValue":{}}"#, #"{"__geo__":[0.0,0.0]}"#),
      (#"{"arrayValue":{"values":[{"integerValue":"1"},{"mapValue":{}}]}}"#, "[1,{}]"),
      (#"{"arrayValue":{}}"#, "[]"),
      (
        #"{"mapValue":{"fields":{"b":{"nullValue":null},"a":{"mapValue":{"fields":{}}}}}}"#,
        #"{"a":{},"b":null}"#
      ),
      (
        #"{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"#
          + #""value":{"arrayValue":{"values":[{"doubleValue":1},{"doubleValue":"NaN"}]}}}}}"#,
        #"{"__vector__":[1.0,{"__double__":"NaN"}]}"#
      ),
    ])
  func readsValues(value: String, expected: String) throws {
    let document = try read(
      line: #"{"name":"\#(Self.home)users/é/x/d","fields":{"v":\#(value)},"createTime":"x"}"#)
    #expect(document.path == "users/é/x/d")
    #expect(document.data == ExactText(#"{"v":\#(expected)}"#))
    #expect(document.owner == "é")
  }

  @Test("A document without fields has none, wherever its name is in the line")
  func readsEmpty() throws {
    #expect(try read(line: #"{"name":"\#(Self.home)c/d"}"#).data == "{}")
    let document = try read(line: #"{"fields":{"a":{"nullValue":null}},"name":"\#(Self.home)c/d"}"#)
    #expect(document.path == "c/d")
    #expect(document.data == #"{"a":null}"#)
  }

  @Test(
    "Values that are not of their type are refused",
    arguments: [
      "5", "{}", #"{"stringValue":"a","integerValue":1}"#, #"{"stringValue":5}"#,
      #"{"textValue":"a"}"#, #"{"booleanValue":"true"}"#, #"{"booleanValue":null}"#,
      #"{"integerValue":"9223372036854775808"}"#, #"{"integerValue":1.5}"#,
      #"{"integerValue":""}"#, #"{"doubleValue":"x"}"#, #"{"doubleValue":"1e999"}"#,
      #"{"doubleValue":true}"#, #"{"timestampValue":"today"}"#, #"{"timestampValue":5}"#,
      #"{"bytesValue":"!"}"#, #"{"referenceValue":"users"}"#, #"{"referenceValue":""}"#,
      #"{"geoPointValue":5}"#, #"{"geoPointValue":{"latitude":91}}"#,
      #"{"geoPointValue":{"latitude":"x"}}"#, #"{"arrayValue":5}"#, #"{"arrayValue":[]}"#,
      #"{"arrayValue":{"values":5}}"#, #"{"arrayValue":{"values":{"a":1}}}"#,
      #"{"arrayValue":{"values":[5]}}"#, #"{"mapValue":5}"#, #"{"mapValue":{"fields":5}}"#,
      #"{"mapValue":{"fields":[]}}"#, #"{"mapValue":{"fields":[{"stringValue":"x"}]}}"#,
      #"{"mapValue":{"fields":{"__a__":{"nullValue":null}}}}"#,
      #"{"mapValue":{"fields":{"a":{"nullValue":null},"a":{"nullValue":null}}}}"#,
    ])
  func refusesValues(value: String) {
    #expect(fault(ofLine: #"{"name":"\#(Self.home)c/d","fields":{"v":\#(value)}}"#) != nil)
  }

  @Test(
    "Names that are not those of documents are refused",
    arguments: ["c/d", "projects/p/documents/c/d", home, home + "c", home + "c/..", ""])
  func refusesNames(name: String) {
    #expect(fault(ofLine: #"{"name":"\#(name)","fields":{}}"#) != nil)
    #expect(fault(ofLine: #"{"name":5,"fields":{}}"#) != nil)
    #expect(fault(ofLine: #"{"name":"\#(Self.home)c/d","fields":[]}"#) != nil)
  }

  /// The SHA-256 was worked out by a few lines of Python from the contract's table of types.
  @Test("Documents of every type, as Google's emulator wrote them, are read")
  func readsAllTypes() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../FirestoreExportTests/Fixtures/all-types/documents.rest.json")
    let (parser, reader, batch) = (JSONParser(), DocumentReader(), DocumentBatch())
    try withPadding(Array(Data(contentsOf: file))) { text in
      for answer in try parser.parse(text).elements {
        var fields = ByteBuffer()
        let path = try RESTDocument(#require(answer.member("document"))).write(to: &fields)
        try reader.read(path: path, data: fields.bytes, into: batch)
      }
    }
    var hasher = SHA256Hasher()
    for record in batch.records {
      let document = try ReadDocument(record, in: batch)
      hasher.update("\(document.path)\n\(document.data)\n")
    }
    #expect(
      hasher.finalize().description
        == "213bd2ce5956fe9d8d986bb14444a7b98c7e4cb4009b323eeb701125b90531e7")
  }
}
