import Foundation
import Testing

@testable import Documents

@Suite struct InlinePhotoTests {
  /// 21 bytes that begin as a JPEG does: 28 characters of base64.
  static let photo: [UInt8] = [0xFF, 0xD8, 0xFF] + Array("0123456789abcdefgh".utf8)
  static let text = Data(photo).base64EncodedString()

  /// The text in lines of so many characters.
  static func broken(every length: Int, _ ending: String) -> String {
    stride(from: 0, to: text.utf8.count, by: length).map {
      String(decoding: Array(text.utf8)[$0..<min($0 + length, text.utf8.count)], as: UTF8.self)
    }.joined(separator: ending)
  }

  @Test(
    "Photos are taken out of texts that can be made again from the bytes, and put back",
    arguments: [
      text, "data:image/jpeg;base64," + text, "data:image/svg+xml;a=b;base64," + text,
      "data:image/\"\\;base64," + text, text + "\n", text + "\r\n", text + "\r",
      broken(every: 4, "\n"), broken(every: 1, "\r\n"), broken(every: 27, "\r"),
      broken(every: 28, "\n") + "\n", broken(every: 5, "\r\n") + "\r\n",
      "data:image/png;base64," + broken(every: 14, "\n") + "\n",
    ])
  func detaches(text: String) throws {
    let document = try read(json(["photoData": text]))
    #expect(document.photos == [Self.photo])
    #expect(!document.stored.description.contains(String(text.suffix(9))))
    #expect(document.data == ExactText(json(["photoData": text])))
    #expect(document.record.photo == .inline)
  }

  @Test(
    "Photos stay in texts that the bytes alone can't bring back",
    arguments: [
      "\n" + text, text + "\n\n", broken(every: 9, "\n") + "\r\n", broken(every: 9, "\n\n"),
      String(text.prefix(4)) + "\n" + String(text.dropFirst(4).prefix(8)) + "\n"
        + String(text.dropFirst(12)),
      // The last character has bits that no byte uses.
      "/9j/MB==", "/9j/MDF=", "data:image/{};base64," + text, "data:image/é;base64," + text,
    ])
  func keeps(text: String) throws {
    let document = try read(json(["photoData": text]))
    #expect(document.photos.isEmpty)
    #expect(document.stored == ExactText(json(["photoData": text])))
    #expect(document.data == document.stored)
    #expect(document.record.photo == .inline)
  }

  @Test("Bytes are taken out too, at any depth, and only of `photoData`")
  func detachesBytes() throws {
    let bytes = #"{"__bytes__":"\#(Self.text)"}"#
    let fields = #"{"a":[{"photoData":\#(bytes)}],"b":\#(bytes),"photoData":\#(bytes)}"#
    let document = try read(fields)
    #expect(document.photos == [Self.photo, Self.photo])
    #expect(document.record.photoUses == 0..<2)
    #expect(document.data == ExactText(fields))
    #expect(document.stored.description.components(separatedBy: Self.text).count == 2)
  }

  @Test("The marker says which photo it stands for and how it was written")
  func writesMarker() throws {
    let digest = Self.photo.withUnsafeBufferPointer { SHA256Digest(of: $0) }
    let bytes = try read(#"{"photoData":{"__bytes__":"\#(Self.text)"}}"#)
    #expect(
      bytes.stored == ExactText(#"{"photoData":{"__photo__":["\#(digest)",21,"jpg","bytes"]}}"#))
    let lines = try read(
      json(["photoData": "data:image/jpeg;base64," + Self.broken(every: 9, "\r\n")]))
    #expect(
      lines.stored
        == ExactText(
          #"{"photoData":{"__photo__":["\#(digest)",21,"jpg","text","data:image/jpeg;base64,",9,"#
            + #""\r\n",false]}}"#))
  }

  @Test("A string that looks like a marker is only a string")
  func keepsLookalikes() throws {
    let fields = #"{"a":"{\"__photo__\":[","photoData":"\#(Self.text)","z":"]}"}"#
    #expect(try canonical(fields) == ExactText(fields))
  }

  @Test("Generated documents are stored and restored to the byte", arguments: UInt64(0)..<300)
  func restores(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var generated = GeneratedPhotos(&random)
    let document = try read(generated.fields)
    #expect(document.data == ExactText(generated.fields), "seed \(seed)")
    #expect(document.photos == generated.detached, "seed \(seed)")
    generated.detached = []
    let (reader, batch) = (DocumentReader(isStored: true), DocumentBatch())
    try document.stored.bytes.withUnsafeBufferPointer { text in
      try withBytes(of: "c/d") { try reader.read(path: $0, data: text, into: batch) }
    }
    #expect(ExactText(batch.bytes[batch.records[0].data]) == document.stored, "seed \(seed)")
    #expect(batch.photos.uses.count == document.record.photoUses.count, "seed \(seed)")
    #expect(batch.records[0].photo == document.record.photo, "seed \(seed)")
  }

  private func json(_ fields: [String: String]) -> String {
    var output = ByteBuffer()
    output.appendJSON(fields: fields.map { Field(name: $0.key, value: .string($0.value)) })
    return output.bytes.text
  }
}

/// Fields with photos in every layout, canonical already, and which photos are taken out of them.
struct GeneratedPhotos {
  private(set) var fields = "{"
  var detached: [[UInt8]] = []

  init(_ random: inout SplitMix) {
    for number in 0..<random.int(1...4) {
      let bytes =
        [0xFF, 0xD8, 0xFF] + (0..<random.int(0...300)).map { _ in UInt8(random.int(0...255)) }
      let value = random.int(0...3) == 0 ? asBytes(bytes) : asText(bytes, &random)
      if number > 0 { fields += "," }
      fields += #""f\#(number)":[{"photoData":\#(value)}]"#
    }
    fields += "}"
  }

  private mutating func asBytes(_ bytes: [UInt8]) -> String {
    detached.append(bytes)
    return #"{"__bytes__":"\#(Data(bytes).base64EncodedString())"}"#
  }

  private mutating func asText(_ bytes: [UInt8], _ random: inout SplitMix) -> String {
    let prefix = random.pick(["", "", "data:image/jpeg;base64,", "data:image/x-\"\\;base64,"])
    let ending = random.pick(["", "\n", "\r", "\r\n"])
    let body = Array(Data(bytes).base64EncodedString().utf8)
    let length = random.int(1...80)
    var text = prefix
    for start in stride(from: 0, to: body.count, by: length) {
      if start > 0 { text += ending }
      text += String(decoding: body[start..<min(start + length, body.count)], as: UTF8.self)
    }
    if random.int(0...2) == 0 { text += ending }
    if random.int(0...5) == 0 {
      text += "\n\n"  // more than one at the end: it stays
    } else {
      detached.append(bytes)
    }
    var output = ByteBuffer()
    output.appendJSON(string: text)
    return output.bytes.text
  }
}
