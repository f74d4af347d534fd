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
        ObstacleCase(["highway": "footway", "conveying": "yes"], .conveying),
    ])
    func `what the quickest walk meets and wheels do not pass was avoided`(_ given: ObstacleCase) throws {
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
    func `what is passed with effort was accepted`(_ given: ObstacleCase) throws {
        let tags = given.tags, obstacle = given.obstacle
        let report = try report(RuleTown.street(tags))
        #expect(report.accepted[obstacle].count == 1)
        #expect((report.accepted[obstacle].millimetres - 200_000).magnitude < 200)
        #expect(report.avoided?.isEmpty == true)
    }

    @Test func `what nobody mapped is unknown, and what was mapped is not`() throws {
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
    func `the kerbs of a crossing are known when it has kerbs of its own`(_ kerb: String, _ count: Int) throws {
        // A footway over a street, with the crossing in the middle and a kerb before it.
        let town = try RuleTown(
            RuleTown.node(1, 0, 0)
                + RuleTown.node(2, 10, 0, kerb.isEmpty ? [:] : ["barrier": "kerb", "kerb": "lowered"])
                + RuleTown.node(3, 15, 0, ["highway": "crossing"]) + RuleTown.node(4, 30, 0) + RuleTown.node(5, 15, 90)
                + RuleTown.way(1, [1, 2, 3, 4], ["highway": "footway", "footway": "crossing"])
                + RuleTown.way(2, [3, 5], ["highway": "residential"]))
        #expect(try report(town, to: (30, 0)).unknown[.kerbs].count == count)
    }

    @Test func `the report is written with what there is`() throws {
        var json = JSONWriter(reservingCapacity: 256)
        json.report(try report(RuleTown.street(["highway": "steps"])))
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"avoided":{"steps":{"count":1,"distance":2"#))
        #expect(text.contains(#""accepted":{},"unknown":{"ground":{"count":1,"distance":"#))
    }

    private func report(_ town: RuleTown, to end: (Double, Double) = (200, 0)) throws -> WheelchairReport {
        var workspace = RouteWorkspace()
        let question = RouteQuestion(
            [StreetMap.coordinate(0, 0), StreetMap.coordinate(end.0, end.1)], profile: .wheelchair)
        let route = try town.engine.route(question, workspace: &workspace)
        return town.engine.wheelchairReport(of: route, question, workspace: &workspace)
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
