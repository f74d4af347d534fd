import Archives
import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Text that would take seconds, or hours, to compare. The server refuses it at once, from any client.
@Suite struct CombiningMarksAnswersTests {
    /// Out of order, each: putting them in order is what takes the time.
    private static let marks = String(repeating: "\u{327}\u{301}", count: 7000)

    @Test(arguments: [
        "Accept-Encoding", "Accept-Language", "Authorization", "Connection", "Content-Encoding", "Content-Type",
        "Cookie",
        "Expect", "If-None-Match", "If-Range", "Last-Event-ID", "Origin", "Range", "Sec-Fetch-Site", "X-Forwarded-For",
        "X-Forwarded-Host", "X-Forwarded-Proto", "X-Something",
    ])
    func `a header of combining marks is refused before anything compares it`(name: String) async throws {
        let town = try Town()
        let request = "POST /api/v1/posts HTTP/1.1\r\nHost: a\r\n\(name): \(Self.marks)\r\nContent-Length: 0\r\n\r\n"
        let answer = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(request)
                return try connection.read()
            }
        }
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(answer.contains("the header \(name) carries too many combining marks"), "\(answer)")
    }

    @Test func `a header with accents is accepted as before`() async throws {
        let town = try Town()
        let cookie =
            "other=é\(String(repeating: "\u{301}", count: CombiningMarks.mostInRow))\(String(repeating: "ü", count: 99))"
        let answer = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: \(cookie)\r\n\r\n")
                return try connection.read()
            }
        }
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }

    private static let bodies = Contract.requests.compactMap { $0 as? any BodyRequest.Type }

    @Test(arguments: [marks, String(repeating: #"\u0327\u0301"#, count: 4000)])
    func `every body refuses a member whose name is combining marks`(name: String) async throws {
        let town = try Town()
        let chief = try await town.accounts.register(name: "chief", password: "correct horse", role: .operator)
        let token = try await town.accounts.begin(.program, "test", for: chief, isConfirmed: true).text
        for request in Self.bodies {
            let endpoint = request.endpoint
            let target = endpoint.path.path(endpoint.path.names.map { _ in "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" })
            let answer = try await town.send(
                .init(rawValue: endpoint.method.rawValue)!, target, #"{"\#(name)":1}"#,
                headers: [.contentType: "application/json", .authorization: "Bearer \(token)"])
            #expect(answer.status.code == 400, "\(endpoint.name)")
            // Another project's form has words of its own.
            guard endpoint.refusals == nil else { continue }
            #expect(String(buffer: answer.body).contains("combining marks"), "\(endpoint.name)")
        }
    }

    @Test(arguments: [
        #"{"type":"LineString","NAME":1,"coordinates":[[24.94,60.17],[24.95,60.17]]}"#, #"{"type":"NAME"}"#,
        "<gpx><trk><name>NAME</name></trk></gpx>", "$GPRMC,NAME*00\r\n",
    ])
    func `a track of combining marks is refused`(file: String) async throws {
        let town = try Town()
        let answer = try await town.send(
            .post, "/api/v1/match", file.replacingOccurrences(of: "NAME", with: Self.marks),
            headers: [.contentType: "application/octet-stream"])
        #expect(answer.status == .badRequest && String(buffer: answer.body).contains("combining marks"))
    }

    @Test func `a packed file whose name is combining marks is passed over`() async throws {
        let town = try Town(), line = Array(#"{"type":"LineString","coordinates":[[24.94,60.17],[24.95,60.17]]}"#.utf8)
        let zip = ZipWriter.zip([(name: Self.marks + ".geojson", content: line)])
        let answer = try await TownTransport(town: town).send(
            TransportRequest(
                method: "POST", target: "/api/v1/match", headers: ["content-type": "application/zip"], body: zip))
        #expect(answer.status == 400 && String(decoding: answer.body, as: UTF8.self).contains("holds no track file"))
    }

    @Test(arguments: ["/overland", "/owntracks", "/osmand", "/api/v1/positions"])
    func `a report of combining marks is refused`(path: String) async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let token = try await anna.add(NewDevice(kind: .program, name: "phone")).token
        for body in [#"{"\#(Self.marks)":1}"#, #"[{"\#(Self.marks)":1}]"#, "id=\(Self.marks)", " \(Self.marks) "] {
            let answer = try await town.send(
                .post, path, body, headers: [.contentType: "application/json", .authorization: "Bearer \(token)"])
            #expect(answer.status == .badRequest, "\(path) \(body.prefix(4))")
        }
    }

    @Test(arguments: [
        "name,description\nHall,NAME\n",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"name":"NAME"}}]}"#,
    ])
    func `a guide of combining marks is refused`(file: String) async throws {
        let town = try Town()
        let cura = try await town.accounts.register(name: "cura", password: "correct horse", role: .curator)
        let token = try await town.accounts.begin(.program, "test", for: cura, isConfirmed: true).text
        let answer = try await town.send(
            .post, "/api/v1/guide/import", file.replacingOccurrences(of: "NAME", with: Self.marks),
            headers: [.contentType: "text/csv", .authorization: "Bearer \(token)"])
        #expect(answer.status == .badRequest && String(buffer: answer.body).contains("combining marks"))
    }
}
