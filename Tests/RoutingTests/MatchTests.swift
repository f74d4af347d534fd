import Atlas
import Foundation
import GeoCore
import Routing
import TestSupport
import Testing

@Suite struct MatchTests {
    /// A known walk or drive over a random town, recorded with errors; the streets that come back are those that were
    /// taken.
    @Test(arguments: [Profile.foot, .bicycle, .car], [(deviation: 4.0, metres: 20.0), (8, 40), (4, 150)])
    func `a noisy or sparse record of a route is laid on its streets again`(
        _ profile: Profile, _ noise: (deviation: Double, metres: Double)
    ) throws {
        let grid = Grid(columns: 12, rows: 12, seed: 31), town = try grid.map.build()
        var random = SeededGenerator(seed: 32), workspace = RouteWorkspace(), right = 0.0, whole = 0.0, tracks = 0
        for _ in 0..<12 {
            let ends = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...1100), random.uniform(in: 0...1100))
            }
            let route: PlannedRoute
            do throws(RouteError) {
                route = try town.engine.route(RouteQuestion(ends, profile: profile), workspace: &workspace)
            } catch { continue }
            let points = record(route, every: noise.metres, &random, deviation: noise.deviation)
            guard points.count > 3 else { continue }
            tracks += 1
            let track = try town.engine.match(
                MatchQuestion(
                    points.map { TracePoint($0, deviationInMetres: noise.deviation * 1.5) }, profile: profile),
                workspace: &workspace)
            var matched = Set<UInt32>()
            for matching in track.matchings {
                #expect(matching.route.legs.count == matching.points.count - 1)
                #expect(matching.confidence > 0 && matching.confidence <= 1)
                for span in matching.route.legs.flatMap(\.spans) { matched.insert(span.arc.edge.rawValue) }
            }
            for span in route.legs[0].spans {
                whole += Double(span.lengthMillimetres)
                if matched.contains(span.arc.edge.rawValue) { right += Double(span.lengthMillimetres) }
            }
        }
        #expect(tracks > 5)
        #expect(right / whole > 0.93, "\(right / whole)")
    }

    @Test func `a pause of more than a minute cuts a track, unless that is not wanted`() throws {
        let town = try street()
        var workspace = RouteWorkspace()
        let points = [0.0, 10, 20, 95, 105].enumerated().map { index, time in
            TracePoint(StreetMap.coordinate(Double(index) * 50 + 20, 2), time: time)
        }
        var question = MatchQuestion(points, profile: .foot)
        #expect(
            try town.engine.match(question, workspace: &workspace).matchings.map(\.points) == [[0, 1, 2], [3, 4]])
        question.splitsAtGaps = false
        #expect(try town.engine.match(question, workspace: &workspace).matchings.map(\.points) == [[0, 1, 2, 3, 4]])
    }

    @Test func `fixes far from all streets are left out`() throws {
        let town = try street()
        var workspace = RouteWorkspace()
        let points = [(50.0, 2.0), (100, 400), (150, -3), (200, 1)].map { TracePoint(StreetMap.coordinate($0.0, $0.1)) }
        let track = try town.engine.match(MatchQuestion(points, profile: .foot), workspace: &workspace)
        #expect(track.matchings.map(\.points) == [[0, 2, 3]])
        #expect(track.alternatives == [0, nil, 0, 0])
        #expect((track.matchings[0].route.distanceInMetres - 150).magnitude < 0.5)
        let nowhere = points.map { TracePoint($0.coordinate, deviationInMetres: 0.1) }
        #expect(try town.engine.match(MatchQuestion(nowhere, profile: .foot), workspace: &workspace).matchings.isEmpty)
        #expect(throws: RouteError.tooFewPoints) {
            try town.engine.match(MatchQuestion([points[0]], profile: .foot), workspace: &workspace)
        }
    }

    @Test func `a car is matched in the direction it went`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 400, 0), ("C", 400, 12), ("D", 0, 12)] {
            map.node(Character(name), east, north)
        }
        let there = map.way("AB", ["highway": "primary", "oneway": "yes"])
        let back = map.way("CD", ["highway": "primary", "oneway": "yes"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        // In the middle between both.
        for (eastward, way) in [(true, there), (false, back)] {
            let points = stride(from: 50.0, through: 350, by: 50).map { TracePoint(StreetMap.coordinate($0, 6)) }
            let track = try town.engine.match(
                MatchQuestion(eastward ? points : points.reversed(), profile: .car), workspace: &workspace)
            #expect(track.matchings.map(\.points.count) == [7])
            let edges = Set(track.matchings[0].route.legs.flatMap(\.spans).map { $0.arc.edge.rawValue })
            #expect(edges == Set(town.network.edges(ofWay: way)!))
        }
    }

    /// The likeliest way by all candidates and all ways between them, each asked for as a route.
    @Test(arguments: [(deviation: 6.0, metres: 25.0), (12, 60)])
    func `no other way is likelier`(_ noise: (deviation: Double, metres: Double)) throws {
        let grid = Grid(columns: 10, rows: 10, seed: 33), town = try grid.map.build()
        var random = SeededGenerator(seed: 34), workspace = RouteWorkspace(), compared = 0
        for _ in 0..<10 {
            let ends = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...900), random.uniform(in: 0...900))
            }
            guard let route = try? town.engine.route(RouteQuestion(ends, profile: .foot), workspace: &workspace) else {
                continue
            }
            let fixes = record(route, every: noise.metres, &random, deviation: noise.deviation).map {
                TracePoint($0, deviationInMetres: noise.deviation)
            }
            guard fixes.count > 3 else { continue }
            let track = try town.engine.match(MatchQuestion(fixes, profile: .foot), workspace: &workspace)
            guard track.matchings.count == 1, track.matchings[0].points.count == fixes.count else { continue }
            let best = likeliest(fixes, town.engine, &workspace)
            #expect((track.matchings[0].confidence / best - 1).magnitude < 0.005)
            compared += 1
        }
        #expect(compared > 3)
    }

    /// The geometric mean of the likelihoods along the likeliest way (Viterbi's algorithm), beside those of a perfect
    /// record.
    private func likeliest(_ fixes: [TracePoint], _ engine: RouteEngine, _ workspace: inout RouteWorkspace) -> Double {
        func candidates(_ fix: TracePoint) -> [(point: Coordinate, logarithm: Double)] {
            let limit = 3 * fix.deviationInMetres
            let found = (try? engine.nearest(fix.coordinate, profile: .foot, count: 10, withinMetres: limit)) ?? []
            return found.map {
                let deviations = $0.position.distanceInMetres / fix.deviationInMetres
                return (Coordinate($0.position.point), -0.5 * deviations * deviations)
            }
        }
        var states = candidates(fixes[0])
        for (fix, next) in zip(fixes, fixes.dropFirst()) {
            let straight = fix.coordinate.distance(inMetresTo: next.coordinate)
            states = candidates(next).compactMap { target in
                var best = -Double.infinity
                for source in states {
                    let question = RouteQuestion([source.point, target.point], profile: .foot)
                    guard let way = try? engine.route(question, workspace: &workspace),
                        way.durationInSeconds <= (straight * 4 + 500) / 4 * 3.6
                    else { continue }
                    best = max(best, source.logarithm - (way.distanceInMetres - straight).magnitude / 10)
                }
                return best > -.infinity ? (target.point, best + target.logarithm) : nil
            }
        }
        return exp((states.map { $0.logarithm }.max() ?? 0) / Double(fixes.count))
    }

    @Test(arguments: Profile.allCases)
    func `a track made to cost much is cut where too much was looked at, and its matchings are routes`(
        _ profile: Profile
    ) throws {
        let grid = Grid(columns: 20, rows: 20, seed: 35), town = try grid.map.build()
        var random = SeededGenerator(seed: 36), workspace = RouteWorkspace()
        // Many streets near each fix, and each far from the last.
        let points = (0..<MatchQuestion.maximumPoints).map { _ in
            TracePoint(
                StreetMap.coordinate(random.uniform(in: 0...1900), random.uniform(in: 0...1900)), deviationInMetres: 60)
        }
        let track = try town.engine.match(MatchQuestion(points, profile: profile), workspace: &workspace)
        #expect(track.matchings.count > 1)
        for matching in track.matchings {
            let arcs = matching.route.legs.flatMap(\.spans).map(\.arc)
            for (arc, next) in zip(arcs, arcs.dropFirst()) where arc.edge != next.edge {
                #expect(town.network.head(of: arc) == town.network.tail(of: next))
            }
        }
        var many = points
        many.append(points[0])
        #expect(throws: RouteError.tooManyPoints(count: 2001, limit: 2000)) {
            try town.engine.match(MatchQuestion(many, profile: profile), workspace: &workspace)
        }
    }

    private func street() throws -> StreetTown {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 500, 0)
        map.way("AB", ["highway": "residential"])
        return try map.build()
    }

    /// Fixes along a route, each off by a random error.
    private func record(
        _ route: PlannedRoute, every metres: Double, _ random: inout SeededGenerator, deviation: Double
    ) -> [Coordinate] {
        var fixes: [Coordinate] = [], next = 0.0, passed = 0.0
        for (from, to) in zip(route.geometry, route.geometry.dropFirst()) {
            let length = from.distance(inMetresTo: to)
            while length > 0, next <= passed + length {
                let point = PointE7(from: from, to: to, share: (next - passed) / length)
                // The sum of twelve uniform errors is nearly normal.
                func error() -> Double {
                    (0..<12).reduce(-6.0) { sum, _ in sum + random.uniform(in: 0...1) } * deviation
                }
                fixes.append(
                    Coordinate(
                        latitude: Double(point.latitudeE7) / 1e7 + error() / 111_195,
                        longitude: Double(point.longitudeE7) / 1e7 + error() / 55_597)!)
                next += metres
            }
            passed += length
        }
        return fixes
    }
}
