import Community
import Foundation
import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

/// OSRM's `exclude`, in a town that a motorway, a road with toll and a ferry lead through side by side, with a slow
/// lane around them.
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

    @Test func `what is closed meanwhile applies beside what is excluded`() async throws {
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

    @Test func `where streets cannot be left out that is refused in OSRM's form, however often it is asked`()
        async throws
    {
        let town = try Town(atlas: Self.interwoven(), isVerified: false)
        for _ in 0..<2 {
            let (status, answer) = try await town.json("/route/v1/foot/24.94,60.17;24.941,60.17?exclude=ferry")
            #expect(status == 400 && answer["code"] as? String == "DisabledDataset")
            #expect((answer["message"] as? String)?.contains("import the extract again") == true)
        }
    }

    /// Streets that branch twice, in an order that no importer makes: where they branch is contracted first, which
    /// joins all ends to each other.
    private static func interwoven() throws -> [UInt8] {
        var map = HandMade()
        map.statedBounds = (601_600_000, 249_300_000, 601_800_000, 249_500_000)
        let branches = 18 as Int64, ends = 100 as Int64
        map.node(1, 60.17, 24.94)
        for branch in 1...branches {
            let angle = Double(branch) / Double(branches) * 2 * .pi
            map.node(1 + branch, 60.17 + 0.0005 * sin(angle), 24.94 + 0.001 * cos(angle))
            map.way(1 + branch, [1, 1 + branch], ["highway": "footway"])
        }
        for end in 0..<(branches * ends) {
            let angle = Double(end) / Double(branches * ends) * 2 * .pi, id = 100 + end
            map.node(id, 60.17 + 0.004 * sin(angle), 24.94 + 0.008 * cos(angle))
            map.way(id, [2 + end / ends, id], end < 10 ? ["route": "ferry", "foot": "yes"] : ["highway": "footway"])
        }
        var bytes = Town.atlas(of: map)
        func words(_ name: String) throws -> [UInt32] {
            let section = try section(name, of: bytes)
            return stride(from: section.lowerBound, to: section.upperBound, by: 4).map { start in
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
            }
        }
        // On foot a state is a junction; latitude and longitude of each.
        let points = try words("roads.points"), center = PointE7(Town.corner)
        func isEnd(_ state: UInt32) -> Bool {
            PointE7(
                latitudeE7: Int32(bitPattern: points[Int(state) * 2]),
                longitudeE7: Int32(bitPattern: points[Int(state) * 2 + 1])
            ).distance(inMetresTo: center) > 100
        }
        let states = try words("hier.walkStates"), order = states.filter { !isEnd($0) } + states.filter { isEnd($0) }
        let stateBytes = order.flatMap { state in (0..<4).map { UInt8(truncatingIfNeeded: state >> UInt32(8 * $0)) } }
        bytes.replaceSubrange(try section("hier.walkStates", of: bytes), with: stateBytes)
        // Each node above the one before it.
        let depths = order.indices.reversed().flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        bytes.replaceSubrange(try section("hier.walkDepths", of: bytes), with: depths)
        return AtlasForging.resigned(bytes)
    }

    /// Returns the bytes of a section, which the directory behind the header names (`AtlasFormat`).
    private static func section(_ name: String, of bytes: [UInt8]) throws -> Range<Int> {
        let entries = (0..<Int(AtlasForging.word(16, in: bytes))).map { 64 + 48 * $0 }
        let entry = try #require(
            entries.first { bytes[$0..<($0 + 16)].prefix { $0 != 0 }.elementsEqual(name.utf8) })
        let offset = Int(AtlasForging.word(entry + 16, in: bytes))
        return offset..<(offset + Int(AtlasForging.word(entry + 24, in: bytes)))
    }
}
