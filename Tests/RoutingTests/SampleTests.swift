import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// The streets of central Helsinki: real data with cut-off ways, stairs, ferries and trams.
@Suite struct SampleTests {
    @Test(arguments: Profile.allCases)
    func `routes take as long as plain Dijkstra says`(_ profile: Profile) throws {
        let data = try OSMReader.read(paths: [SampleExtract.path]).data
        let (engine, bytes) = try Self.build(data)
        var random = SeededGenerator(seed: 20)
        let plain = PlainNetwork(data, profile)
        #expect(plain.faults(of: engine.network) == [])
        if !profile.isVehicle {
            let report = RoutingCheck.run(engine, against: plain, sources: 20, targets: 20, using: &random)
            #expect(report.faults == [])
            #expect(report.compared > 100)
        }
        let turns = PlainTurns(engine.graph(profile))
        let report = RoutingCheck.run(engine, against: turns, sources: 20, targets: 20, using: &random)
        #expect(report.faults == [])
        #expect(report.compared > 100)
        withExtendedLifetime(bytes) {}
    }

    @Test func `every step of many routes has words, and the line leads from end to end`() throws {
        let data = try OSMReader.read(paths: [SampleExtract.path]).data
        let (engine, bytes) = try Self.build(data)
        let languages = Language.allCases.map { Words(language: $0, text: engine.network.text) }
        let bounds = engine.network.bounds
        var random = SeededGenerator(seed: 21), workspace = RouteWorkspace(), answered = 0
        for _ in 0..<60 {
            let points = (0..<2).map { _ in
                Coordinate(
                    latitude: random.uniform(in: Double(bounds.minY)...Double(bounds.maxY)) / 1e7,
                    longitude: random.uniform(in: Double(bounds.minX)...Double(bounds.maxX)) / 1e7)!
            }
            guard let route = try? engine.route(RouteQuestion(points, profile: .foot), workspace: &workspace) else {
                continue
            }
            answered += 1
            #expect(route.geometry.first == route.waypoints[0].position.point)
            #expect(route.geometry.last == route.waypoints[1].position.point)
            for step in route.legs[0].steps {
                let sentences = languages.map { $0.instruction(for: step) }
                #expect(sentences.allSatisfy { !$0.contains("{") && !$0.contains("  ") && $0.count > 5 })
                #expect(Set(sentences).count == sentences.count)
            }
        }
        #expect(answered > 50)
        withExtendedLifetime(bytes) {}
    }

    static func build(_ data: OSMData) throws -> (RouteEngine, AtlasMemory) {
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        try RoadBuilding.build(data, text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        let bytes = AtlasMemory(writer.finish()), engine = try RouteEngine(bytes.view())
        try engine.check()
        return (engine, bytes)
    }
}
