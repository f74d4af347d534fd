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
    func `an answer that is not the contract's is told as unreadable`(status: Int, body: String) async {
        await #expect(throws: UnreadableAnswer.self) {
            try await HereaboutsClient(Canned(status: status, body: body)).about()
        }
    }
}
