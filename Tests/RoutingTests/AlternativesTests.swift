import Atlas
import GeoCore
import Routing
import TestSupport
import Testing

@Suite struct AlternativesTests {
    @Test(arguments: Profile.allCases)
    func `other ways of random towns are real, different and little longer`(_ profile: Profile) throws {
        let grid = Grid(columns: 14, rows: 14, seed: 61), town = try grid.map.build()
        var random = SeededGenerator(seed: 62), workspace = RouteWorkspace(), others = 0
        for _ in 0..<80 {
            let ends = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...1300), random.uniform(in: 0...1300))
            }
            let question = RouteQuestion(ends, profile: profile), routes: [PlannedRoute]
            do throws(RouteError) {
                routes = try town.engine.routes(question, alternatives: 2, workspace: &workspace)
            } catch { continue }
            #expect(routes.count <= 3)
            #expect(routes[0].timeMillis == (try town.engine.route(question, workspace: &workspace)).timeMillis)
            for route in routes.dropFirst() {
                others += 1
                #expect(route.timeMillis >= routes[0].timeMillis)
                #expect(Double(route.timeMillis) <= Double(routes[0].timeMillis) * 1.4 + 1)
                #expect(route.geometry.first == route.waypoints[0].position.point)
                #expect(route.geometry.last == route.waypoints[1].position.point)
                let arcs = route.legs[0].pieces.map { $0.arc }
                for (arc, next) in zip(arcs, arcs.dropFirst()) {
                    #expect(town.network.head(of: arc) == town.network.tail(of: next))
                }
                #expect(Set(arcs.map(\.edge.rawValue)).count == arcs.count)
                // At least a quarter of the quickest one's time is spent elsewhere.
                let quickest = Set(routes[0].legs[0].pieces.map(\.arc.rawValue))
                let times = town.network.layer(profile).times
                let shared = arcs.filter { quickest.contains($0.rawValue) }.reduce(0.0) {
                    $0 + Double(times[$1.rawValue])
                }
                #expect(shared <= Double(routes[0].timeMillis) * 0.75)
            }
        }
        #expect(others > 1)
        let one = RouteQuestion([0.0, 900].map { StreetMap.coordinate($0, $0) }, profile: profile)
        #expect(try town.engine.routes(one, alternatives: 0, workspace: &workspace).count == 1)
    }
}
