import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
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

    @Test func `tiles have the most bytes of an answer, packed ones too`() async throws {
        let length = try await town.get(target, headers: [.acceptEncoding: "identity"]).body.readableBytes
        let wide = try Town { $0.answerBytes = length }
        let narrow = try Town { $0.answerBytes = length - 1 }
        for coding in ["gzip", "identity"] {
            #expect(try await wide.get(target, headers: [.acceptEncoding: coding]).status == .ok)
            let refused = try await narrow.get(target, headers: [.acceptEncoding: coding])
            #expect(refused.status == .badRequest)
            let error = String(buffer: refused.body)
            #expect(error.contains("answer_too_large") && error.contains("answer-bytes"))
        }
    }

    @Test func `long tiles take memory of answers, and return it`() async throws {
        let dense = try Self.denseTown()
        let headers: HTTPFields = [.acceptEncoding: "identity", HTTPField.Name("X-Forwarded-For")!: "203.0.113.7"]
        let length = try await Town(atlas: dense).get(target, headers: headers).body.readableBytes
        #expect(length > 64 << 10)
        // One block of addresses has half.
        let wide = try Town(atlas: dense) { $0.answerMemoryBytes = 2 * length }
        let narrow = try Town(atlas: dense) { $0.answerMemoryBytes = 2 * length - 2 }
        for _ in 0..<3 {
            #expect(try await wide.get(target, headers: headers).status == .ok)
            #expect(try await narrow.get(target, headers: headers).status == .tooManyRequests)
        }
    }

    /// The town with so many cafés that its tile is sent in pieces.
    private static func denseTown() throws -> [UInt8] {
        var extract = Town.extract
        for number in 0..<6000 as Range<Int64> {
            let row = Double(number / 80), column = Double(number % 80)
            extract.node(
                10_000 + number, 60.168 + row * 5e-5, 24.936 + column * 1e-4,
                ["amenity": "cafe", "name": "Table \(number)"])
        }
        return try Town.atlas(of: extract)
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
