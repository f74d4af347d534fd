import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Bodies before they are read: who may send them, and who pays for their memory.
@Suite struct IncomingBodyTests {
    /// A request of the contract that brings a body.
    struct Bringing: Sendable, CustomTestStringConvertible {
        let endpoint: Endpoint
        let target: String
        let maximumLength: Int
        let mediaType: String

        init?(_ request: any APIRequest.Type) {
            switch request {
            case let upload as any UploadRequest.Type:
                (maximumLength, mediaType) = (upload.maximumLength, upload.mediaTypes[0])
            case let json as any BodyRequest.Type: (maximumLength, mediaType) = (json.maximumLength, "application/json")
            default: return nil
            }
            endpoint = request.endpoint
            // Nothing has this id: nobody gets as far as to look.
            let id = "00000000-0000-0000-0000-000000000000"
            var path = endpoint.path.description
            for name in endpoint.path.names { path = path.replacing("{\(name)}", with: id) }
            target = path
        }

        var testDescription: String { endpoint.name }

        /// The head of a request that announces as much as may come.
        func head(_ fields: String = "") -> String {
            """
            \(endpoint.method.rawValue) \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: \(mediaType)\r\n\
            \(fields)Content-Length: \(maximumLength)\r\n\r\n
            """
        }
    }

    static let all = Contract.requests.compactMap { Bringing($0) }
    private static let free = 64 << 10

    /// Larger bodies need a token, except those of these requests.
    private static let large: Set = ["match_track", "addresses"]

    private func status(
        of request: Bringing, _ fields: String = "", bytes: Int, _ change: (inout ServerSettings) -> Void = { _ in }
    ) async throws -> Substring {
        try await Town(change).application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(request.head(fields))
                connection.send(String(repeating: " ", count: bytes))
                return try connection.read { $0.contains("\r\n\r\n") }.dropFirst("HTTP/1.1 ".count).prefix(3)
            }
        }
    }

    /// Only so much of the announced body is ever sent: a server that waited for more would not answer.
    @Test(arguments: all.filter { !($0.maximumLength > free && large.contains($0.endpoint.name)) })
    func `a request without a token is answered before more than 64 KiB of its body came`(request: Bringing)
        async throws
    {
        let status = try await status(of: request, bytes: min(Self.free, request.maximumLength))
        let isOpen =
            [.everyone, .readers].contains(request.endpoint.access)
            && !request.endpoint.failures.contains(.notLoggedIn)
        if isOpen {
            #expect(request.maximumLength <= Self.free && status.first == "4")
        } else {
            // Traccar's clients get 400 for a token that nothing has.
            #expect(["401", "403"].contains(status) || request.endpoint.name == "osmand" && status == "400")
        }
    }

    @Test(arguments: all.filter { $0.maximumLength > free })
    func `memory for a large body is reserved before any of it is read`(request: Bringing) async throws {
        let town = try Town { $0.uploadMemoryBytes = 1 }
        let token: String
        if request.endpoint.failures.contains(.notLoggedIn), request.endpoint.access == .everyone {
            let anna = try await town.client(of: "anna")
            token = try await anna.add(NewDevice(kind: .program, name: "phone")).token
        } else {
            token = try await town.token(of: "anna", .operator)
        }
        let status = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(request.head("Authorization: Bearer \(token)\r\n"))
                return try connection.read { $0.contains("\r\n\r\n") }.dropFirst("HTTP/1.1 ".count).prefix(3)
            }
        }
        #expect(status == "503")
    }

    @Test func `a waiting client with an unknown token may not continue, and the connection ends`()
        async throws
    {
        let request = try #require(Self.all.first { $0.endpoint.name == "overland" })
        let text = try await Town().application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(request.head("Expect: 100-continue\r\n"))
                return try connection.read()
            }
        }
        #expect(text.hasPrefix("HTTP/1.1 401 ") && text.lowercased().contains("\r\nconnection: close\r\n"))
    }

    @Test func `a body that nobody asked for is passed over, and the next request is answered`() async throws {
        let request = try #require(Self.all.first { $0.endpoint.name == "overland" })
        let text = try await Town().application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(request.head())
                connection.send(String(repeating: "{},", count: request.maximumLength / 3))
                connection.send(String(repeating: " ", count: request.maximumLength % 3))
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return try connection.read()
            }
        }
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == ["401", "200"])
    }

    @Test func `memory for bodies is given back when they are answered`() async throws {
        let points = (0..<6000).map { _ in #"{"lat":60.17,"lon":24.94}"# }.joined(separator: ",")
        let town = try Town { $0.uploadMemoryBytes = 200 << 10 }
        for _ in 0..<3 {
            // So many are too many, which is known when they were read.
            let answer = try await town.send(.post, "/api/v1/address", "[\(points)]")
            #expect(answer.status == .badRequest || answer.status == .contentTooLarge)
            #expect(String(buffer: answer.body).contains("6000 points are more than 1000"))
        }
    }

    @Test func `too many locations in a request are refused, with a remedy`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let token = try await anna.add(NewDevice(kind: .overland, name: "phone")).token
        let many = String(repeating: "{},", count: ReportPositionsRequest.maximumPositions) + "{}"
        let answer = try await town.send(
            .post, "/overland", #"{"locations":[\#(many)]}"#, headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("more than 100000 positions; send the others in another request"))
    }
}
