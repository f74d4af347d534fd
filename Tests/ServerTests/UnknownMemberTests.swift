import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import Testing

/// Every body of the contract, with a member too many.
@Suite struct UnknownMemberTests {
    private func refusal(
        _ town: Town, _ method: HTTPRequest.Method, _ target: String, _ body: String
    ) async throws -> (status: Int, error: ErrorBody?) {
        let chief = try await town.accounts.register(name: "chief", password: "correct horse", role: .operator)
        let token = try await town.accounts.begin(.program, "test", for: chief, isConfirmed: true)
        let answer = try await town.send(
            method, target, body,
            headers: [.contentType: "application/json", .authorization: "Bearer \(token.text)"])
        return (
            answer.status.code, try? JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        )
    }

    private static let bodies = Contract.requests.compactMap { $0 as? any BodyRequest.Type }

    @Test func `every body refuses a member that it does not know, by name`() async throws {
        var refused = 0
        // A list has members in its items: see below.
        for request in Self.bodies where request.refusesUnknownMembers && request != AddressesRequest.self {
            let endpoint = request.endpoint
            var body = try #require(
                try JSONSerialization.jsonObject(with: JSONEncoder().encode(request.blank.body)) as? [String: Any])
            body["zebra"] = ["a": 1]
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            let target = endpoint.path.path(endpoint.path.names.map { _ in "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" })
            let (status, error) = try await refusal(
                try Town(), .init(rawValue: endpoint.method.rawValue)!, target, text)
            #expect(status == 400 && error?.code == .invalidBody, "\(endpoint.name)")
            #expect(error?.field == "zebra" && error?.message == #"unknown member "zebra""#, "\(endpoint.name)")
            refused += 1
        }
        #expect(refused >= 15)
    }

    private struct Inner: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let target: String
        let body: String
        let field: String
        var testDescription: String { field }
    }

    @Test(arguments: [
        Inner(
            method: .post, target: "/api/v1/address", body: #"[{"lat": 1, "lon": 1}, {"lat": 1, "lon": 1, "alt": 1}]"#,
            field: "[1].alt"),
        Inner(
            method: .post, target: "/api/v1/posts",
            body: #"{"message": "a", "location": {"lat": 1, "lon": 1, "altitude": 3}}"#, field: "location.altitude"),
        Inner(
            method: .post, target: "/api/v1/posts", body: #"{"message": "a", "picture": {"id": "x", "width": 3}}"#,
            field: "picture.width"),
        Inner(
            method: .put, target: "/api/v1/guide/venues/01a1fe82-2ee8-7568-b2a7-a4a25b221aa0",
            body: #"{"revision": 1, "fields": {"name": "a", "location": {"lat": 1, "lon": 1, "z": 2}}}"#,
            field: "fields.location.z"),
        Inner(
            method: .post, target: "/api/v1/posts", body: #"{"mesage": "misspelt"}"#, field: "mesage"),
    ])
    private func `objects inside a body refuse unknown members, too`(_ example: Inner) async throws {
        let (status, error) = try await refusal(try Town(), example.method, example.target, example.body)
        #expect(status == 400 && error?.field == example.field)
    }

    @Test(arguments: [
        Inner(method: .post, target: "/api/v1/queues", body: #"{"place": "n1", "minutes": 1e30}"#, field: "minutes"),
        Inner(method: .post, target: "/api/v1/queues", body: #"{"place": "n1", "minutes": 2.5}"#, field: "minutes"),
        Inner(
            method: .post, target: "/api/v1/queues", body: #"{"place": "n1", "minutes": -99999999999999999999}"#,
            field: "minutes"),
        Inner(
            method: .put, target: "/api/v1/guide/venues/01a1fe82-2ee8-7568-b2a7-a4a25b221aa0",
            body: #"{"revision": 1e30, "fields": {"name": "a", "location": {"lat": 1, "lon": 1}}}"#, field: "revision"),
        Inner(
            method: .post, target: "/api/v1/posts", body: #"{"message": "a", "location": {"lat": 1e999, "lon": 1}}"#,
            field: "location.lat"),
        Inner(method: .post, target: "/api/v1/address", body: #"[{"lat": 1, "lon": 1e999}]"#, field: "[0].lon"),
    ])
    private func `a number that cannot be held is named`(_ example: Inner) async throws {
        let (status, error) = try await refusal(try Town(), example.method, example.target, example.body)
        #expect(status == 400 && error?.code == .invalidBody && error?.field == example.field, "\(error as Any)")
        let limit =
            example.body.contains("999,") || example.body.contains("e999")
            ? "is too large a number" : "must be a whole number of at most 18 digits"
        #expect(error?.message == "\(example.field) \(limit)")
    }

    @Test func `the classic form accepts the members that its clients send`() async throws {
        let town = try Town { $0.guests = .post }
        let answer = try await town.send(
            .post, "/postmaps/", #"{"username": "a", "message": "hi", "zebra": 1}"#,
            headers: [.contentType: "application/json"])
        #expect(answer.status == .ok && town.community.posts(before: nil, limit: 9).map(\.message) == ["hi"])
    }
}
