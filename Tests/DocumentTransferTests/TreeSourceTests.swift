import Documents
import Testing

@testable import DocumentTransfer

@Suite struct TreeSourceTests {
  @Test("A file that node-firestore-import-export wrote is read whole")
  func readsSample() throws {
    let tree = try TreeContents(
      of: """
        {
          "__collections__": {
            "collectionA": {
              "docA": {
                "name": "john",
                "__collections__": {
                  "contacts": {
                    "contactDocId": {
                      "name": "sam",
                      "__collections__": {}
                    }
                  }
                }
              },
              "docB": { "name": "billy", "__collections__": {} }
            },
            "collectionB": { "docC": { "name": "annie", "__collections__": {} } }
          }
        }

        """)
    #expect(
      tree.lines == [
        #"collectionA/docA/contacts/contactDocId {"name":"sam"}"#,
        #"collectionA/docA {"name":"john"}"#, #"collectionA/docB {"name":"billy"}"#,
        #"collectionB/docC {"name":"annie"}"#,
      ])
  }

  @Test(
    "Values of types that JSON has not are read",
    arguments: [
      (
        #"{"__datatype__":"timestamp","value":{"_seconds":1543579505,"_nanoseconds":0}}"#,
        #"{"__time__":"2018-11-30T12:05:05.000000Z"}"#
      ),
      (
        #"{"value":{"_nanoseconds":999999999,"_seconds":-1},"__datatype__":"timestamp"}"#,
        #"{"__time__":"1969-12-31T23:59:59.999999Z"}"#
      ),
      (
        #"{"__datatype__":"timestamp","value":"2018-11-30T13:05:05+01:00"}"#,
        #"{"__time__":"2018-11-30T12:05:05.000000Z"}"#
      ),
      (
        #"{"__datatype__":"geopoint","value":{"_latitude":12.5135747,"_longitude":-158}}"#,
        #"{"__geo__":[12.5135747,-158.0]}"#
      ),
      (
        #"{"__datatype__":"geopoint","value":{"_latitude":-0.0,"_longitude":0}}"#,
        #"{"__geo__":[{"__double__":"-0"},0.0]}"#
      ),
      (
        #"{"__datatype__":"documentReference","value":"test_data/EhUH"}"#,
        #"{"__ref__":"test_data/EhUH"}"#
      ),
      (
        #"[1,{"a":{"__datatype__":"documentReference","value":"a/b"}},2.50]"#,
        #"[1,{"a":{"__ref__":"a/b"}},2.5]"#
      ),
      (#"{"__bytes__":"/g=="}"#, #"{"__bytes__":"/g=="}"#),
      (#"{"__time__":"2018-11-30T12:05:05Z"}"#, #"{"__time__":"2018-11-30T12:05:05.000000Z"}"#),
      (#"{"__geo__":[1,2]}"#, #"{"__geo__":[1.0,2.0]}"#),
      (
        #"{"__ref__":"projects/p/databases/d/documents/a/b"}"#,
        #"{"__ref__":"projects/p/databases/d/documents/a/b"}"#
      ),
      (#"{"__vector__":[1,2.5]}"#, #"{"__vector__":[1.0,2.5]}"#),
      (#"{"__double__":"NaN"}"#, #"{"__double__":"NaN"}"#),
      (#""__datatype__""#, #""__datatype__""#), (#"{"value":1}"#, #"{"value":1}"#),
    ])
  func readsTypes(value: String, expected: String) throws {
    let tree = try TreeContents(of: #"{"__collections__":{"c":{"d":{"v":\#(value)}}}}"#)
    #expect(tree.lines == [#"c/d {"v":\#(expected)}"#])
  }

  @Test(
    "An object without fields is a document, unless it is there for what is below it",
    arguments: [
      (#"{}"#, ["c/d {}"]), (#"{"__collections__":{}}"#, ["c/d {}"]),
      (#"{"__collections__":{"e":{}}}"#, ["c/d {}"]),
      (#"{"__collections__":{"e":{"f":{}}}}"#, ["c/d/e/f {}"]),
      (#"{"__collections__":{"e":{"f":{"__collections__":{"g":{"h":{}}}}}}}"#, ["c/d/e/f/g/h {}"]),
      (#"{"__collections__":{"__document__":{},"e":{"f":{}}}}"#, ["c/d/e/f {}", "c/d {}"]),
      (#"{"__collections__":{"e":{"f":{}}},"a":1}"#, ["c/d/e/f {}", #"c/d {"a":1}"#]),
      (
        #"{"b":1,"__collections__":{"e":{"f":{}}},"a":[{}]}"#,
        ["c/d/e/f {}", #"c/d {"a":[{}],"b":1}"#]
      ),
    ])
  func tellsMissingParents(document: String, expected: [String]) throws {
    let tree = try TreeContents(of: #"{"__collections__":{"c":{"d":\#(document)}}}"#)
    #expect(tree.lines == expected)
  }

  @Test(
    "Ids are what their JSON strings stand for",
    arguments: [
      (#"\u0061"#, "a"), (#"\"\\\n\u0000"#, "\"\\\n\0"), (#"\ud83d\ude00é"#, "😀é"),
      ("__id7__", "__id7__"), (" {}[],:", " {}[],:"),
    ])
  func readsIDs(text: String, id: String) throws {
    let tree = try TreeContents(of: #"{"__collections__":{"c":{"\#(text)":{}}}}"#)
    #expect(tree.documents == [PlainDocument("c/" + id, "{}")])
  }

  @Test("A byte order mark and an empty tree are no fault")
  func readsEmpty() throws {
    #expect(try TreeContents(of: "\u{FEFF} { \"__collections__\" : { } } \r\n").lines == [])
  }
}

@Suite struct MalformedTreeTests {
  @Test(
    "A text whose shape is broken is refused with the place",
    arguments: [
      ("", 0, "ends too early"), ("[]", 0, "not a JSON object"), ("{}", 2, "no `__collections__`"),
      (#"{"__collections__":{}"#, 21, "ends too early"),
      (#"{"__collections__":{}} x"#, 23, "after the end"),
      (#"{"__collections__":{},"__collections__":{}}"#, 40, "twice"),
      (
        #"{"__collections__":{"c":{"d":{"__collections__":{},"__collections__":{}}}}}"#, 69, "twice"
      ),
      (#"{"__collections__":[]}"#, 19, "not an object"),
      (#"{"name":"x","__collections__":{}}"#, 8, "export from the root"),
      (#"{"__collections__":{"c":{"d":{"a":1}"e":{}}}}"#, 36, "`,` or `}`"),
      (#"{"__collections__":{"c":{"d":{"a":1,}}}}"#, 36, "in quotes"),
      (#"{"__collections__":{"c":{"d" {}}}}"#, 29, "expected `:`"),
      (#"{"__collections__":{"c":{"d":{"a":"x}}}}"#, 40, "ends within a value"),
      (#"{"__collections__":{"c":{"d":{"a":"x\"#, 37, "ends within a value"),
      (#"{"__collections__":{"c":{"d":{"a":[1,{"#, 38, "ends within a value"),
      (#"{"__collections__":{"c":{"d":{"a":1"#, 35, "ends too early"),
    ])
  func refuses(text: String, offset: Int, reason: String) {
    for skipsInvalid in [false, true] {
      let error = #expect(throws: TransferError.self) {
        try TreeContents(of: text, skipsInvalid: skipsInvalid)
      }
      #expect(error?.description.contains("tree") == true)
      #expect(error?.description.contains("byte offset \(offset): ") == true, "\(error as Any)")
      #expect(error?.description.contains(reason) == true, "\(error as Any)")
    }
  }

  @Test("Documents a hundred levels deep are read, deeper ones refused")
  func boundsDepth() throws {
    func nested(_ depth: Int) -> String {
      let opening = String(repeating: #"{"__collections__":{"c":{"d":"#, count: depth)
      return opening + "{}" + String(repeating: "}}}", count: depth)
    }
    #expect(try TreeContents(of: nested(100)).lines.count == 1)
    #expect(throws: TransferError.self) { try TreeContents(of: nested(101)) }
  }

  @Test(
    "What is no document is set aside, and the rest is read",
    arguments: [
      (#""x":7"#, "byte offset 29", "not an object", "7"),
      (#""x":[{"a":"}"}]"#, "byte offset 29", "not an object", #"[{"a":"}"}]"#),
      (#""x":{"a":tru}"#, "byte offset 29", "not JSON", #"{"a":tru}"#),
      (
        #""x":{"a":{"__datatype__":"blob","value":""}}"#, "byte offset 29", "`geopoint`",
        #"{"a":{"__datatype__":"blob","value":""}}"#
      ),
      (
        #""x":{"a":{"__datatype__":"timestamp","value":{"_seconds":1,"_nanoseconds":-1}}}"#,
        "byte offset 29", "`_nanoseconds`",
        #"{"a":{"__datatype__":"timestamp","value":{"_seconds":1,"_nanoseconds":-1}}}"#
      ),
      (
        #""x":{"a":{"__datatype__":"geopoint","value":{"_latitude":91,"_longitude":0}}}"#,
        "byte offset 29", "in degrees",
        #"{"a":{"__datatype__":"geopoint","value":{"_latitude":91,"_longitude":0}}}"#
      ),
      (
        #""x":{"a":{"__datatype__":"documentReference","value":"a"}}"#, "byte offset 29",
        "a document's path", #"{"a":{"__datatype__":"documentReference","value":"a"}}"#
      ),
      (
        #""x":{"a":{"__datatype__":"timestamp","value":1,"more":2}}"#, "byte offset 29", "reserved",
        #"{"a":{"__datatype__":"timestamp","value":1,"more":2}}"#
      ),
      (#""x":{"a":1,"a":2}"#, "byte offset 29", "twice", #"{"a":1,"a":2}"#),
      (#""x":{"__a__":1}"#, "byte offset 29", "reserved", #"{"__a__":1}"#),
      (#""x/y":{"a":1}"#, "byte offset 31", "slash", #"{"a":1}"#),
      (#""":{"a":1}"#, "byte offset 28", "empty segment", #"{"a":1}"#),
      (#""\ud800":{"a":1}"#, "byte offset 34", "not JSON", #"{"a":1}"#),
      (#""..":{"a":1}"#, "byte offset 30", "`..`", #"{"a":1}"#),
    ])
  func setsAside(member: String, place: String, reason: String, text: String) throws {
    let tree = try TreeContents(
      of: #"{"__collections__":{"c":{\#(member),"y":{"b":2}}}}"#, skipsInvalid: true)
    #expect(tree.lines == [#"c/y {"b":2}"#])
    #expect(tree.rejected.count == 1)
    #expect(tree.rejected.first?.place == place)
    #expect(tree.rejected.first?.reason.contains(reason) == true, "\(tree.rejected)")
    #expect(tree.rejected.first?.text == text)
    #expect(throws: TransferError.self) {
      try TreeContents(of: #"{"__collections__":{"c":{\#(member)}}}"#)
    }
  }

  @Test("A collection that is none is set aside; the one that marks documents can hold none")
  func setsAsideCollections() throws {
    let tree = try TreeContents(
      of: #"{"__collections__":{"c":1,"__document__":{"x":{}},"d":{"y":{}}}}"#, skipsInvalid: true)
    #expect(tree.lines == ["d/y {}"])
    #expect(tree.rejected.map(\.place) == ["byte offset 24", "byte offset 46"])
  }

  @Test("A document of over 16 MiB is set aside, and what is below it is read")
  func boundsLength() throws {
    let long = String(repeating: "x", count: 16 << 20)
    let tree = try TreeContents(
      of: #"{"__collections__":{"c":{"d":{"a":"\#(long)","__collections__":{"e":{"f":{}}},"#
        + #""b":1}}}}"#, skipsInvalid: true)
    #expect(tree.lines == ["c/d/e/f {}"])
    #expect(tree.rejected.map(\.reason) == ["longer than 16 MiB"])
  }

  @Test("Values that lie across the reader's buffers are read whole")
  func crossesBuffers() throws {
    let text = String(repeating: #"\"\\é[{"#, count: 300_000)
    let tree = try TreeContents(of: #"{"__collections__":{"c":{"d":{"a":[["\#(text)"]]}}}}"#)
    let expected = String(repeating: #"\"\\é[{"#, count: 300_000)
    #expect(tree.documents == [PlainDocument("c/d", #"{"a":[["\#(expected)"]]}"#)])
  }
}
