import GeoCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Letters and icons for map programs other than the page. The town has two fonts: `One` of A and B, `Two` of B and C.
@Suite struct GlyphAnswersTests {
    private let town: Town

    init() throws { town = try Town() }

    private func glyphs(_ path: String) async throws -> [UInt64: UInt64] {
        let answer = try await town.get(path, headers: [.acceptEncoding: "identity"])
        #expect(answer.status == .ok)
        let bytes = [UInt8](answer.body.readableBytesView)
        let stacks = try fields(bytes[...])
        #expect(stacks.count == 1)
        var glyphs: [UInt64: UInt64] = [:]
        for field in try fields(stacks[0].bytes) where field.number == 3 {
            let glyph = try fields(field.bytes)
            glyphs[try #require(glyph.first { $0.number == 1 }).value] = glyph.first { $0.number == 7 }?.value
        }
        return glyphs
    }

    private func fields(_ message: ArraySlice<UInt8>) throws -> [ProtobufReader.Field] {
        var reader = ProtobufReader(message), fields: [ProtobufReader.Field] = []
        while let field = try reader.next() { fields.append(field) }
        return fields
    }

    @Test(
        arguments: [
            ("One", [0x41: 1, 0x42: 1]), ("One,Two", [0x41: 1, 0x42: 1, 0x43: 2]),
            ("Two,One", [0x41: 1, 0x42: 2, 0x43: 2]),
            ("Nothing,One%20Regular,sans-serif", [0x41: 1, 0x42: 1]), ("Two,Two", [0x42: 2, 0x43: 2]),
        ] as [(String, [UInt64: UInt64])])
    func `of each character the first font of a stack that has it counts`(
        stack: String, expected: [UInt64: UInt64]
    ) async throws {
        #expect(try await glyphs("/fonts/\(stack)/0-255.pbf") == expected)
        // From the cache the same.
        #expect(try await glyphs("/fonts/\(stack)/0-255.pbf") == expected)
    }

    @Test func `a range without glyphs has an empty answer`() async throws {
        #expect(try await glyphs("/fonts/One/65280-65535.pbf").isEmpty)
    }

    @Test(arguments: ["Papyrus", "Papyrus,sans-serif", "..%2F..", ",", "One%2F..%2FTwo"])
    func `a stack of unknown fonts is not found, and the error lists the known ones`(stack: String) async throws {
        let answer = try await town.get("/fonts/\(stack)/0-255.pbf")
        #expect(answer.status == .notFound)
        #expect(String(buffer: answer.body).contains("it has One, Two"))
    }

    @Test(arguments: ["0-254", "1-256", "65536-65791", "-256--1", "0", "a-b", "0-255-511"])
    func `a range that is not of 256 characters is refused`(range: String) async throws {
        #expect(try await town.get("/fonts/One/\(range).pbf").status == .badRequest)
    }

    @Test(arguments: ["/fonts/One/0-255.pbf", "/sprites/streets.json", "/sprites/streets.png"])
    func `a client that has the answer gets no second copy, and pages elsewhere may read it`(path: String) async throws
    {
        let first = try await town.get(path, headers: [.acceptEncoding: "gzip"])
        #expect(first.status == .ok)
        #expect(first.headers[HTTPField.Name("access-control-allow-origin")!] == "*")
        #expect(first.headers[.cacheControl] == "public, max-age=86400")
        let tag = try #require(first.headers[.eTag])
        let again = try await town.get(path, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
        #expect(again.status == .notModified)
        // Bytes come under two types.
        let isJSON = path.hasSuffix(".json")
        for answer in [first, again] {
            #expect(answer.headers[.vary] == "accept-encoding" + (isJSON ? "" : ", accept"))
        }
    }

    @Test func `only glyphs that are not at hand count as work, and a font named twice is one`() async throws {
        let town = try Town { $0.answersPerSecond = 1 }
        let network: HTTPFields = [HTTPField.Name("x-forwarded-for")!: "203.0.113.7"]
        func status(_ path: String) async throws -> HTTPResponse.Status {
            try await town.get("/fonts/\(path).pbf", headers: network).status
        }
        #expect(try await status("One/0-255") == .ok)
        // Two may come at once, and one a second.
        var next = 256
        while try await status("One/\(next)-\(next + 255)") == .ok, next < 65_280 { next += 256 }
        #expect(next < 65_280)
        for stack in ["One", "One,One", "Nothing,One", "One%20Regular,One"] {
            #expect(try await status("\(stack)/0-255") == .ok, "\(stack)")
        }
    }

    @Test func `icons that set-up did not paint are not found`() async throws {
        #expect(try await town.get("/sprites/dark@2x.png").status == .notFound)
        #expect(try await town.get("/sprites/night.png").status == .badRequest)
    }

    @Test func `a tile has two endings`() async throws {
        let path = "/tiles/14/\(Town.tile.x)/\(Town.tile.y)"
        let tile = try await town.get(path + ".mvt"), other = try await town.get(path + ".pbf?v=0")
        #expect(other.status == .ok && other.body == tile.body && other.headers[.eTag] == tile.headers[.eTag])
        #expect(try await town.get("/tiles/1/5/0.pbf").status == .badRequest)
    }
}
