import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct OSRMBodyTests {
    private let town: Town

    init() throws { town = try Town() }

    private func post(_ target: String, _ body: String) async throws -> (status: Int, object: [String: Any]) {
        let answer = try await town.send(.post, target, body, headers: [.contentType: "application/json"])
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
        return (answer.status.code, object ?? [:])
    }

    private static let pair = "24.94,60.17;24.945,60.17"

    @Test(arguments: [
        ("route", #"{"coordinates": [[24.94, 60.17], [24.945, 60.17]]}"#, ""),
        ("table", #"{"coordinates": [[24.94, 60.17], [24.945, 60.17]]}"#, ""),
        (
            "match",
            #"{"coordinates": [[24.94, 60.17], [24.945, 60.17]], "timestamps": [1, 20], "gaps": "ignore", "tidy": true}"#,
            "timestamps=1;20&gaps=ignore&tidy=true"
        ),
        ("table", #"{"coordinates": "24.94,60.17;24.945,60.17", "sources": [1], "destinations": "all"}"#, "sources=1"),
        (
            "table", #"{"coordinates": [[24.94, 60.17], [24.945, 60.17]], "annotations": ["duration", "distance"]}"#,
            "annotations=duration,distance"
        ),
        (
            "route",
            #"""
            {"coordinates": [[24.94, 60.17], [24.945, 60.17]], "steps": true, "overview": false, "alternatives": 2,
             "bearings": [[90, 20], null], "radiuses": [null, 5.5], "continue_straight": true, "waypoints": [0, 1],
             "geometries": "geojson", "annotations": true, "hints": null, "approaches": ["curb", null]}
            """#,
            "steps=true&overview=false&alternatives=2&bearings=90,20;&radiuses=;5.5&continue_straight=true&waypoints=0;1"
                + "&geometries=geojson&annotations=true&approaches=curb;"
        ),
    ])
    func `a posted request has the answer of the same request in an address`(
        service: String, body: String, query: String
    ) async throws {
        let (status, answer) = try await post("/\(service)/v1/foot", body)
        #expect(status == 200 && answer["code"] as? String == "Ok")
        let (_, truth) = try await town.json("/\(service)/v1/foot/\(Self.pair)?\(query)")
        #expect((answer as NSDictionary) == (truth as NSDictionary))
    }

    @Test(arguments: [
        ("/route/v1/foot", "{}", "InvalidQuery"), ("/route/v1/foot", "[]", "InvalidQuery"),
        ("/route/v1/foot", "nothing", "InvalidQuery"), ("/route/v1/foot", #"{"coordinates": {}}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": []}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": [[24.94, 60.17]]}"#, "InvalidOptions"),
        ("/route/v1/foot", #"{"coordinates": [[24.94, 60.17], [1e300, 60.17]]}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": [[24.94, 60.17], [181, 60.17]]}"#, "InvalidValue"),
        ("/route/v1/foot", #"{"coordinates": [[24.94, 60.17], [[24.94, 60.17]]]}"#, "Ok"),
        ("/route/v1/foot", #"{"coordinates": [[24.94, 60.17], [24.94, null]]}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": "24.94,60.17;24.94,60.17", "zebra": 1}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": "24.94,60.17;24.94,60.17", "profile": "car"}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": "24.94,60.17;24.94,60.17", "steps": "\u0000"}"#, "InvalidQuery"),
        ("/route/v1/foot", #"{"coordinates": "24.94,60.17;24.94,60.17", "radiuses": [1]}"#, "InvalidOptions"),
        ("/route/v1/rocket", #"{"coordinates": "24.94,60.17;24.94,60.17"}"#, "InvalidOptions"),
        ("/nearest/v1/foot", #"{"coordinates": [[24.94, 60.17]]}"#, "NotImplemented"),
        ("/match/v1/foot", "{}", "InvalidQuery"), ("/trip/v1/foot", "{}", "NotImplemented"),
    ])
    func `bodies that cannot be are refused in OSRM's form`(target: String, body: String, code: String) async throws {
        let (status, answer) = try await post(target, body)
        #expect(status == (code == "Ok" ? 200 : 400))
        #expect(answer["code"] as? String == code)
    }

    @Test(arguments: [("v1", "TooBig"), ("v2", "TooBig"), ("v", "body_too_large"), ("vast", "body_too_large")])
    func `a body that is too long is refused in OSRM's form where a version is asked for`(part: String, code: String)
        async throws
    {
        let answer = try await town.send(.post, "/trip/\(part)/foot", String(repeating: " ", count: 70_000))
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
        #expect(answer.status == .contentTooLarge && object?["code"] as? String == code)
    }

    @Test func `a body of another type is refused as OSRM does`() async throws {
        for service in ["route", "table", "match"] {
            let answer = try await town.send(
                .post, "/\(service)/v1/foot", "coordinates", headers: [.contentType: "text/plain"])
            let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
            #expect(answer.status == .unsupportedMediaType && object?["code"] as? String == "InvalidContentType")
        }
    }

    @Test func `a thousand coordinates fit, and more get an error`() async throws {
        let body = #"{"coordinates": ["# + Array(repeating: "[24.94, 60.17]", count: 1000).joined(separator: ",") + "]}"
        let (_, table) = try await post("/table/v1/foot", body)
        #expect(table["message"] as? String == "Too many table coordinates")
        let (_, route) = try await post("/route/v1/foot", body)
        #expect(route["message"] as? String == "Number of entries 1000 is higher than current maximum (100)")
        let deep = String(repeating: "[", count: 20_000)
        #expect(try await post("/route/v1/foot", #"{"coordinates": "# + deep).status == 400)
    }
}
