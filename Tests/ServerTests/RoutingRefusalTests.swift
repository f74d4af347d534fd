import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

/// The errors of each address of routing for points that are missing, too many, or off the map.
@Suite struct RoutingRefusalTests {
    private let town: Town

    init() throws { town = try Town() }

    /// An address with a place for a point, and the parameter that it stands in.
    struct Asked: Sendable, CustomTestStringConvertible {
        let target: String
        let field: String
        /// The error for points outside the map.
        let outside: ErrorCode
        var testDescription: String { target }

        init(_ target: String, _ field: String, outside: ErrorCode = .outsideMap) {
            self.target = target
            self.field = field
            self.outside = outside
        }

        func with(_ point: String) -> String {
            let escaped = point.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            return target.replacingOccurrences(of: "POINT", with: escaped)
        }
    }

    static let own = [
        Asked("/api/v1/route?to=60.17,24.945&from=POINT", "from"),
        Asked("/api/v1/route?from=60.17,24.94&to=POINT", "to"),
        Asked("/api/v1/route?from=60.17,24.94&to=60.17,24.945&via=POINT", "via"),
        Asked("/api/v1/trip?points=60.17,24.94;POINT", "points"),
        Asked("/api/v1/table?points=60.17,24.94;POINT", "points"),
        Asked("/api/v1/reach?from=POINT", "from"),
        Asked("/api/v1/reach?direction=to&from=POINT", "from"),
        // A track leaves out points far from streets, and one point is no track.
        Asked("/api/v1/match?points=60.17,24.94;POINT", "points", outside: .noMatch),
    ]

    @Test(arguments: own)
    func `a point is two numbers in degrees, and on the map`(_ asked: Asked) async throws {
        for point in [
            "NaN,24.94", "60.17,nan", "inf,24.94", "60.17,-inf", "1e999,24.94", "90.1,24.94", "60.17,180.1", "60.17",
            "60.17,24.94,5", ",", "a,b", "60.17 24.94", "0x3c,24.94",
        ] { try await expect(asked.with(point), .invalidParameter, asked.field, "latitude,longitude in degrees") }
        try await expect(asked.with(""), .invalidParameter, asked.field, "latitude,longitude in degrees")
        for point in ["10,10", "-60.17,24.94", "60.17,-24.94", "90,0", "-90,180"] {
            try await expect(
                asked.with(point), asked.outside, asked.field, asked.outside == .noMatch ? "no two" : "outside the map")
        }
    }

    @Test(arguments: own)
    func `an unknown profile is refused with the names of the four`(_ asked: Asked) async throws {
        for word in ["rocket", "", "Foot", "foot,car", String(repeating: "a", count: 5000)] {
            try await expect(asked.with("60.17,24.9402") + "&profile=\(word)", .invalidParameter, "profile", "foot")
        }
        let twice = asked.with("60.17,24.9402") + "&profile=foot&profile=foot"
        try await expect(twice, .invalidParameter, "profile", "given twice")
    }

    @Test(arguments: [
        ("/api/v1/route?from=60.17,24.94&to=60.17,24.945&via=", "via", 25), ("/api/v1/trip?points=", "points", 100),
        ("/api/v1/match?points=", "points", 100), ("/api/v1/table?points=", "points", 500),
    ])
    func `a thousand points are too many for an address, which says how many it takes`(
        _ target: String, _ field: String, _ limit: Int
    ) async throws {
        let points = Array(repeating: "60,24", count: 1000).joined(separator: ";")
        try await expect(target + points, .invalidParameter, field, "more than \(limit) points")
    }

    @Test(arguments: [
        "/api/v1/route", "/api/v1/trip", "/api/v1/table", "/api/v1/reach", "/api/v1/match", "/api/v1/loop",
    ])
    func `the error names a missing parameter`(_ target: String) async throws {
        let answer = try await town.get(target)
        let error = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        #expect(error.code == .missingParameter && ["from", "points", "lat"].contains(error.field ?? ""))
        #expect(error.message == "\(error.field ?? "") is missing")
    }

    @Test func `round walks begin on the map`() async throws {
        for latitude in ["NaN", "inf", "", "91", "a"] {
            let target = "/api/v1/loop?lat=\(latitude)&lon=24.94&minutes=9"
            try await expect(target, .invalidParameter, "lat", "")
        }
        try await expect("/api/v1/loop?lat=10&lon=10&minutes=9", .outsideMap, "lat", "outside the map")
        for profile in ["car", "bicycle", "rocket", ""] {
            let target = "/api/v1/loop?lat=60.17&lon=24.94&minutes=9&profile=\(profile)"
            try await expect(target, .invalidParameter, "profile", "foot")
        }
    }

    @Test(arguments: ["route", "table", "trip", "match"])
    func `OSRM's services say the same in its words`(_ service: String) async throws {
        let start = "/\(service)/v1/foot/24.94,60.17;"
        for (point, code) in [
            ("NaN,60.17", "InvalidQuery"), ("24.94,inf", "InvalidQuery"), ("24.94", "InvalidQuery"),
            ("a,b", "InvalidQuery"), ("", "InvalidQuery"), ("181,60.17", "InvalidValue"), ("24.94,91", "InvalidValue"),
        ] {
            let (status, answer) = try await town.json(start + point)
            #expect(status == 400 && answer["code"] as? String == code, "\(point)")
        }
        let outside = try await town.json(start + "10,10")
        #expect(
            outside.status == 400 && outside.object["code"] as? String == (service == "match" ? "NoMatch" : "NoSegment")
        )
        let profile = try await town.json("/\(service)/v1/rocket/24.94,60.17;24.945,60.17")
        #expect(profile.status == 400 && profile.object["code"] as? String == "InvalidOptions")
        let many = Array(repeating: "24.94,60.17", count: 1000).joined(separator: ";")
        let all = try await town.json("/\(service)/v1/foot/\(many)")
        #expect([400, 414].contains(all.status))
        #expect(["TooBig", "address_too_long"].contains(all.object["code"] as? String))
    }

    private func expect(_ target: String, _ code: ErrorCode, _ field: String, _ words: String) async throws {
        let answer = try await town.get(target)
        let error = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        #expect(error.code == code && error.field == field, "\(target.prefix(120)): \(error)")
        #expect(words.isEmpty || error.message.contains(words), "\(target.prefix(120)): \(error.message)")
        #expect(answer.status.code == code.status && answer.headers[.cacheControl] == "no-store")
    }
}
