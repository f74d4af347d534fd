import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct AtlasAnswerTests {
    private let town: Town

    init() throws { town = try Town() }

    private func bytes(_ answer: TestResponse) -> [UInt8] { [UInt8](answer.body.readableBytesView) }

    @Test func `parts put together are the file`() async throws {
        var whole: [UInt8] = []
        let size = Town.atlas.count
        for start in stride(from: 0, to: size, by: 5000) {
            let answer = try await town.get("/api/v1/atlas", headers: [.range: "bytes=\(start)-\(start + 4999)"])
            #expect(answer.status == .partialContent)
            let end = min(size, start + 5000) - 1
            #expect(answer.headers[.contentRange] == "bytes \(start)-\(end)/\(size)")
            #expect(answer.headers[.contentLength] == "\(end - start + 1)")
            whole += bytes(answer)
        }
        #expect(whole == Town.atlas)
    }

    @Test func `asking for headers only knows no ranges`() async throws {
        let answer = try await town.get("/api/v1/atlas", method: .head, headers: [.range: "bytes=0-9"])
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentLength] == "\(Town.atlas.count)")
    }

    @Test func `an answer to a range outside the file states the file's size`() async throws {
        let answer = try await town.get("/api/v1/atlas", headers: [.range: "bytes=99999999-"])
        #expect(answer.status == .rangeNotSatisfiable)
        #expect(answer.headers[.contentRange] == "bytes */\(Town.atlas.count)")
    }

    @Test func `a part of another atlas is not mixed in`() async throws {
        let tag = try #require(try await town.get("/api/v1/atlas", method: .head).headers[.eTag])
        let same = try await town.get("/api/v1/atlas", headers: [.range: "bytes=0-9", .ifRange: tag])
        #expect(same.status == .partialContent)
        let other = try await town.get("/api/v1/atlas", headers: [.range: "bytes=0-9", .ifRange: "\"older\""])
        #expect(other.status == .ok)
        #expect(bytes(other) == Town.atlas)
        let held = try await town.get("/api/v1/atlas", headers: [.ifNoneMatch: tag])
        #expect(held.status == .notModified)
    }

    @Test func `the file is never packed: ranges count its own bytes`() async throws {
        let answer = try await town.get("/api/v1/atlas", headers: [.acceptEncoding: "gzip"])
        #expect(answer.headers[.contentEncoding] == nil)
        #expect(answer.headers[.acceptRanges] == "bytes")
        #expect(bytes(answer) == Town.atlas)
    }
}
