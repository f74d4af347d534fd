import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct TileAnswerTests {
    private let town: Town
    private let target: String

    init() throws {
        town = try Town()
        target = "/tiles/14/\(Town.tile.x)/\(Town.tile.y).mvt"
    }

    @Test func `packed and plain answers hold the same tile, first and from the cache`() async throws {
        for _ in 0..<2 {
            let packed = try await town.get(target, headers: [.acceptEncoding: "gzip"])
            let plain = try await town.get(target, headers: [.acceptEncoding: "identity"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(packed.headers[.vary] == "accept-encoding, accept")
            #expect(packed.headers[.contentType] == "application/vnd.mapbox-vector-tile")
            #expect(try gunzip([UInt8](packed.body.readableBytesView)) == [UInt8](plain.body.readableBytesView))
            #expect(packed.headers[.eTag] != plain.headers[.eTag])
        }
        let figures = String(buffer: try await town.get("/metrics").body)
        #expect(figures.contains("hereabouts_tile_cache_hits_total 3"))
        #expect(figures.contains("hereabouts_tile_cache_misses_total 1"))
    }

    @Test func `a client that has the tile gets no second copy`() async throws {
        let first = try await town.get(target, headers: [.acceptEncoding: "gzip"])
        let tag = try #require(first.headers[.eTag])
        for held in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
            let again = try await town.get(target, headers: [.acceptEncoding: "gzip", .ifNoneMatch: held])
            #expect(again.status == .notModified)
            #expect(again.body.readableBytes == 0)
            #expect(again.headers[.eTag] == tag)
        }
        let other = try await town.get(target, headers: [.acceptEncoding: "gzip", .ifNoneMatch: "\"other\""])
        #expect(other.status == .ok)
    }

    @Test func `an address with the tiles' version may be kept for good, others must be asked again`() async throws {
        let version = try await HereaboutsClient(TownTransport(town: town)).about().tileVersion
        #expect(
            try await town.get(target + "?v=\(version)").headers[.cacheControl]
                == "public, max-age=31536000, immutable")
        #expect(try await town.get(target + "?v=0").headers[.cacheControl] == "no-cache")
        #expect(try await town.get(target).headers[.cacheControl] == "no-cache")
    }

    @Test func `where the map has nothing there is no content`() async throws {
        for target in ["/tiles/14/0/0.mvt", "/tiles/14/16383/16383.mvt"] {
            let answer = try await town.get(target)
            #expect(answer.status == .noContent)
            #expect(answer.body.readableBytes == 0)
        }
    }

    /// Unpacks with the C library's own program, an independent reader of gzip.
    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process(), input = Pipe(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(bytes))
        try input.fileHandleForWriting.close()
        let plain = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return [UInt8](plain)
    }
}
