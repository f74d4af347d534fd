import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// The labels that distinguish routes between the same points, and where points on the way are reached.
@Suite struct RouteLabelTests {
    /// Two ways around a block.
    private static func block(_ north: KeyValuePairs<String, String>, _ south: KeyValuePairs<String, String>)
        -> StreetMap
    {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 150), ("D", 500, 150), ("E", 500, 0), ("F", 100, -150),
            ("G", 500, -150), ("H", 600, 0), ("I", 0, 150), ("J", 0, -150),
        ] { map.node(Character(name), east, north) }
        // Where nothing meets a way there is no node to find it by.
        map.way("CI", ["highway": "residential"])
        map.way("FJ", ["highway": "residential"])
        map.way("AB", ["highway": "residential", "name": "First Street"])
        map.way("BCDE", north)
        map.way("BFGE", south)
        map.way("EH", ["highway": "residential", "name": "Last Street"])
        return map
    }

    private func labels(_ map: StreetMap) throws -> [String] {
        let town = try map.build()
        var workspace = RouteWorkspace()
        let question = RouteQuestion(["A", "H"].map { map.coordinate($0) }, profile: .foot)
        let routes = try town.engine.routes(question, alternatives: 3, workspace: &workspace)
        let answer = String(decoding: RouteJSON.write(routes, town.engine), as: UTF8.self)
        return answer.split(separator: "\"label\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }.sorted()
    }

    @Test func `two ways are called by the streets that they do not share`() throws {
        let map = Self.block(
            ["highway": "residential", "name": "North Street"], ["highway": "residential", "name": "South Street"])
        #expect(try labels(map) == ["via North Street", "via South Street"])
    }

    @Test func `a way without a name is named by its kind, or by its location`() throws {
        let kinds = Self.block(["highway": "footway"], ["highway": "residential", "name": "South Street"])
        #expect(try labels(kinds) == ["on the footpath", "via South Street"])
        let alike = Self.block(["highway": "footway"], ["highway": "footway"])
        #expect(try labels(alike) == ["farther north", "farther south"])
    }

    @Test func `routes on the two sidewalks of a street count as the same route`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 9), ("D", 500, 9), ("E", 500, 0), ("F", 100, -9),
            ("G", 500, -9), ("H", 600, 0), ("I", 100, 60), ("J", 100, -60),
        ] { map.node(Character(name), east, north) }
        map.way("CI", ["highway": "residential"])
        map.way("FJ", ["highway": "residential"])
        map.way("AB", ["highway": "residential", "name": "Long Street"])
        map.way("BCDE", ["highway": "footway", "footway": "sidewalk"])
        map.way("BFGE", ["highway": "footway", "footway": "sidewalk"])
        map.way("EH", ["highway": "residential", "name": "Long Street"])
        #expect(try labels(map) == [])
    }

    @Test func `a single way needs no label`() throws {
        var map = StreetMap()
        for (name, east) in [("A", 0.0), ("H", 300)] { map.node(Character(name), east, 0) }
        map.way("AH", ["highway": "residential", "name": "Long Street"])
        #expect(try labels(map) == [])
    }

    @Test(arguments: Profile.allCases, [UInt64(71), 72, 73])
    func `each of several routes has its own label, and options do not change their number`(
        _ profile: Profile, _ seed: UInt64
    ) throws {
        // Few names, so that the quickest way often has nothing that is its alone.
        let named: [KeyValuePairs<String, String>] = (1...3).flatMap { number in
            [Grid.named("Street \(number)"), Grid.named("Street \(number)"), Grid.named("Lane \(number)")]
        }
        let town = try Grid(columns: 14, rows: 14, seed: seed, otherKinds: named).map.build()
        var random = SeededGenerator(seed: seed + 1), workspace = RouteWorkspace(), several = 0
        for _ in 0..<80 {
            let ends = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...1300), random.uniform(in: 0...1300))
            }
            var question = RouteQuestion(ends, profile: profile)
            guard let routes = try? town.engine.routes(question, alternatives: 3, workspace: &workspace) else {
                continue
            }
            let labels = routes.compactMap(\.label)
            #expect(labels.count == (routes.count > 1 ? routes.count : 0))
            #expect(labels.indices.allSatisfy { !labels[..<$0].contains(labels[$0]) })
            several += routes.count > 1 ? 1 : 0
            for (line, steps) in [(true, false), (false, false)] {
                (question.wantsLine, question.wantsSteps) = (line, steps)
                let others = try town.engine.routes(question, alternatives: 3, workspace: &workspace)
                #expect(others.map(\.timeMillis) == routes.map(\.timeMillis))
                #expect(others.map(\.lengthMillimetres) == routes.map(\.lengthMillimetres))
            }
        }
        #expect(several > (profile == .car ? 0 : 20))
    }

    @Test(arguments: Language.allCases)
    func `labels have words of their own in every language`(_ language: Language) {
        let told: [LabelWords] = [
            .farther(.north), .farther(.east), .farther(.south), .farther(.west), .withoutStairs,
            .quickest,
        ]
        let labels = told.map { language.vocabulary.label($0) }
        #expect(Set(labels).count == labels.count && !labels.contains(""))
        #expect(language.vocabulary.label(.streets("Long Street")).contains("Long Street"))
    }

    @Test func `a stop on the way is reached, and the end alone is arrived at`() throws {
        var map = StreetMap()
        for (name, east) in [("A", 0.0), ("B", 200), ("C", 400), ("D", 600)] { map.node(Character(name), east, 0) }
        map.way("ABCD", ["highway": "residential", "name": "Long Street"])
        let town = try map.build(), route = try town.route("ABCD")
        let last = route.legs.compactMap { $0.steps.last }
        #expect(last.map { $0.maneuver.stop } == [1, 2, nil])
        #expect(last.allSatisfy { $0.maneuver.kind == .arrive })
        let words = Words(language: .english, text: town.network.text)
        #expect(
            last.map { words.instruction(for: $0) } == [
                "You have reached stop 1", "You have reached stop 2", "You have arrived",
            ])
        for language in Language.allCases {
            let words = Words(language: language, text: town.network.text)
            let sentences = last.map { words.instruction(for: $0) }
            #expect(Set(sentences).count == 3 && sentences[1].contains("2"))
        }
        // To the side of the street, like an end.
        let aside = try town.route([map.coordinate("A"), StreetMap.coordinate(300, 15), map.coordinate("D")])
        #expect(
            aside.legs[0].steps.last.map { words.instruction(for: $0) }
                == "Stop 1 is on the left")
        let mine = String(decoding: RouteJSON.write(route, town.engine), as: UTF8.self)
        #expect(mine.split(separator: "\"stop\":").count == 3)
        // OSRM arrives with each leg, and knows nothing of stops.
        var options = OSRMOptions()
        options.steps = true
        let osrm = String(decoding: OSRMRouteJSON.write(route, options, town.engine), as: UTF8.self)
        #expect(osrm.split(separator: "\"arrive\"").count == 4 && !osrm.contains("\"stop\""))
    }
}
