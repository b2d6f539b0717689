import Documents
import Foundation
import PhotoArchive
import StoreTesting
import Testing

/// Tars that someone made to harm their reader, in the place of a bundle's own.
@Suite struct HostileTarTests {
  private let prefix = "gallery-archive/u1/P/2025/10/"
  private let photo = Array("photo of a".utf8)

  /// What a bundle of one record has, and how it is changed.
  private func damages(
    compression: Compression = .none, _ change: (inout TarBytes) -> Void
  ) throws -> [Damage] {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")], compression: compression)
    var tar = TarBytes()
    change(&tar)
    try archive.overwrite(PartName.tar(1, compression), tar.finished)
    return try archive.damages()
  }

  private func reasons(_ damages: [Damage]) -> String {
    damages.map(\.description).joined(separator: "\n")
  }

  @Test(
    "Whatever is no file is refused, by its kind",
    arguments: [
      ("1", "hard link"), ("2", "symbolic link"), ("3", "device"), ("4", "device"),
      ("5", "directory"), ("6", "device"),
    ])
  func kinds(type: String, kind: String) throws {
    let damages = try damages { tar in
      tar.add(prefix + "a.jpg", type: Character(type), link: "/etc/passwd")
      tar.add(prefix + "a.json", Array("{\"of\":\"1\"}".utf8))
    }
    #expect(reasons(damages).contains(kind), "\(damages)")
  }

  @Test(
    "A member that the manifest does not name is named, wherever it would lead",
    arguments: [
      "../../etc/passwd", "/etc/passwd", "gallery-archive/u1/P/2025/10/b.jpg", "a.jpg", "\u{1B}[2J",
    ])
  func unknown(name: String) throws {
    let damages = try damages { tar in
      tar.add(prefix + "a.jpg", photo)
      tar.add(prefix + "a.json", Array("{\"of\":\"1\"}".utf8))
      tar.add(name, [1])
    }
    let found = damages.first { $0.reason.code == "unknown-member" }
    #expect(found?.member == name, "\(damages)")
    #expect(!reasons(damages).contains("\u{1B}"))
  }

  @Test("A member that is there twice, or before its turn, is out of order")
  func order() throws {
    let json = Array("{\"of\":\"1\"}".utf8)
    let twice = try damages { tar in
      tar.add(prefix + "a.jpg", photo)
      tar.add(prefix + "a.json", json)
      tar.add(prefix + "a.jpg", photo)
    }
    #expect(twice.contains { $0.reason.code == "member-order" }, "\(twice)")
    let swapped = try damages { tar in
      tar.add(prefix + "a.json", json)
      tar.add(prefix + "a.jpg", photo)
    }
    #expect(swapped.contains { $0.reason.code == "missing-member" }, "\(swapped)")
    #expect(swapped.contains { $0.reason.code == "member-order" }, "\(swapped)")
  }

  @Test("A member of another size or content, or a missing one, is named")
  func contents() throws {
    let longer = try damages { tar in tar.add(prefix + "a.jpg", photo + [0]) }
    #expect(longer.map(\.reason.code).prefix(3) == ["tar-size", "member-size", "missing-member"])
    let other = try damages { tar in tar.add(prefix + "a.jpg", photo.reversed()) }
    #expect(other.map(\.reason.code).contains("member-sha256"))
    #expect(try damages { _ in }.filter { $0.reason.code == "missing-member" }.count == 2)
  }

  @Test(
    "A size that is not true is refused before anything is read",
    arguments: ["77777777777", "00000100000", "-0000000001", "zzzzzzzzzzz"])
  func sizes(size: String) throws {
    let damages = try damages { tar in tar.add(prefix + "a.jpg", size: size, photo) }
    #expect(!damages.isEmpty)
    #expect(reasons(damages).contains("a.jpg") || reasons(damages).contains("tar"), "\(damages)")
  }

  @Test("Many members are refused at the manifest's count")
  func manyMembers() throws {
    let damages = try damages { tar in
      for index in 0..<3000 { tar.add("\(index)") }
    }
    #expect(reasons(damages).contains("members"), "\(damages.count)")
    #expect(damages.count < 100)
  }

  @Test("Bytes that come out of a small file are counted")
  func bomb() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")], compression: .zstd)
    let bomb = [UInt8](repeating: 0, count: 50_000_000)
    let other = try TestArchive()
    try other.write([TestRecord("a", photo: bomb)], compression: .zstd)
    let name = PartName.tar(1, .zstd)
    #expect(try other.bytes(name).count < 10_000)
    try archive.overwrite(name, try other.bytes(name))
    #expect(try archive.damages().contains { "\($0)".contains("more than") })
  }

  @Test("Headers that hold nothing are counted too")
  func headerBomb() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")], compression: .zstd)
    var tar = TarBytes()
    for _ in 0..<8000 { tar.add("x", type: "g", Array("12 a=bcdefg\n".utf8)) }
    let scratch = try Scratch()
    try Data(tar.finished).write(to: URL(fileURLWithPath: scratch.path("tar")))
    #expect(try run("zstd", ["-q", scratch.path("tar")]).status == 0)
    let packed = try Data(contentsOf: URL(fileURLWithPath: scratch.path("tar.zst")))
    try archive.overwrite(PartName.tar(1, .zstd), [UInt8](packed))
    let damages = try archive.damages()
    #expect(!damages.isEmpty, "\(damages)")
  }

  @Test("Only tar is read, and only what the manifest says it is packed with")
  func formats() throws {
    let archive = try TestArchive()
    try archive.write([TestRecord("a")])
    let tar = archive.file("part-000001.tar")
    for (program, arguments) in [
      ("gzip", ["-k", tar]), ("zstd", ["-qk", tar, "-o", tar + ".gz"]),
      ("bsdtar", ["--format", "zip", "-cf", tar + ".gz", "/etc/hostname"]),
      ("bsdtar", ["--format", "cpio", "-cf", tar + ".gz", "/etc/hostname"]),
    ] {
      try? FileManager.default.removeItem(atPath: tar + ".gz")
      #expect(try run(program, arguments).status == 0)
      let other = try Data(contentsOf: URL(fileURLWithPath: tar + ".gz"))
      let intact = try archive.bytes("part-000001.tar")
      try archive.overwrite("part-000001.tar", [UInt8](other))
      #expect(try archive.damages().contains { $0.reason.code == "bad-tar" }, "\(program)")
      try archive.overwrite("part-000001.tar", intact)
    }
  }

  @Test("A link, a pipe or a directory in a bundle's place is not followed or waited for")
  func places() throws {
    for make in [
      {
        try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: $0 + ".moved")
      },
      { path in _ = try run("mkfifo", [path]) },
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
    ] as [(String) throws -> Void] {
      for name in ["part-000001.tar", "part-000001.jsonl"] {
        let archive = try TestArchive()
        try archive.write([TestRecord("a")])
        let path = archive.file(name)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        try make(path)
        #expect(try archive.damages().count == 1)
      }
    }
  }
}
