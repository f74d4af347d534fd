import Buckets
import Foundation
import Pictures
import TestSupport
import Testing

/// What every store of renditions does, asked of each.
@Suite struct RenditionStoreConformance {
    enum Kind: CaseIterable {
        case folder, bucket
    }

    private func withStore(
        _ kind: Kind, _ body: @escaping @Sendable (any RenditionStore) async throws -> Void
    ) async throws {
        switch kind {
        case .folder:
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            try await body(try PictureFolder(path: folder.file("pictures")))
        case .bucket: try await FakeStore().serve { try await body(PictureBucket(test: $0)) }
        }
    }

    private static func rendition(_ size: PictureSize, _ bytes: [UInt8]) -> Rendition {
        Rendition(size: size, width: 1, height: 1, bytes: bytes)
    }

    @Test(arguments: Kind.allCases)
    func `a missing size is answered by the largest size below it`(kind: Kind) async throws {
        try await withStore(kind) { store in
            try await store.keep([Self.rendition(.small, [1]), Self.rendition(.medium, [2, 0, 255])], as: "aa-bb")
            #expect(try await store.bytes(of: "aa-bb", .small) == [1])
            #expect(try await store.bytes(of: "aa-bb", .medium) == [2, 0, 255])
            #expect(try await store.bytes(of: "aa-bb", .large) == [2, 0, 255])
            #expect(try await store.bytes(of: "aa-bc", .large) == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func `renditions that are stored again replace the earlier ones`(kind: Kind) async throws {
        try await withStore(kind) { store in
            try await store.keep([Self.rendition(.small, [1, 2])], as: "aa-bb")
            try await store.keep([Self.rendition(.small, [3])], as: "aa-bb")
            #expect(try await store.bytes(of: "aa-bb", .small) == [3])
        }
    }

    @Test(arguments: Kind.allCases)
    func `a removed picture is gone in all sizes, and can be removed again`(kind: Kind) async throws {
        try await withStore(kind) { store in
            try await store.keep(PictureSize.allCases.map { Self.rendition($0, [7]) }, as: "aa-bb")
            try await store.keep([Self.rendition(.small, [8])], as: "aa-cb")
            for _ in 0..<2 {
                try await store.remove(["aa-bb", "aa-zb"])
                #expect(try await store.bytes(of: "aa-bb", .large) == nil)
                #expect(try await store.ids(keptBefore: .now + 60) == ["aa-cb"])
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `pictures are found by their ids and by their age, however many there are`(kind: Kind) async throws {
        try await withStore(kind) { store in
            let ids = Set((10..<30).map { "picture-\($0)" })
            for id in ids { try await store.keep([Self.rendition(.small, [1])], as: id) }
            try await store.keep([Self.rendition(.medium, [1])], as: "picture-99")
            #expect(try await store.ids(keptBefore: .now + 60) == ids.union(["picture-99"]))
            #expect(try await store.ids(keptBefore: .now - 60).isEmpty)
            let held = try await store.held(among: ["picture-12", "picture-99", "picture-31"])
            #expect(held == ["picture-12", "picture-99"])
            #expect(try await store.held(among: ids) == ids)
            #expect(try await store.held(among: []).isEmpty)
        }
    }
}
