import Foundation
import HereaboutsAPI
import Testing

@Suite struct ClientTests {
    /// Answers every request the same and remembers nothing.
    private struct Canned: Transport {
        let status: Int
        let body: String

        func send(_ request: TransportRequest) async throws -> TransportAnswer {
            TransportAnswer(status: status, body: [UInt8](body.utf8))
        }
    }

    @Test func `a good answer is decoded`() async throws {
        let about = About(
            name: "Töölö", bounds: [24.9, 60.1, 25, 60.2], center: Position(lat: 60.15, lon: 24.95),
            counts: .init(nodes: 1, ways: 2, relations: 3), dataTimestamp: nil, attribution: "©",
            atlas: .init(bytes: 64, identity: "00"), tileVersion: "00-1", version: "1", features: ["tiles"])
        let body = String(decoding: try JSONEncoder().encode(about), as: UTF8.self)
        #expect(try await HereaboutsClient(Canned(status: 200, body: body)).about() == about)
    }

    @Test func `an error of the server is thrown as such`() async throws {
        let client = HereaboutsClient(
            Canned(status: 400, body: #"{"code":"invalid_parameter","message":"z is bad","field":"z"}"#))
        await #expect(throws: ErrorBody(.invalidParameter, "z is bad", field: "z")) {
            try await client.tile(TileRequest(z: 0, x: 0, y: 0))
        }
    }

    @Test(arguments: [(200, "<html>"), (502, "<html>"), (400, #"{"code":"no_such_code","message":""}"#)])
    func `an answer that breaks the contract throws an unreadable answer`(status: Int, body: String) async {
        await #expect(throws: UnreadableAnswer.self) {
            try await HereaboutsClient(Canned(status: status, body: body)).about()
        }
    }

    /// Loses the first answers, and keeps what was sent.
    private actor Forgetful: Transport {
        private var losses: Int
        private(set) var sent: [TransportRequest] = []

        init(losses: Int) { self.losses = losses }

        func send(_ request: TransportRequest) async throws -> TransportAnswer {
            sent.append(request)
            losses -= 1
            if losses >= 0 { throw Loss() }
            let post = Post(
                id: "1", author: .init(id: nil, name: "a"), message: "b", created: "", revision: 1, location: nil,
                isHidden: false)
            return TransportAnswer(status: 201, body: Array(try JSONEncoder().encode(post)))
        }
    }

    private struct Loss: Error {}

    @Test func `a post is sent again with the same key when its answer is lost, a deletion is not`() async throws {
        let transport = Forgetful(losses: 2), retries = Retries(delays: [.zero, .zero])
        _ = try await HereaboutsClient(transport, retries: retries).add(NewPost(message: "b"))
        let bodies = try await transport.sent.map { try JSONDecoder().decode(NewPost.self, from: Data($0.body)) }
        #expect(bodies.count == 3 && Set(bodies.map(\.key)).count == 1 && bodies[0].key?.count == 32)
        let lost = Forgetful(losses: 3)
        await #expect(throws: Loss.self) {
            _ = try await HereaboutsClient(lost, retries: retries).add(NewPost(message: "b"))
        }
        let once = Forgetful(losses: 1)
        await #expect(throws: Loss.self) { try await HereaboutsClient(once, retries: retries).deletePost("1") }
        #expect(await once.sent.count == 1)
    }
}
