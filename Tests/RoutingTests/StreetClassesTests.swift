import GeoCore
import Atlas
import OSMImport
import Routing
import TestSupport
import Testing

/// Ways that leave out streets of some classes.
@Suite struct StreetClassesTests {
    private static let kinds: [KeyValuePairs<String, String>] = [
        ["highway": "motorway"], ["highway": "motorway_link"], ["highway": "primary", "toll": "yes"],
        ["highway": "motorway", "toll": "yes"], ["route": "ferry"], ["route": "ferry", "toll": "yes"],
    ]

    private struct Case: Sendable, CustomTestStringConvertible {
        let profile: Profile
        let classes: StreetClasses
        var testDescription: String { "\(profile.name) without \(classes.rawValue)" }
    }

    private static let cases: [Case] = Profile.allCases.flatMap { profile in
        (UInt8(1)...7).map { Case(profile: profile, classes: StreetClasses(rawValue: $0)) }
            .filter { StreetClasses.avoidable(by: profile).contains($0.classes) }
    }

    @Test(arguments: cases)
    private func `ways take as long as plain Dijkstra says over the streets that are left`(_ example: Case) throws {
        let town = try Grid(columns: 12, rows: 10, seed: 5, otherKinds: Self.kinds).map.build()
        let (profile, classes) = (example.profile, example.classes)
        let engine = try town.engine.avoiding(classes, profile), graph = engine.graph(profile)
        var random = SeededGenerator(seed: 5), closed = 0
        let usual = town.network.layer(profile).times
        for arc in usual.indices {
            // By the tags' meaning, not by the classes.
            let way = town.network.way(of: ArcID(UInt32(arc)).edge)
            let isLeftOut =
                classes.contains(.toll) && way.has(.toll) || classes.contains(.ferry) && way.kind == .ferry
                || classes.contains(.motorway) && [.motorway, .motorwayLink].contains(way.kind)
            if isLeftOut, usual[arc] != .max { closed += 1 }
            #expect(graph.times[arc] == (isLeftOut ? .max : usual[arc]))
        }
        #expect(closed > 4)
        let report = RoutingCheck.run(engine, against: PlainTurns(graph), sources: 20, targets: 20, using: &random)
        #expect(report.faults.isEmpty, "\(report.faults)")
        #expect(report.compared > 100)
        #expect(usual.indices.allSatisfy { town.engine.graph(profile).times[$0] == usual[$0] })
    }

    @Test func `temporarily closed streets stay closed beside excluded classes`() throws {
        let town = try Grid(columns: 8, rows: 8, seed: 6, otherKinds: Self.kinds).map.build()
        let closed = town.map.data.ways.ids.filter { $0 % 5 == 1 }
        let engine = try town.engine.applying([StreetChange(.closed, .ways(closed))]).avoiding(
            [.motorway, .toll], .car)
        let graph = engine.graph(.car)
        for way in closed {
            for edge in town.network.edges(ofWay: way) ?? 0..<0 {
                #expect(graph.times[EdgeID(edge).forward.rawValue] == .max)
                #expect(graph.times[EdgeID(edge).backward.rawValue] == .max)
            }
        }
        var random = SeededGenerator(seed: 6)
        let report = RoutingCheck.run(engine, against: PlainTurns(graph), sources: 20, targets: 20, using: &random)
        #expect(report.faults.isEmpty, "\(report.faults)")
        #expect(report.compared > 100)
    }
}
