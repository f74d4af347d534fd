import GeoCore
import Routing
import Testing

@Suite struct WheelchairReportTests {
    struct ObstacleCase: Sendable, CustomTestStringConvertible {
        let tags: KeyValuePairs<String, String>
        let obstacle: WheelchairReport.Obstacle
        var testDescription: String { "\(tags)" }

        init(_ tags: KeyValuePairs<String, String>, _ obstacle: WheelchairReport.Obstacle) {
            self.tags = tags
            self.obstacle = obstacle
        }
    }

    @Test(arguments: [
        ObstacleCase(["highway": "steps"], .steps), ObstacleCase(["highway": "footway", "wheelchair": "no"], .stated),
        ObstacleCase(["highway": "footway", "incline": "15%"], .slope),
        ObstacleCase(["highway": "footway", "width": "0.6"], .width),
        ObstacleCase(["highway": "path", "surface": "sand"], .ground),
        ObstacleCase(["highway": "path", "smoothness": "horrible"], .ground),
        ObstacleCase(["highway": "path", "sac_scale": "mountain_hiking"], .ground),
        ObstacleCase(["highway": "path", "ford": "stepping_stones"], .ground),
        ObstacleCase(["highway": "footway", "conveying": "yes"], .conveying),
    ])
    func `obstacles on the quickest walk that wheels cannot pass count as avoided`(_ given: ObstacleCase) throws {
        let tags = given.tags, obstacle = given.obstacle
        let report = try report(RuleTown.street(tags))
        var expected = WheelchairReport.Amounts()
        expected[obstacle] = WheelchairReport.Amount(count: 1, millimetres: 200_000)
        #expect(isEqual(report.avoided, expected))
        #expect(report.accepted.isEmpty)
    }

    @Test(arguments: [
        ObstacleCase(["kerb": "raised", "barrier": "kerb"], .kerbs),
        ObstacleCase(["barrier": "kissing_gate"], .barriers),
    ])
    func `a raised kerb or a narrow gate on the quickest walk was avoided`(_ given: ObstacleCase) throws {
        let node = given.tags, obstacle = given.obstacle
        let report = try report(RuleTown.street(["highway": "residential"], middle: node))
        #expect(report.avoided?[obstacle] == WheelchairReport.Amount(count: 1))
    }

    @Test(arguments: [
        ObstacleCase(["highway": "steps", "ramp:wheelchair": "yes"], .steps),
        ObstacleCase(["highway": "footway", "wheelchair": "limited"], .stated),
        ObstacleCase(["highway": "footway", "incline": "8%"], .slope),
        ObstacleCase(["highway": "path", "surface": "grass"], .ground),
        ObstacleCase(["highway": "path", "smoothness": "bad"], .ground),
    ])
    func `obstacles that the route passes with effort count as accepted`(_ given: ObstacleCase) throws {
        let tags = given.tags, obstacle = given.obstacle
        let report = try report(RuleTown.street(tags))
        #expect(report.accepted[obstacle].count == 1)
        #expect((report.accepted[obstacle].millimetres - 200_000).magnitude < 200)
        #expect(report.avoided?.isEmpty == true)
    }

    @Test func `unmapped properties are unknown, mapped properties are not`() throws {
        let bare = try report(RuleTown.street(["highway": "footway"], middle: ["highway": "crossing"])).unknown
        #expect((bare[.ground].millimetres - 200_000).magnitude < 200)
        #expect((bare[.slope].millimetres - 200_000).magnitude < 200)
        // A crossing in the middle of a street is no junction: it is where streets meet that kerbs matter.
        let known = try report(
            RuleTown.street(["highway": "footway", "surface": "asphalt", "incline": "2%"], middle: ["kerb": "rolled"]))
        #expect(known.unknown.isEmpty)
        #expect(known.accepted[.kerbs] == WheelchairReport.Amount(count: 1))
    }

    @Test(arguments: [("", 1), ("kerb", 0)])
    func `the kerbs of a crossing are known when they are mapped`(_ kerb: String, _ count: Int) throws {
        // A footway over a street, with the crossing in the middle and a kerb before it.
        let town = try RuleTown(
            RuleTown.node(1, 0, 0)
                + RuleTown.node(2, 10, 0, kerb.isEmpty ? [:] : ["barrier": "kerb", "kerb": "lowered"])
                + RuleTown.node(3, 15, 0, ["highway": "crossing"]) + RuleTown.node(4, 30, 0) + RuleTown.node(5, 15, 90)
                + RuleTown.way(1, [1, 2, 3, 4], ["highway": "footway", "footway": "crossing"])
                + RuleTown.way(2, [3, 5], ["highway": "residential"]))
        #expect(try report(town, to: (30, 0)).unknown[.kerbs].count == count)
    }

    @Test func `the report contains the obstacles there are, and has words in every language`() throws {
        let town = try RuleTown.street(["highway": "steps"])
        var tellings: Set<String> = []
        for language in Language.allCases {
            let route = try route(town, to: (200, 0), language)
            let text = String(decoding: RouteJSON.write(route, town.engine), as: UTF8.self)
            #expect(text.contains(#""wheelchair":{"avoided":{"steps":{"count":1,"distance":2"#))
            #expect(text.contains(#""accepted":{},"unknown":{"ground":{"count":1,"distance":"#))
            let lines = Words(language: language, text: town.engine.network.text).lines(
                of: try #require(route.wheelchair))
            // Stairs are avoided, nothing is in the way, and what the way round is like is not mapped.
            #expect(lines.count == 2 && lines[0].contains("200 "))
            tellings.formUnion(lines)
        }
        #expect(tellings.count == 2 * Language.allCases.count)
    }

    @Test func `lines add lengths up and count places`() throws {
        var report = WheelchairReport(avoided: nil)
        report.accepted[.kerbs].count = 3
        report.accepted[.ground] = WheelchairReport.Amount(count: 2, millimetres: 1_249_600)
        report.unknown[.slope] = WheelchairReport.Amount(count: 1, millimetres: 999_400)
        let town = try RuleTown.street(["highway": "steps"])
        func lines(_ language: Language) -> [String] {
            Words(language: language, text: town.engine.network.text).lines(of: report)
        }
        #expect(
            lines(.english) == [
                "On the way: rolled kerbs (×3), rough ground (1.3 km)", "Not mapped: slope (999 m)",
            ])
        #expect(lines(.german)[0] == "Unterwegs: abgerundete Bordsteine (×3), rauer Boden (1,3 km)")
    }

    @Test func `only wheelchair routes have a report, and only on request`() throws {
        let town = try RuleTown.street(["highway": "steps"]), start = (0.0, 0.0), end = (200.0, 0.0)
        #expect(try town.route(start, end, .wheelchair).wheelchair == nil)
        var question = RouteQuestion([start, end].map { StreetMap.coordinate($0.0, $0.1) }, profile: .foot)
        question.wantsReport = true
        var workspace = RouteWorkspace()
        #expect(try town.engine.route(question, workspace: &workspace).wheelchair == nil)
    }

    private func report(_ town: RuleTown, to end: (Double, Double) = (200, 0)) throws -> WheelchairReport {
        try #require(try route(town, to: end, .english).wheelchair)
    }

    private func route(_ town: RuleTown, to end: (Double, Double), _ language: Language) throws -> PlannedRoute {
        var workspace = RouteWorkspace()
        var question = RouteQuestion(
            [StreetMap.coordinate(0, 0), StreetMap.coordinate(end.0, end.1)], profile: .wheelchair)
        question.language = language
        question.wantsReport = true
        return try town.engine.route(question, workspace: &workspace)
    }

    /// To a thousandth: positions are rounded.
    private func isEqual(_ amounts: WheelchairReport.Amounts?, _ expected: WheelchairReport.Amounts) -> Bool {
        guard let amounts else { return false }
        return WheelchairReport.Obstacle.allCases.allSatisfy {
            amounts[$0].count == expected[$0].count
                && (amounts[$0].millimetres - expected[$0].millimetres).magnitude < 200
        }
    }
}
