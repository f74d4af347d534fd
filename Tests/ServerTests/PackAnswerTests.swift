import Atlas
import Crypto
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Routing
import Server
import TestSupport
import Testing

@Suite struct PackAnswerTests {
    private let town: Town

    init() throws { town = try Town() }

    private func pack(_ content: PackContent) async throws -> Pack {
        let answer = try await town.get("/api/v1/pack?content=\(content.rawValue)")
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == "no-cache")
        return try JSONDecoder().decode(Pack.self, from: Data(answer.body.readableBytesView))
    }

    /// Fetches all objects of a pack and puts them together.
    private func file(of pack: Pack) async throws -> [UInt8] {
        var file = [UInt8](repeating: 0, count: pack.bytes), packedBytes = 0
        for object in pack.objects {
            let answer = try await town.get("/api/v1/pack/\(object.hash)")
            #expect(answer.status == .ok)
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let packed = [UInt8](answer.body.readableBytesView), content = try PackedPiece.content(packed)
            #expect(packed.count == object.packedBytes && content.count == object.bytes)
            let digest = SHA256.hash(data: content).map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined()
            #expect(digest == object.hash)
            file.replaceSubrange(object.offset..<(object.offset + object.bytes), with: content)
            packedBytes += packed.count
        }
        #expect(packedBytes == pack.packedBytes)
        return file
    }

    @Test func `the objects put together are the atlas`() async throws {
        let pack = try await pack(.all)
        let file = try await file(of: pack)
        #expect(file == Town.atlas)
        let identity = try AtlasForging.withView(Town.atlas) { $0.identity }
        let digits = String(identity, radix: 16)
        #expect(pack.identity == String(repeating: "0", count: 16 - digits.count) + digits)
        #expect(pack.packedBytes < pack.bytes / 2)
    }

    @Test func `the pack for walking is an atlas of the same objects but the first`() async throws {
        let (all, walking) = (try await pack(.all), try await pack(.walking))
        let atlas = AtlasMemory(try await file(of: walking)), view = try atlas.view()
        try view.verifyChecksums()
        let engine = try RouteEngine(view, needing: [.walk])
        try engine.check()
        #expect(Profile.allCases.filter { engine.answers($0) } == [.foot, .wheelchair])
        #expect(walking.packedBytes < all.packedBytes && walking.identity == all.identity)
        let hashes = Set(all.objects.map(\.hash))
        #expect(walking.objects.dropFirst().allSatisfy { hashes.contains($0.hash) })
        #expect(!hashes.contains(walking.objects[0].hash))
    }

    @Test func `an object that a client has is not sent again`() async throws {
        let hash = try await pack(.all).objects[1].hash
        let answer = try await town.get("/api/v1/pack/\(hash)", headers: [.ifNoneMatch: "\"\(hash)\""])
        #expect(answer.status == .notModified)
    }

    @Test(arguments: ["/api/v1/pack/0a1b", "/api/v1/pack/none", "/api/v1/pack/" + String(repeating: "0", count: 64)])
    func `an object of no pack is not found`(_ address: String) async throws {
        let answer = try await town.get(address)
        #expect(answer.status == .notFound)
    }

    @Test func `an unknown content and a long hash are refused`() async throws {
        for address in ["/api/v1/pack?content=cars", "/api/v1/pack/" + String(repeating: "0", count: 65)] {
            let answer = try await town.get(address)
            #expect(answer.status == .badRequest)
        }
    }

    @Test func `many who ask at once get the same list`() async throws {
        try await withThrowingTaskGroup(of: Pack.self) { group in
            for _ in 0..<20 { group.addTask { try await pack(.all) } }
            var first: Pack?
            for try await pack in group {
                #expect(first == nil || first == pack)
                first = pack
            }
        }
    }
}
