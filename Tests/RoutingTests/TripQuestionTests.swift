import Atlas
import GeoCore
import Routing
import TestSupport
import Testing

@Suite struct TripQuestionTests {
    @Test(arguments: [Profile.foot, .car])
    func `a trip takes as long as its legs in their order, and no other order is quicker`(_ profile: Profile) throws {
        let grid = Grid(columns: 10, rows: 10, seed: 71, density: 1), town = try grid.map.build()
        var random = SeededGenerator(seed: 72), workspace = RouteWorkspace()
        let points = (0..<6).map { _ in
            StreetMap.coordinate(random.uniform(in: 0...900), random.uniform(in: 0...900))
        }
        let table = try town.engine.table(TableQuestion(points, profile: profile), workspace: &workspace).table
        for ends in [
            Trip.Ends(), Trip.Ends(isRoundTrip: false, startsAtFirst: true, endsAtLast: true),
            Trip.Ends(isRoundTrip: false, startsAtFirst: true),
        ] {
            var question = TripQuestion(points, profile: profile)
            question.ends = ends
            let plan = try town.engine.trips(question, workspace: &workspace)
            try #require(plan.trips.count == 1)
            let trip = plan.trips[0]
            #expect(trip.route.legs.count == (ends.isRoundTrip ? 6 : 5))
            var best = UInt64.max
            permute(Array(points.indices)) { order in
                guard !ends.startsAtFirst || order[0] == 0, !ends.endsAtLast || order[5] == 5 else { return }
                let stops = ends.isRoundTrip ? order + [order[0]] : order
                var total: UInt64 = 0
                for (from, to) in zip(stops, stops.dropFirst()) { total += UInt64(table.millis[from * 6 + to]) }
                best = min(best, total)
            }
            #expect(trip.route.timeMillis == Int64(best))
            for (point, visit) in plan.visits.enumerated() {
                #expect(visit.trip == 0 && trip.points[visit.position] == point)
                let moved = try town.engine.table(TableQuestion(points, profile: profile), workspace: &workspace)
                #expect(
                    trip.route.waypoints[visit.position].position.point == moved.sources[point].position.point)
            }
        }
    }

    @Test func `points on two islands are visited in two trips`() throws {
        var map = StreetMap()
        for (name, east) in [("A", 0.0), ("B", 300), ("C", 2000), ("D", 2300)] { map.node(Character(name), east, 0) }
        map.way("AB", ["highway": "residential"])
        map.way("CD", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace(), question = TripQuestion("ACBD".map { map.coordinate($0) }, profile: .foot)
        // The big component is too far away.
        question.snapLimitInMetres = 100
        let plan = try town.engine.trips(question, workspace: &workspace)
        #expect(plan.trips.map(\.points) == [[0, 2], [1, 3]])
        question.ends = Trip.Ends(isRoundTrip: false, startsAtFirst: true, endsAtLast: true)
        #expect(throws: RouteError.self) { try town.engine.trips(question, workspace: &workspace) }
    }

    private func permute(_ rest: [Int], _ begun: [Int] = [], _ visit: ([Int]) -> Void) {
        guard !rest.isEmpty else { return visit(begun) }
        for index in rest.indices {
            var left = rest
            let next = left.remove(at: index)
            permute(left, begun + [next], visit)
        }
    }
}
