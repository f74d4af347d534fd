import Foundation
import HereaboutsAPI
import HummingbirdTesting
import Server
import Testing

/// How many streams of events one network may have, also behind a proxy.
@Suite struct StreamLimitTests {
    /// Opens a stream as a client at an address, behind a proxy on this machine; returns the first bytes of the answer.
    private func open(
        _ path: String, at port: Int, from address: String
    ) async throws -> (connection: RawConnection, answer: String) {
        let connection = try RawConnection(port: port)
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\n\r\n")
        let answer = try await RawConnection.onThread {
            try connection.read { $0.contains("data: ") || $0.contains(#""code""#) }
        }
        return (connection, answer)
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.250", "203.0.114.7"),
        ("2001:db8:1:2::7", "2001:db8:1:ff::7", "2001:db8:2::7"),
    ])
    func `one block of addresses has a quarter of the connections as streams, and others go on`(
        client address: String, neighbour: String, other: String
    ) async throws {
        let town = try Town {
            $0.guests = .post
            $0.maximumConnections = 8
        }
        let game = try await town.guest.addBocceGame(.init(seat: "blue-secret-of-twenty-two"))
        let paths = ["/api/v1/events", "/api/v1/bocce/games/\(game.id)/events"]
        try await town.application.test(.live) { client in
            let port = try #require(client.port)
            var streams: [RawConnection] = []
            for path in paths {
                let (connection, answer) = try await open(path, at: port, from: address)
                #expect(answer.hasPrefix("HTTP/1.1 200"))
                streams.append(connection)
            }
            for path in paths {
                for from in [address, neighbour] {
                    let refused = try await open(path, at: port, from: from).answer
                    #expect(refused.hasPrefix("HTTP/1.1 429") && refused.contains(#""code":"too_many_requests""#))
                    #expect(refused.lowercased().contains("\r\nretry-after: "))
                }
            }
            let elsewhere = try await open(paths[0], at: port, from: other)
            #expect(elsewhere.answer.hasPrefix("HTTP/1.1 200"))
            // A stream that ends makes room; the server notices when it writes.
            streams = []
            var answer = ""
            for _ in 0..<50 where !answer.hasPrefix("HTTP/1.1 200") {
                await town.server.sendHeartbeats()
                answer = try await open(paths[1], at: port, from: address).answer
            }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            withExtendedLifetime(elsewhere.connection) {}
        }
    }
}
