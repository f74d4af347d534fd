import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Bodies that are sent packed.
@Suite struct PackedBodyTests {
    private let town: Town

    init() throws { town = try Town() }

    /// `[{"lat":60.17,"lon":24.94}]` by Python's gzip, whole and in two files one after the other; and a mebibyte of
    /// blanks.
    private static let whole = "H4sIAAAAAAACA4uuVspJLFGyMjPQMzTXUcrJz1OyMjLRszSpjQUAmOSIiRsAAAA="
    private static let inTwo =
        "H4sIAAAAAAACA4uuVspJLFGyMjPQMzTXAQDjrsLaDgAAAB+LCAAAAAAAAgNTysnPU7IyMtGzNKmNBQAomuq6DQAAAA=="
    private static let blanks =
        "H4sIAAAAAAACA+3BMQEAAADCoCrrn9IQvkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwGpwID8QAAEAA="

    private func post(_ body: [UInt8], to target: String, token: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        return try await town.application.test(.router) { [headers] client in
            try await client.execute(uri: target, method: .post, headers: headers, body: ByteBuffer(bytes: body))
        }
    }

    /// A track of yesterday, a second from point to point.
    private func track(points: Int) -> [UInt8] {
        let start = town.clock.now() - 86_400_000
        let points = (0..<points).map { second in
            #"<trkpt lat="60.17" lon="24.94"><time>\#(WireTime.text(start + Int64(second) * 1000))</time></trkpt>"#
        }
        return Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
    }

    private func send(_ base64: String, coding: String, to target: String = "/api/v1/address") async throws
        -> TestResponse
    {
        let body = ByteBuffer(bytes: try #require(Data(base64Encoded: base64)))
        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: coding]
        return try await town.application.test(.router) { client in
            try await client.execute(uri: target, method: .post, headers: headers, body: body)
        }
    }

    @Test(arguments: [("gzip", whole), ("GZIP", whole), ("x-gzip", whole), ("gzip", inTwo)])
    func `a body that was packed is read`(coding: String, base64: String) async throws {
        let answer = try await send(base64, coding: coding)
        #expect(answer.status == .ok)
        #expect(String(buffer: answer.body).contains("Market Street"))
    }

    @Test func `the unpacked size of a body counts against the limit`() async throws {
        let answer = try await send(Self.blanks, coding: "gzip")
        #expect(answer.status == .contentTooLarge)
    }

    @Test(arguments: ["", "H4sI", String(whole.dropLast(8))])
    func `a body that is not gzip gets an error`(base64: String) async throws {
        let answer = try await send(base64, coding: "gzip")
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("the body is not valid gzip"))
    }

    /// Little is unpacked at once, much on another thread; so is much that a few bytes become.
    @Test func `a track that was packed is added, however much of it there is`() async throws {
        let token = try await town.token(of: "anna")
        let blanks = [UInt8](try #require(Data(base64Encoded: Self.blanks)))
        for (points, before) in [(3, []), (2000, []), (3, blanks)] as [(Int, [UInt8])] {
            let body = before + StoredPacking.gzip(track(points: points))
            let answer = try await post(body, to: "/api/v1/me/positions", token: token)
            let taken = try JSONDecoder().decode(PositionsTaken.self, from: Data(answer.body.readableBytesView))
            #expect(taken.added + taken.repeated == points && taken.refusedCount == 0)
        }
    }

    @Test(arguments: ["/overland", "/owntracks?token=nothing", "/api/v1/positions"])
    func `a body is unpacked only for a known device`(target: String) async throws {
        let answer = try await post([1, 2, 3], to: target)
        #expect(answer.status == .unauthorized)
        #expect(String(buffer: answer.body).contains("no device has this token"))
    }

    @Test func `a report that was packed is recorded`() async throws {
        let anna = try await town.client(of: "anna")
        let device = try await anna.add(NewDevice(kind: .program, name: "phone"))
        let report = #"[{"time":\#(town.clock.now() - 60_000),"lat":60.17,"lon":24.94}]"#
        let answer = try await post(
            StoredPacking.gzip(Array(report.utf8)), to: "/api/v1/positions", token: device.token)
        let taken = try JSONDecoder().decode(PositionsTaken.self, from: Data(answer.body.readableBytesView))
        #expect(taken.added == 1)
    }

    @Test func `a body is a thousand gzip files in a row, and no more`() async throws {
        let empty = StoredPacking.gzip([]), body = StoredPacking.gzip(Array(#"[{"lat":60.17,"lon":24.94}]"#.utf8))
        let many = Array(repeatElement(empty, count: 1023).joined())
        #expect(try await post(many + body, to: "/api/v1/address").status == .ok)
        let answer = try await post(many + empty + body, to: "/api/v1/address")
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("pack it as one"))
    }

    @Test(
        arguments: ["br", "deflate", "gzip, gzip", "zstd"],
        ["/api/v1/address", "/owntracks", "/isochrone", "/route/v1/foot"])
    func `other codings are refused, naming the supported coding`(coding: String, target: String) async throws {
        let answer = try await send(Self.whole, coding: coding, to: target)
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer.headers[.acceptEncoding] == "gzip")
    }

    @Test func `a type that is refused says nothing of codings`() async throws {
        let answer = try await town.send(.post, "/api/v1/address", "[]", headers: [.contentType: "text/plain"])
        #expect(answer.status == .unsupportedMediaType && answer.headers[.acceptEncoding] == nil)
    }
}
