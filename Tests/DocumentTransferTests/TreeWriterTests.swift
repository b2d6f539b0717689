import Foundation
import Testing

@testable import DocumentTransfer

@Suite struct TreeWriterTests {
  @Test("A tree has a document a line, as node-firestore-import-export has them")
  func writesTree() throws {
    let text = try treeText([
      PlainDocument("responses/r1", #"{"isCompleted":true}"#),
      PlainDocument("users/u1", #"{"name":"Ann"}"#),
      PlainDocument("users/u1/profiles/p1", "{}"),
      PlainDocument("users/u1/profiles/p2", #"{"age":81}"#),
      PlainDocument("users/u1/tasks/t1", "{}"), PlainDocument("users/u1 b", "{}"),
      PlainDocument("users/u2/profiles/p3", "{}"), PlainDocument("users/u3", "{}"),
      PlainDocument("users/u3/profiles/p\"4", "{}"),
    ])
    #expect(
      String(decoding: text, as: UTF8.self) == #"""
        {"__collections__":{
        "responses":{
        "r1":{"isCompleted":true,"__collections__":{}}
        },
        "users":{
        "u1":{"name":"Ann","__collections__":{
        "profiles":{
        "p1":{"__collections__":{}},
        "p2":{"age":81,"__collections__":{}}
        },
        "tasks":{
        "t1":{"__collections__":{}}
        }
        }},
        "u1 b":{"__collections__":{}},
        "u2":{"__collections__":{
        "profiles":{
        "p3":{"__collections__":{}}
        }
        }},
        "u3":{"__collections__":{
        "__document__":{},
        "profiles":{
        "p\"4":{"__collections__":{}}
        }
        }}
        }
        }}

        """#)
  }

  @Test("A tree of no documents is one, too")
  func writesEmptyTree() throws {
    #expect(try treeText([]) == Array("{\"__collections__\":{}}\n".utf8))
    #expect(try TreeContents(of: treeText([])).lines == [])
  }

  @Test(
    "Values that the other program has a form for are written in it",
    arguments: [
      (
        #"{"__time__":"2018-11-30T12:05:05.000001Z"}"#,
        #"{"__datatype__":"timestamp","value":{"_seconds":1543579505,"_nanoseconds":1000}}"#
      ),
      (
        #"{"__time__":"1969-12-31T23:59:59.999999Z"}"#,
        #"{"__datatype__":"timestamp","value":{"_seconds":-1,"_nanoseconds":999999000}}"#
      ),
      (
        #"{"__time__":"0001-01-01T00:00:00.000000Z"}"#,
        #"{"__datatype__":"timestamp","value":{"_seconds":-62135596800,"_nanoseconds":0}}"#
      ),
      (
        #"[{"__geo__":[{"__double__":"-0"},180.0]},1]"#,
        #"[{"__datatype__":"geopoint","value":{"_latitude":-0.0,"_longitude":180.0}},1]"#
      ),
      (
        #"{"a":{"__ref__":"c/\"}é\\"}}"#,
        #"{"a":{"__datatype__":"documentReference","value":"c/\"}é\\"}}"#
      ),
      (
        #"{"__ref__":"projects/p1"}"#,
        #"{"__datatype__":"documentReference","value":"projects/p1"}"#
      ),
    ])
  func writesTypes(value: String, expected: String) throws {
    let document = PlainDocument("c/d", #"{"v":\#(value)}"#)
    let text = try treeText([document])
    #expect(String(decoding: text, as: UTF8.self).contains(#"{"v":\#(expected),"__coll"#))
    #expect(try TreeContents(of: text).documents == [document])
  }

  @Test(
    "Other values stay as they are, and come back",
    arguments: [
      #"{"__bytes__":"/g=="}"#, #"{"__vector__":[0.5,{"__double__":"-0"}]}"#,
      #"{"__double__":"NaN"}"#, #"{"__ref__":"projects/p/databases/d/documents/users/u1"}"#,
      #"{"__":1,"__x":2}"#, #"{"__time":1}"#, #"["{\"__time__\":\"2018\"}","{"]"#, "1.0", "[]",
    ])
  func keepsOtherTypes(value: String) throws {
    let document = PlainDocument("c/d", #"{"v":\#(value)}"#)
    let text = try treeText([document])
    #expect(String(decoding: text, as: UTF8.self).contains(#"{"v":\#(value),"__coll"#))
    #expect(try TreeContents(of: text).documents == [document])
  }

  @Test(
    "Documents out of order are refused, since their parents would be there twice",
    arguments: [
      ["a/b", "a/b"], ["a/c", "a/b"], ["a/b", "a/b!", "a/b/c/d"], ["a/b/c/d", "a/b"],
      ["b/a", "a/z"], ["a/b", "a/b\0c", "a/b/c/d"], ["a/b/c/d", "a/b c/c/d", "a/b/d/d"],
    ])
  func refusesDisorder(paths: [String]) {
    let error = #expect(throws: TreeWriter.OutOfOrder.self) {
      try treeText(paths.map { PlainDocument($0, "{}") })
    }
    #expect(error?.path == paths.last)
  }

  @Test("Generated trees are read as they were written", arguments: UInt64(0)..<40)
  func roundTrip(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    let documents = generator.documents()
    let text = try treeText(documents)
    let read = try TreeContents(of: text).documents.sorted(by: PlainDocument.treeOrder)
    #expect(read == documents, "seed \(seed)")
    // Any other reader of JSON finds no name twice and nothing amiss.
    _ = try JSONSerialization.jsonObject(with: Data(text))
    #expect(try treeText(read) == text, "seed \(seed)")
  }
}
