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

/// A module of the portable ring or of the host ring: one folder of `Sources`, with the strictest settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: library)
}

/// The tests of one module. Macro expansions of the test library are not memory-safety clean, so only `house` applies.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: house)
}

/// A C library of the system: a header and a module map, installed by package name.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "hereabouts",
    products: [
        .executable(name: "hereabouts", targets: ["hereabouts"]),
        .executable(name: "WebCore", targets: ["WebCore"]),
        .library(name: "HereaboutsAPI", targets: ["HereaboutsAPI"]),
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
        .target(name: "CWasmSupport"),
        .executableTarget(
            name: "WebCore", dependencies: ["Atlas", "GeoCore", "Routing", "Search", "Tiles", "CWasmSupport"],
            swiftSettings: library),

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
        module(
            "OSMImport",
            ["Routing", "Search", "Tiles", "Atlas", "GeoCore", "CDeflate", "CZlib", "CBZip2", "CExpat"]),
        module(
            "Backups",
            [
                "CLinux",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        module("Crowd", ["Routing", "Search", "Atlas", "GeoCore"]),
        module("HereaboutsAPI", ["GeoCore"]),
        module(
            "Community",
            [
                "GeoCore", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        module("Presence", ["Community", "GeoCore", .product(name: "Crypto", package: "swift-crypto")]),
        module(
            "Stores", ["Backups", "Presence", "Community", "GeoCore", .product(name: "GRDB", package: "GRDB.swift")]),
        module(
            "Pictures",
            [
                "CTurboJPEG", "CPNG", "CWebP", "CSeccomp",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        module("Archives", ["CZip", "CDeflate"]),
        module("Codes", ["CQREncode"]),
        module(
            "LocalAuthority",
            [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        module(
            "Server",
            [
                "HereaboutsAPI", "Crowd", "Presence", "Community", "Pictures", "Archives", "Codes", "Routing", "Search",
                "Tiles", "Atlas", "GeoCore", "CDeflate",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "hereabouts",
            dependencies: [
                "Server", "OSMImport", "Stores", "Pictures", "LocalAuthority", "Backups", "Crowd", "Presence",
                "Community",
                "HereaboutsAPI", "Routing", "Search", "Tiles", "Atlas", "GeoCore", "Codes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house),

        .executableTarget(
            name: "PostHere", dependencies: ["HereaboutsAPI"], path: "Examples/PostHere", swiftSettings: house),

        .executableTarget(
            name: "BareStreams", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            path: "Benchmarks/BareStreams", swiftSettings: house),

        .target(
            name: "TestSupport",
            dependencies: ["OSMImport", "Routing", "Search", "Tiles", "Atlas", "GeoCore"],
            path: "Tests/TestSupport", swiftSettings: house),
        tests("GeoCore", ["GeoCore"]),
        tests("Atlas", ["Atlas", "GeoCore"]),
        tests("Routing", ["Routing", "Atlas", "GeoCore", "OSMImport", "CExpat"]),
        tests("Search", ["Search", "Atlas", "GeoCore", "OSMImport"]),
        tests("Tiles", ["Tiles", "Atlas", "GeoCore", "OSMImport"]),
        tests("OSMImport", ["OSMImport", "Routing", "Search", "Tiles", "Atlas", "GeoCore"]),
        tests("Backups", ["Backups", "Stores", .product(name: "GRDB", package: "GRDB.swift")]),
        tests("Crowd", ["Crowd", "OSMImport", "Routing", "Search", "Atlas", "GeoCore"]),
        tests("HereaboutsAPI", ["HereaboutsAPI", "GeoCore"]),
        tests("Community", ["Community", "GeoCore"]),
        tests("Presence", ["Presence", "Community", "GeoCore"]),
        tests("Archives", ["Archives"]),
        tests("Codes", ["Codes"]),
        tests("Pictures", ["Pictures", "CTurboJPEG", "CPNG", "CWebP", "CZlib"]),
        tests(
            "LocalAuthority",
            [
                "LocalAuthority",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        tests("Stores", ["Stores", "Presence", "Community", "GeoCore", .product(name: "GRDB", package: "GRDB.swift")]),
        tests(
            "Server",
            [
                "Server", "HereaboutsAPI", "Presence", "Community", "Stores", "Pictures", "Archives", "Codes",
                "LocalAuthority",
                "OSMImport", "Routing",
                "Search", "Tiles", "Atlas", "GeoCore",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
    ]
)
