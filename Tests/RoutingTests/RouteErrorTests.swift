import Atlas
import GeoCore
import OSMImport
import Routing
import Testing

@Suite struct RouteErrorTests {
    @Test func `a point off the map is refused, and said to be`() throws {
        var map = street()
        map.bound(east: -100...1100, north: -100...100)
        let town = try map.build()
        #expect(throws: RouteError.outsideMap(point: 1)) {
            try town.route([map.coordinate("A"), StreetMap.coordinate(500, 1150)])
        }
        #expect(throws: RouteError.outsideMap(point: 0)) {
            try town.engine.nearest(StreetMap.coordinate(500, 1150), profile: .foot)
        }
    }

    @Test func `a point hardly beyond the map is on the nearest street`() throws {
        var map = street()
        map.bound(east: -100...1100, north: -100...100)
        let found = try map.build().engine.nearest(StreetMap.coordinate(500, 950), profile: .foot)
        #expect((found[0].position.distanceInMetres - 950).magnitude < 1)
    }

    @Test func `the error for a point far from every street states the distance`() throws {
        let town = try street().build()
        do throws(RouteError) {
            var request = RouteQuestion([StreetMap.coordinate(500, 0), StreetMap.coordinate(500, 321)], profile: .foot)
            request.snapLimitInMetres = 300
            var workspace = RouteWorkspace()
            _ = try town.engine.route(request, workspace: &workspace)
            Issue.record("a route was found")
        } catch {
            guard case .noRoadNear(point: 1, nearestInMetres: let metres?) = error else {
                Issue.record("\(error)")
                return
            }
            #expect((metres - 321).magnitude < 0.1)
            #expect(error.code == "no_road_near")
            #expect(error.message == "no street near point 2: the nearest is 321 m away")
        }
    }

    @Test func `the number of points is limited`() throws {
        let town = try street().build(), point = StreetMap.coordinate(10, 0)
        #expect(throws: RouteError.tooFewPoints) { try town.route([point]) }
        #expect(throws: RouteError.tooManyPoints(count: 501, limit: 500)) {
            try town.route(Array(repeating: point, count: 501))
        }
        #expect(try town.route(Array(repeating: point, count: 500)).legs.count == 499)
    }

    @Test func `straight-line legs are limited`() throws {
        var map = street()
        map.bound(east: -2_000_000...2_000_000, north: -2_000_000...2_000_000)
        let town = try map.build()
        #expect(throws: RouteError.tooFar(leg: 0, limitInMetres: 1_000_000)) {
            try town.route([StreetMap.coordinate(0, 0), StreetMap.coordinate(0, 1_100_000)])
        }
    }

    @Test func `a start nearer to the edge of the map than to its street is warned about`() throws {
        var map = street()
        map.bound(east: -100...1100, north: -100...100)
        let town = try map.build()
        let near = try town.route([StreetMap.coordinate(500, 80), map.coordinate("B")])
        #expect(near.notices == [.nearestStreetMayBeBeyond])
        #expect(near.touchesMapEdge)
        #expect(try town.route([StreetMap.coordinate(500, 30), map.coordinate("B")]).notices.isEmpty)
    }

    @Test func `a detour that streets cut off at the edge could shorten is warned about`() throws {
        // Two streets leave the map 100 m apart; inside, it takes 4.2 km from one to the other.
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 0, 2000), ("C", 100, 2000), ("D", 100, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("AB?", ["highway": "residential"])
        map.way("?CD", ["highway": "residential"])
        map.node("E", 0, -100)
        map.node("F", 100, -100)
        map.node("G", 50, -2000)
        map.way("AE", ["highway": "residential"])
        map.way("DF", ["highway": "residential"])
        map.way("EGF", ["highway": "residential"])
        let town = try map.build()
        #expect(
            try town.route([StreetMap.coordinate(0, 1900), StreetMap.coordinate(100, 1900)]).notices == [
                .shorterRouteMayBeBeyond
            ])
        // Straight down the street there is nothing to gain outside.
        #expect(try town.route([StreetMap.coordinate(0, 1900), StreetMap.coordinate(0, 100)]).notices.isEmpty)
    }

    @Test func `the error for a missing route says when the edge of the map may be the reason`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 0, 500), ("C", 3000, 500), ("D", 3000, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("AB?", ["highway": "residential"])
        map.way("?CD", ["highway": "residential"])
        let town = try map.build()
        do throws(RouteError) {
            _ = try town.route("AD")
            Issue.record("a route was found")
        } catch {
            guard case .noRoute(leg: 0, let cut) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(cut.atMapEdge)
            #expect(error.code == "no_route")
            #expect(error.message.contains("the map ends here"))
        }
    }

    @Test func `a dead end at the stated edge of the map counts as cut off`() throws {
        var map = street()
        map.bound(east: -100...1000, north: -100...100)
        let town = try map.build()
        defer { withExtendedLifetime(town) {} }  // The network reads its memory.
        let network = town.network
        let marks = network.nodeFlags.indices.map { network.nodeFlags[$0] & NodeFlags.mapEdge != 0 }
        // A lies inside, B on the edge.
        #expect(marks.filter { $0 }.count == 1)
    }

    private func street() -> StreetMap {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 1000, 0)
        map.way("AB", ["highway": "residential"])
        return map
    }
}
