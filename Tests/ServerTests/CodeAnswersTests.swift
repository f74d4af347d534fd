import Codes
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct CodeAnswersTests {
    private func code(_ town: Town, _ path: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await town.get("/api/v1/codes?path=\(path)", headers: headers)
    }

    @Test func `a code leads to the page where the server is reached`() async throws {
        let town = try Town { $0.publicURL = "https://map.example.org" }
        let answer = try await code(town, "/%23venue%3D1")
        #expect(answer.headers[.contentType] == "image/svg+xml")
        let expected = try #require(QRCode("https://map.example.org/#venue=1", correction: .medium))
        #expect(String(buffer: answer.body) == expected.svg)
        let forwarded = try await code(
            try Town { $0.hostNames = ["there.example"] }, "/",
            headers: [
                HTTPField.Name("x-forwarded-host")!: "there.example", HTTPField.Name("x-forwarded-proto")!: "https",
            ])
        #expect(String(buffer: forwarded.body) == QRCode("https://there.example/", correction: .medium)?.svg)
    }

    @Test func `a code that is held is not sent again, and another address has another`() async throws {
        let town = try Town { $0.publicURL = "https://map.example.org" }
        let tag = try #require(try await code(town, "/%23guide").headers[.eTag])
        #expect(try await code(town, "/%23guide", headers: [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await code(town, "/%23posts", headers: [.ifNoneMatch: tag]).status == .ok)
    }

    @Test(arguments: [
        "", "guide", "//evil.example", "/trust", "/@evil.example", "/%23a b", "/%23%3Cb%3E", "/%23%22", "/%0A",
        "/%C3%A4",
        "/%5C", "/%23" + String(repeating: "x", count: 1000),
    ])
    func `other addresses than the page's are refused`(path: String) async throws {
        let town = try Town()
        #expect(try await code(town, path.replacing(" ", with: "%20")).status == .badRequest)
    }

    @Test func `the longest path has a code`() async throws {
        let town = try Town()
        #expect(try await code(town, "/%23" + String(repeating: "x", count: 998)).status == .ok)
    }
}
