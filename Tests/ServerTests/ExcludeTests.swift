import Community
import Foundation
import HereaboutsAPI
import TestSupport
import Testing

/// OSRM's `exclude`, in a town that a motorway, a road with toll and a ferry lead through side by side, with a slow lane around them.
@Suite struct ExcludeTests {
    private let town: Town

    init() throws { town = try Town(atlas: Town.atlas(of: Self.extract)) }

    private static let extract: HandMade = {
        var map = HandMade()
        map.statedBounds = (601_600_000, 249_300_000, 601_800_000, 249_500_000)
        map.node(1, 60.17, 24.935)
        map.node(2, 60.17, 24.945)
        map.node(3, 60.1705, 24.94)
        map.node(4, 60.1695, 24.94)
        map.node(5, 60.172, 24.94)
        map.node(6, 60.168, 24.94)
        map.way(10, [1, 3, 2], ["highway": "motorway", "name": "Motorway", "oneway": "no"])
        map.way(11, [1, 4, 2], ["highway": "secondary", "name": "Turnpike", "toll": "yes", "maxspeed": "80"])
        map.way(12, [1, 5, 2], ["route": "ferry", "name": "Ferry", "motor_vehicle": "yes", "duration": "00:02"])
        map.way(13, [1, 6, 2], ["highway": "service", "name": "Lane", "maxspeed": "5"])
        map.way(14, [7, 1], ["highway": "residential", "name": "West Street"])
        map.way(15, [2, 8], ["highway": "residential", "name": "East Street"])
        map.node(7, 60.17, 24.9345)
        map.node(8, 60.17, 24.9455)
        return map
    }()

    private static let pair = "24.9345,60.17;24.9455,60.17"

    private struct Case: Sendable, CustomTestStringConvertible {
        let excluded: String
        let over: String
        var testDescription: String { excluded }
    }

    @Test(arguments: [
        Case(excluded: "", over: "Motorway"), Case(excluded: "?exclude=motorway", over: "Turnpike"),
        Case(excluded: "?exclude=toll,motorway", over: "Ferry"), Case(excluded: "?exclude=toll", over: "Motorway"),
        Case(excluded: "?exclude=ferry,motorway", over: "Turnpike"),
        Case(excluded: "?exclude=motorway,ferry,toll", over: "Lane"),
    ])
    private func `all services leave out what is excluded`(_ example: Case) async throws {
        let more = example.excluded.isEmpty ? "?steps=true" : "\(example.excluded)&steps=true"
        for service in ["route", "trip", "match"] {
            let path =
                "/\(service)/v1/car/\(Self.pair)\(more)" + (service == "trip" ? "&roundtrip=false&source=first" : "")
            let (status, answer) = try await town.json(path + (service == "match" ? "&radiuses=50;50" : ""))
            #expect(status == 200, "\(service)")
            let key = ["route": "routes", "trip": "trips", "match": "matchings"][service] ?? ""
            let legs = (answer[key] as? [[String: Any]])?.first?["legs"] as? [[String: Any]]
            let names = (legs?.first?["steps"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
            #expect(names.contains(example.over), "\(service): \(names)")
            for (word, name) in [("motorway", "Motorway"), ("toll", "Turnpike"), ("ferry", "Ferry")]
            where example.excluded.contains(word) {
                #expect(!names.contains(name), "\(service): \(names)")
            }
        }
        let (_, route) = try await town.json("/route/v1/car/\(Self.pair)\(example.excluded)")
        let (_, table) = try await town.json("/table/v1/car/\(Self.pair)\(example.excluded)")
        let duration = try #require((route["routes"] as? [[String: Any]])?.first?["duration"] as? Double)
        #expect((table["durations"] as? [[Double]])?[0][1] == duration)
    }

    @Test func `coordinates are not moved to streets that are excluded`() async throws {
        let near = "24.94,60.1706"
        let (_, usual) = try await town.json("/nearest/v1/car/\(near)")
        #expect((usual["waypoints"] as? [[String: Any]])?.first?["name"] as? String == "Motorway")
        let (_, other) = try await town.json("/nearest/v1/car/\(near)?exclude=motorway")
        #expect((other["waypoints"] as? [[String: Any]])?.first?["name"] as? String == "Turnpike")
        // Others' questions are as before.
        let (_, again) = try await town.json("/nearest/v1/car/\(near)")
        #expect((again["waypoints"] as? [[String: Any]])?.first?["name"] as? String == "Motorway")
    }

    @Test func `what is closed meanwhile is heeded beside what is excluded`() async throws {
        let target = "/route/v1/car/\(Self.pair)?exclude=motorway&steps=true"
        func names() async throws -> [String] {
            let (_, answer) = try await town.json(target)
            let legs = (answer["routes"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]]
            return (legs?.first?["steps"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
        }
        #expect(try await names().contains("Turnpike"))
        let chief = try await town.client(of: "chief", .operator)
        let middle = [(60.1697, 24.938), (60.1695, 24.94)].map { GuideLocation(lat: $0.0, lon: $0.1) }
        let works = OverlayFeature(.closed, name: "Road works", points: middle)
        _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [works], publish: true))
        #expect(try await names().contains("Ferry"))
        _ = try await chief.changeOverlay(revision: 1, OverlayFields(features: [], publish: true))
        #expect(try await names().contains("Turnpike"))
    }
}
