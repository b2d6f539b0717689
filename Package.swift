// swift-tools-version: 6.1
import PackageDescription

let commonSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]
/// Not of the program itself: with Foundation's static library the compiler takes Glibc's `stat` there for
/// CoreFoundation's, which no file can import, once gRPC is imported as well.
let swiftSettings: [SwiftSetting] =
  commonSettings + [.enableUpcomingFeature("MemberImportVisibility")]

/// What only live Firestore needs is not built without it: `--disable-default-traits`.
let live = TargetDependencyCondition.when(traits: ["LiveFirestore"])
let gRPC: [Target.Dependency] = [
  .product(name: "GRPCCore", package: "grpc-swift-2", condition: live),
  .product(
    name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport", condition: live),
  .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: live),
  .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: live),
]

let package = Package(
  name: "hallo-migrate",
  products: [.executable(name: "hallo-migrate", targets: ["hallo-migrate"])],
  traits: [
    .default(enabledTraits: ["LiveFirestore"]),
    .trait(name: "LiveFirestore", description: "Talks to a live Firestore database, over gRPC."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .executableTarget(
      name: "hallo-migrate",
      dependencies: [
        "DocumentStore", "DocumentTransfer", "Documents", "HalloMigration",
        "HalloReport", "Phone", "PhotoArchive", "Settings",
        .target(name: "FirestoreClient", condition: live),
        .target(name: "FirestoreSync", condition: live),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: commonSettings),

    .target(
      name: "HalloReport",
      dependencies: ["DocumentStore", "Documents", "HalloMigration", "PhotoArchive"],
      swiftSettings: swiftSettings),

    .target(
      name: "Settings", dependencies: [.product(name: "Yams", package: "Yams")],
      swiftSettings: swiftSettings),

    .target(
      name: "HalloMigration", dependencies: ["DocumentStore", "Documents", "Migrations", "Phone"],
      swiftSettings: swiftSettings),

    .target(
      name: "Migrations", path: "Migrations",
      resources: [
        .embedInCode("hallo/0001_normalize_phone_numbers.sql"),
        .embedInCode("hallo/0002_rewrite_legacy_profile_ids.sql"),
        .embedInCode("hallo/0003_remove_duplicate_profile_created_events.sql"),
        .embedInCode("hallo/on-demand/delete-orphaned-habits.sql"),
        .embedInCode("hallo/on-demand/repair-null-photos.sql"),
        .embedInCode("hallo/audit"),
      ],
      swiftSettings: swiftSettings),

    .target(name: "Phone", dependencies: ["CPhoneNumber"], swiftSettings: swiftSettings),

    .target(
      name: "PhotoArchive", dependencies: ["CArchive", "CDirectory", "DocumentStore", "Documents"],
      swiftSettings: swiftSettings),

    .target(
      name: "DocumentTransfer",
      dependencies: ["CRename", "DocumentStore", "Documents", "FirestoreExport"],
      swiftSettings: swiftSettings),

    .target(
      name: "FirestoreExport",
      dependencies: ["Documents", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["EntityProto.proto"], swiftSettings: swiftSettings),

    .target(
      name: "FirestoreSync",
      dependencies: [
        "DocumentStore", "Documents", .target(name: "FirestoreClient", condition: live),
      ],
      swiftSettings: swiftSettings),

    .target(
      name: "FirestoreClient",
      dependencies: [
        "Documents",
        .product(name: "JWTKit", package: "jwt-kit", condition: live),
        .product(name: "NIOCore", package: "swift-nio", condition: live),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: live),
        .product(name: "NIOPosix", package: "swift-nio", condition: live),
      ] + gRPC,
      exclude: ["Protocol/firestore.proto", "Protocol/latlng.proto"],
      swiftSettings: swiftSettings),

    .target(
      name: "DocumentStore",
      dependencies: [
        "CSQLiteSettings", "Documents",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),

    .target(
      name: "Documents",
      dependencies: ["CSimdJSON", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: swiftSettings),

    // The edges to C and C++.
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "CDirectory"),
    .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber")]),
    .target(name: "CRename"),
    .target(name: "CSQLiteSettings", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

    // Tests, and what several of them share.
    .target(
      name: "StoreTesting",
      dependencies: [
        "DocumentStore", "Documents",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Tests/StoreTesting", swiftSettings: swiftSettings),
    .target(
      name: "CommandTesting", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/CommandTesting", swiftSettings: swiftSettings),
    .testTarget(
      name: "ArchiveCrashTests",
      dependencies: [
        "CommandTesting", "StoreTesting", "hallo-migrate",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DocumentTransferTests",
      dependencies: ["DocumentTransfer", "Documents", "FirestoreExport"],
      swiftSettings: swiftSettings),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FirestoreExportTests",
      dependencies: ["Documents", "FirestoreExport", "FirestoreTesting"],
      exclude: ["decode_with_google.py"], resources: [.copy("Fixtures")],
      swiftSettings: swiftSettings),
    .target(
      name: "FirestoreTesting",
      dependencies: [
        "Documents", "FirestoreClient",
        .product(name: "NIOCore", package: "swift-nio", condition: live),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: live),
        .product(name: "NIOPosix", package: "swift-nio", condition: live),
      ] + gRPC,
      path: "Tests/FirestoreTesting", swiftSettings: swiftSettings),
    .testTarget(
      name: "FirestoreClientTests",
      dependencies: [
        "Documents", "FirestoreClient", "FirestoreTesting",
        .product(name: "JWTKit", package: "jwt-kit", condition: live),
      ] + gRPC,
      exclude: ["google_client.py"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FirestoreSyncTests",
      dependencies: [
        "CommandTesting", "DocumentStore", "Documents", "FirestoreClient", "FirestoreSync",
        "FirestoreTesting", "StoreTesting", "hallo-migrate",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      exclude: ["Golden", "read_with_google.py"], swiftSettings: swiftSettings),
    .testTarget(
      name: "HalloMigrateTests",
      dependencies: [
        "CommandTesting", "hallo-migrate",
        "FirestoreTesting",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Yams", package: "Yams"),
      ],
      exclude: ["Golden", "browser.py", "open_album.py", "open_reports.py"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DocumentStoreTests", dependencies: ["DocumentStore", "Documents", "StoreTesting"],
      swiftSettings: swiftSettings),

    .testTarget(
      name: "HalloMigrationTests",
      dependencies: [
        "DocumentStore", "Documents", "HalloMigration", "Phone", "StoreTesting",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(name: "PhoneTests", dependencies: ["Phone"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PhotoArchiveTests", dependencies: ["Documents", "PhotoArchive", "StoreTesting"],
      swiftSettings: swiftSettings),
  ],
  cxxLanguageStandard: .cxx17
)
