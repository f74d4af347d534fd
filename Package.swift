// swift-tools-version: 6.2
import PackageDescription

// Every target speaks Swift 6 with the strict options; libraries also mark each unsafe operation.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let library = house + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

/// A dependency of the server and its command line on another package. An app with the client alone leaves the trait
/// `Server` out, and then resolves and builds none of these. That holds only while *every* use of a package has the
/// condition, those of tests and benchmarks too.
func product(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

/// A module of the portable ring or of the host ring: one folder of `Sources`, with the strictest settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: library)
}

/// The tests of one module. Macro expansions of the test library are not memory-safety clean, so only `house` applies.
/// Tests that do not compute much themselves compile in half the time when they are not optimised.
func tests(_ name: String, _ dependencies: [Target.Dependency], isOptimised: Bool = true) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"],
        swiftSettings: isOptimised ? house : house + [.unsafeFlags(["-Onone"])])
}

/// A C library of the system: a header and a module map, installed by package name.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "hereabouts",
    // The client's; the server runs on Linux.
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "hereabouts", targets: ["hereabouts"]),
        .executable(name: "WebCore", targets: ["WebCore"]),
        .executable(name: "BocceCore", targets: ["BocceCore"]),
        .executable(name: "ARProgram", targets: ["ARProgram"]),
        .executable(name: "GossipProgram", targets: ["GossipProgram"]),
        .library(name: "HereaboutsAPI", targets: ["HereaboutsAPI", "HereaboutsDevice"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server and its command line, with the packages that they need."),
        .trait(name: "Postgres", description: "Stores in PostgreSQL, by libpq."),
        .default(enabledTraits: ["Server", "Postgres"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    ],
    targets: [
        // The portable ring: bytes and numbers in, bytes and numbers out; also built as WebAssembly.
        module("GeoCore"),
        module("Atlas", ["GeoCore"]),
        module("Routing", ["Atlas", "GeoCore"]),
        module("Search", ["Atlas", "GeoCore"]),
        module("Tiles", ["Atlas", "GeoCore"]),
        module("Bocce", ["GeoCore"]),
        module("AR", ["GeoCore"]),
        module("Gossip", ["GeoCore"]),
        .target(name: "CWasmSupport"),
        .executableTarget(
            name: "WebCore", dependencies: ["Atlas", "GeoCore", "Routing", "Search", "Tiles", "CWasmSupport"],
            swiftSettings: library),
        .executableTarget(
            name: "BocceCore", dependencies: ["Bocce", "GeoCore", "CWasmSupport"], swiftSettings: library),
        .executableTarget(
            name: "ARProgram", dependencies: ["AR", "GeoCore", "CWasmSupport"], swiftSettings: library),
        .executableTarget(
            name: "GossipProgram", dependencies: ["Gossip", "GeoCore", "CWasmSupport"], swiftSettings: library),

        // The host ring: needs a machine.
        system("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        .systemLibrary(name: "CBZip2", providers: [.apt(["libbz2-dev"])]),
        system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        system("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        system("CPNG", pkgConfig: "libpng16", apt: "libpng-dev"),
        system("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        system("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        .systemLibrary(name: "CLinux"),
        system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        system("CPostgres", pkgConfig: "libpq", apt: "libpq-dev"),
        module(
            "OSMImport",
            ["Routing", "Search", "Tiles", "Atlas", "GeoCore", "CDeflate", "CZlib", "CBZip2", "CExpat", "CLinux"]),
        module(
            "Backups",
            [
                "CLinux",
                product("Crypto", "swift-crypto"),
                product("CryptoExtras", "swift-crypto"),
            ]),
        module("Mesh", ["Gossip", "GeoCore"]),
        module("Crowd", ["Routing", "Search", "Atlas", "GeoCore"]),
        module("HereaboutsAPI", ["GeoCore"]),
        module("HereaboutsDevice", ["HereaboutsAPI", "GeoCore"]),
        module(
            "Community",
            [
                "Bocce", "Fairness", "GeoCore", "Gossip", "Passkeys", product("Crypto", "swift-crypto"),
                product("CryptoExtras", "swift-crypto"),
            ]),
        module("Presence", ["Community", "Gossip", "GeoCore", product("Crypto", "swift-crypto")]),
        module(
            "Stores",
            [
                "Backups", "Mesh", "Presence", "Community", "Bocce", "Fairness", "Passkeys", "Gossip", "GeoCore",
                .target(name: "PostgresLanes", condition: .when(traits: ["Postgres"])),
                product("Crypto", "swift-crypto"),
                product("GRDB", "GRDB.swift"),
            ]),
        module(
            "Pictures",
            [
                "CTurboJPEG", "CPNG", "CWebP", "CSeccomp",
                product("Subprocess", "swift-subprocess"),
                product("SystemPackage", "swift-system"),
            ]),
        module(
            "Buckets",
            [
                "Pictures", "CExpat",
                product("AsyncHTTPClient", "async-http-client"),
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOHTTP1", "swift-nio"),
                product("NIOPosix", "swift-nio"),
                product("NIOSSL", "swift-nio-ssl"),
            ]),
        module(
            "Merging", ["Presence", "Community", "Gossip", "GeoCore", product("Crypto", "swift-crypto")]),
        module("MeshRows", ["MeshHost", "Mesh", "Merging", "Presence", "Community", "Gossip", "GeoCore"]),
        module("Fairness"),
        module("Passkeys", [product("Crypto", "swift-crypto"), product("CryptoExtras", "swift-crypto")]),
        module("Archives", ["CZip", "CDeflate"]),
        module(
            "TileArchives",
            [
                "Tiles", "Atlas", "GeoCore", "CDeflate", product("GRDB", "GRDB.swift"),
                product("GRDBSQLite", "GRDB.swift"),
            ]),
        module("Codes", ["CQREncode"]),
        module(
            "LocalAuthority",
            [
                product("Crypto", "swift-crypto"),
                product("SwiftASN1", "swift-asn1"),
                product("X509", "swift-certificates"),
            ]),
        module(
            "MeshLinks",
            [
                "Gossip", "GeoCore",
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOPosix", "swift-nio"),
                product("NIOSSL", "swift-nio-ssl"),
                product("NIOTLS", "swift-nio"),
                product("SwiftASN1", "swift-asn1"),
                product("X509", "swift-certificates"),
            ]),
        module(
            "MeshHost",
            [
                "MeshLinks", "Mesh", "LocalAuthority", "Gossip", "GeoCore", "CLinux",
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOPosix", "swift-nio"),
            ]),
        // A node that finds others and links to them, for the checks on hosts of their own.
        .executableTarget(
            name: "MeshLinksHarness",
            dependencies: [
                "MeshLinks", "Gossip",
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOPosix", "swift-nio"),
            ],
            swiftSettings: house),
        module(
            "Server",
            [
                "HereaboutsAPI", "MeshRows", "MeshHost", "Mesh", "Merging", "Gossip", "Fairness", "Presence",
                "Community", "Passkeys", "Pictures", "Archives", "Codes",
                "Routing", "Search", "TileArchives", "Tiles", "Atlas", "Bocce", "GeoCore", "CDeflate",
                product("Crypto", "swift-crypto"),
                product("HTTPTypes", "swift-http-types"),
                product("Hummingbird", "hummingbird"),
                product("HummingbirdCore", "hummingbird"),
                product("HummingbirdTLS", "hummingbird"),
                product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"),
                product("NIOHTTP1", "swift-nio"),
                product("NIOHTTPTypes", "swift-nio-extras"),
                product("NIOPosix", "swift-nio"),
                product("NIOSSL", "swift-nio-ssl"),
                product("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        module(
            "SimulatedPeople",
            [
                "Server", "HereaboutsAPI", "Crowd", "Presence", "Community", "Search", "Atlas", "GeoCore",
                product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"),
                product("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "hereabouts",
            dependencies: [
                "SimulatedPeople", "Server", "OSMImport", "Stores", "MeshHost", "MeshLinks", "Mesh", "Pictures",
                "Buckets", "LocalAuthority", "Backups", "Crowd", "Presence", "Gossip",
                "Community", .target(name: "PostgresLanes", condition: .when(traits: ["Postgres"])),
                "HereaboutsAPI", "Routing", "Search", "TileArchives", "Tiles", "Atlas", "Bocce", "GeoCore", "Codes",
                product("ArgumentParser", "swift-argument-parser"),
                product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"),
                product("NIOHTTP1", "swift-nio"),
                product("NIOPosix", "swift-nio"),
                product("NIOSSL", "swift-nio-ssl"),
                product("ServiceLifecycle", "swift-service-lifecycle"),
                product("Subprocess", "swift-subprocess"),
                product("SystemPackage", "swift-system"),
                product("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: house),

        .executableTarget(
            name: "BareStreams", dependencies: [product("Hummingbird", "hummingbird")],
            path: "Benchmarks/BareStreams", swiftSettings: house),
        // Sets our Negentropy against other implementations, by their own tests.
        .executableTarget(name: "NegentropyHarness", dependencies: ["Gossip", "GeoCore"], swiftSettings: house),

        // Connections to PostgreSQL, and a program that writes while hosts are killed, for `make soak-postgres`.
        module("PostgresLanes", ["Fairness", "CPostgres"]),
        .executableTarget(name: "PostgresLedger", dependencies: ["PostgresLanes"], swiftSettings: library),

        // The mesh in virtual time, for its tests and for `make soak-mesh`.
        module("MeshSimulation", ["Mesh", "Gossip", "GeoCore"]),
        .executableTarget(name: "MeshSoak", dependencies: ["MeshSimulation"], swiftSettings: house),

        .target(
            name: "TestSupport",
            dependencies: [
                "OSMImport", "Passkeys", "Routing", "Search", "Tiles", "Atlas", "GeoCore",
                product("Crypto", "swift-crypto"),
            ],
            path: "Tests/TestSupport", swiftSettings: house),
        tests("GeoCore", ["GeoCore"]),
        tests("Bocce", ["Bocce", "GeoCore"]),
        tests("PostgresLanes", ["PostgresLanes"]),
        tests("AR", ["AR", "GeoCore"]),
        tests("Gossip", ["Gossip", "GeoCore", product("Crypto", "swift-crypto")]),
        tests("Mesh", ["MeshSimulation", "Mesh", "Gossip", "GeoCore", product("Crypto", "swift-crypto")]),
        tests("Atlas", ["Atlas", "GeoCore"]),
        tests("Routing", ["Routing", "Atlas", "GeoCore", "OSMImport", "CExpat"]),
        tests("Search", ["Search", "Atlas", "GeoCore", "OSMImport"]),
        tests("Tiles", ["Tiles", "Atlas", "GeoCore", "OSMImport"]),
        tests("OSMImport", ["OSMImport", "Routing", "Search", "Tiles", "Atlas", "GeoCore"]),
        tests("Backups", ["Backups", "Stores", product("GRDB", "GRDB.swift")]),
        tests("Crowd", ["Crowd", "OSMImport", "Routing", "Search", "Atlas", "GeoCore"]),
        tests("HereaboutsAPI", ["HereaboutsAPI", "GeoCore"]),
        tests(
            "HereaboutsDevice",
            [
                "HereaboutsDevice", "HereaboutsAPI", product("Hummingbird", "hummingbird"),
                product("HummingbirdTesting", "hummingbird"),
            ]),
        tests("Community", ["Community", "Bocce", "Passkeys", "GeoCore"]),
        tests("Presence", ["Presence", "Community", "GeoCore"]),
        tests("Fairness", ["Fairness", "GeoCore"]),
        tests("Passkeys", ["Passkeys", "GeoCore", product("Crypto", "swift-crypto")]),
        tests("Archives", ["Archives"]),
        tests("TileArchives", ["TileArchives", "Tiles", "Atlas", "GeoCore", product("GRDB", "GRDB.swift")]),
        tests("Codes", ["Codes"]),
        tests(
            "Buckets",
            [
                "Buckets", "Pictures",
                product("HTTPTypes", "swift-http-types"),
                product("Hummingbird", "hummingbird"),
                product("HummingbirdTesting", "hummingbird"),
                product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"),
            ]),
        tests("Pictures", ["Pictures", "CTurboJPEG", "CPNG", "CWebP", "CZlib"]),
        tests(
            "LocalAuthority",
            [
                "LocalAuthority",
                product("Crypto", "swift-crypto"),
                product("SwiftASN1", "swift-asn1"),
                product("X509", "swift-certificates"),
            ]),
        tests(
            "MeshLinks",
            [
                "MeshLinks", "Gossip", "GeoCore",
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOPosix", "swift-nio"),
                product("NIOSSL", "swift-nio-ssl"),
            ]),
        tests(
            "MeshHost",
            [
                "MeshHost", "MeshLinks", "Mesh", "Stores", "LocalAuthority", "Gossip", "GeoCore",
                product("Crypto", "swift-crypto"),
                product("NIOCore", "swift-nio"),
                product("NIOPosix", "swift-nio"),
            ]),
        tests(
            "Stores",
            [
                "Stores", "Backups", "Mesh", "Presence", "Community", "Bocce", "Fairness", "Passkeys", "Gossip",
                "GeoCore",
                .target(name: "PostgresLanes", condition: .when(traits: ["Postgres"])),
                product("GRDB", "GRDB.swift"),
            ]),
        tests(
            "Merging",
            [
                "Merging", "Stores", "Presence", "Community", "Bocce", "Gossip", "GeoCore",
                product("Crypto", "swift-crypto"),
            ]),
        tests(
            "MeshRows",
            [
                "MeshRows", "MeshHost", "MeshLinks", "Mesh", "Merging", "Stores", "Presence", "Community", "Bocce",
                "Gossip", "GeoCore",
            ]),
        tests(
            "Server",
            [
                "SimulatedPeople", "Server", "HereaboutsAPI", "MeshHost", "Mesh", "Gossip", "Fairness", "Presence",
                "Community", "Passkeys",
                "Bocce", "Stores", "Pictures", "Archives", "CDeflate",
                "Codes", "LocalAuthority",
                "OSMImport", "Routing",
                "Search", "TileArchives", "Tiles", "Atlas", "GeoCore",
                product("Crypto", "swift-crypto"),
                product("GRDB", "GRDB.swift"),
                product("HTTPTypes", "swift-http-types"),
                product("Hummingbird", "hummingbird"),
                product("HummingbirdTesting", "hummingbird"),
                product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"),
                product("NIOEmbedded", "swift-nio"),
                product("NIOHTTP1", "swift-nio"),
                product("NIOHTTPTypes", "swift-nio-extras"),
                product("NIOSSL", "swift-nio-ssl"),
            ], isOptimised: false),
    ]
)
