import Community
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import Testing

/// Decides who may read the server's figures.
@Suite struct FiguresAccessTests {
    private static let elsewhere = HTTPFields([
        HTTPField(name: HTTPField.Name("x-forwarded-for")!, value: "203.0.113.7")
    ])

    private func status(_ town: Town, token: String? = nil, headers: HTTPFields = elsewhere) async throws -> Int {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        return try await town.get("/metrics", headers: headers).status.code
    }

    @Test func `figures are for this machine and for operators`() async throws {
        let town = try Town()
        #expect(try await status(town, headers: [:]) == 200)
        let refused = try await town.get("/metrics", headers: Self.elsewhere)
        #expect(refused.status == .unauthorized && refused.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        #expect(!String(buffer: refused.body).contains("hereabouts_"))
        #expect(try await status(town, token: try await town.token(of: "anna", .operator)) == 200)
        #expect(try await status(town, token: try await town.token(of: "bert", .curator)) == 403)
        #expect(try await status(town, token: try await town.token(of: "cora")) == 403)
        #expect(try await status(town, token: "hb_nobody") == 401)
    }

    @Test func `a named network gets them, another does not`() async throws {
        let town = try Town { $0.metricsFrom = AddressList("203.0.113.0/24") ?? .loopback }
        #expect(try await status(town) == 200)
        #expect(try await status(town, headers: [HTTPField.Name("x-forwarded-for")!: "203.0.114.7"]) == 401)
        #expect(try await status(town, headers: [:]) == 401)
        #expect(try await status(try Town { $0.metricsFrom = AddressList("off") ?? .loopback }, headers: [:]) == 401)
    }

    @Test func `figures of other parts come with the others`() async throws {
        let town = try Town(figures: [
            Figure("a_seconds", "Age.", value: 1.5), Figure("b", "Missing.", value: nil),
            Figure(
                "c_total", "Jobs.", .counter, samples: [.init(1, [("job", "a \"b\"\\\n")]), .init(0, [("job", "c")])]),
            Figure("d_seconds", "Times.", bounds: [0.5, 1], counts: [3, 0, 2], seconds: 4.5),
        ])
        let text = String(buffer: try await town.get("/metrics").body)
        #expect(
            text.hasSuffix(
                """
                # HELP a_seconds Age.
                # TYPE a_seconds gauge
                a_seconds 1.5
                # HELP c_total Jobs.
                # TYPE c_total counter
                c_total{job="a \\"b\\"\\\\\\n"} 1.0
                c_total{job="c"} 0.0
                # HELP d_seconds Times.
                # TYPE d_seconds histogram
                d_seconds_bucket{le="0.5"} 3
                d_seconds_bucket{le="1.0"} 3
                d_seconds_bucket{le="+Inf"} 5
                d_seconds_sum 4.5
                d_seconds_count 5

                """))
    }

    @Test func `no page of another site reads them, also not in a browser on this machine`() async throws {
        let answer = try await Town().get("/metrics", headers: [.origin: "https://evil.example"])
        #expect(answer.headers[HTTPField.Name("access-control-allow-origin")!] == nil)
    }
}
