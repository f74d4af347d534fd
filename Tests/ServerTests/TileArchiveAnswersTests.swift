import Foundation
import GeoCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing
import TileArchives

@Suite struct TileArchiveAnswersTests {
    private static func bytes(_ answer: TestResponse) -> [UInt8] { [UInt8](answer.body.readableBytesView) }

    @Test func `the archive has the tiles of the server, and is made once`() async throws {
        let folder = try TemporaryFolder()
        let town = try Town { $0.cacheFolder = folder.file("cache") }
        async let one = town.get("/tiles.pmtiles")
        async let other = town.get("/tiles.pmtiles")
        let (first, second) = try await (one, other)
        #expect(first.status == .ok && first.headers[.contentType] == "application/vnd.pmtiles")
        #expect(first.body == second.body)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))
        #expect(names.count == 1 && names[0].hasPrefix("tiles-") && names[0].hasSuffix(".pmtiles"))

        let reader = try PMTilesReader(path: folder.write("a.pmtiles", Self.bytes(first)))
        #expect(reader.header.addressedTiles > 0)
        let middle = TileID(containing: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000), zoom: 14)!
        let tile = try await town.get(
            "/tiles/14/\(middle.x)/\(middle.y).mvt", headers: [.acceptEncoding: "gzip"])
        #expect(try reader.content(of: middle, upTo: 1 << 20) == Self.bytes(tile))
    }

    @Test func `ranges are parts of the file, also after a restart`() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Town { $0.cacheFolder = folder.path }.get("/tiles.pmtiles")
        let tag = try #require(whole.headers[.eTag])
        let town = try Town { $0.cacheFolder = folder.path }
        let part = try await town.get("/tiles.pmtiles", headers: [.range: "bytes=3-9", .ifRange: tag])
        #expect(part.status == .partialContent && Self.bytes(part) == Array(Self.bytes(whole)[3...9]))
        let beyond = try await town.get("/tiles.pmtiles", headers: [.range: "bytes=99999999-"])
        #expect(beyond.status == .rangeNotSatisfiable)
        #expect(try await town.get("/tiles.pmtiles", headers: [.ifNoneMatch: tag]).status == .notModified)
    }

    @Test func `a damaged file in the cache, and that of another atlas, are replaced`() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Town { $0.cacheFolder = folder.path }.get("/tiles.pmtiles")
        let name = try #require(try folder.names().first)
        try folder.write(name, Self.bytes(whole).dropLast())
        try folder.write("tiles-0123456789abcdef-1-1.pmtiles", [1])
        let again = try await Town { $0.cacheFolder = folder.path }.get("/tiles.pmtiles")
        #expect(again.body == whole.body)
        #expect(try folder.names() == [name])
    }

    @Test func `a cache that cannot be written is an error, and the next request tries again`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("cache", [1])
        let town = try Town { $0.cacheFolder = path }
        #expect(try await town.get("/tiles.pmtiles").status == .internalServerError)
        try FileManager.default.removeItem(atPath: path)
        #expect(try await town.get("/tiles.pmtiles").status == .ok)
    }

    @Test func `a server without a cache has no archive`() async throws {
        #expect(try await Town().get("/tiles.pmtiles").status == .notFound)
    }
}
