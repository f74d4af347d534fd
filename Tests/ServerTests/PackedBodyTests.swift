import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

/// Bodies that are sent packed.
@Suite struct PackedBodyTests {
    private let town: Town

    init() throws { town = try Town() }

    /// `[{"lat":60.17,"lon":24.94}]` by Python's gzip, whole and in two files one after the other; and a mebibyte of blanks.
    private static let whole = "H4sIAAAAAAACA4uuVspJLFGyMjPQMzTXUcrJz1OyMjLRszSpjQUAmOSIiRsAAAA="
    private static let inTwo =
        "H4sIAAAAAAACA4uuVspJLFGyMjPQMzTXAQDjrsLaDgAAAB+LCAAAAAAAAgNTysnPU7IyMtGzNKmNBQAomuq6DQAAAA=="
    private static let blanks =
        "H4sIAAAAAAACA+3BMQEAAADCoCrrn9IQvkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHwGpwID8QAAEAA="

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

    @Test func `what a few bytes unpack to counts against the limit`() async throws {
        let answer = try await send(Self.blanks, coding: "gzip")
        #expect(answer.status == .contentTooLarge)
    }

    @Test(arguments: ["", "H4sI", String(whole.dropLast(8))])
    func `what is no gzip is told so`(base64: String) async throws {
        let answer = try await send(base64, coding: "gzip")
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("the body is not the gzip"))
    }

    @Test(
        arguments: ["br", "deflate", "gzip, gzip", "zstd"],
        ["/api/v1/address", "/owntracks", "/isochrone", "/route/v1/foot"])
    func `other codings are refused, with the name of the one that is read`(coding: String, target: String) async throws
    {
        let answer = try await send(Self.whole, coding: coding, to: target)
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer.headers[.acceptEncoding] == "gzip")
    }

    @Test func `a type that is refused says nothing of codings`() async throws {
        let answer = try await town.send(.post, "/api/v1/address", "[]", headers: [.contentType: "text/plain"])
        #expect(answer.status == .unsupportedMediaType && answer.headers[.acceptEncoding] == nil)
    }
}
