import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct SquareTests {
    /// Squares with corners in and out and holes, drawn by chance: each corner at its own distance from the middle.
    private struct Drawn {
        /// Metres; the outer ring counterclockwise, holes clockwise.
        var rings: [[(x: Double, y: Double)]]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let count = 8 + Int(random.next() % 12)
            let outer = (0..<count).map { index -> (x: Double, y: Double) in
                let angle = 2 * Double.pi * Double(index) / Double(count), far = random.uniform(in: 60...200)
                return (300 + far * Elementary.cosine(angle), 300 + far * Elementary.sine(angle))
            }
            rings = [outer]
            // A hole within the circle that every ray from the middle reaches.
            let size = random.uniform(in: 8...25)
            rings.append([(300, 300 - size), (300 - size, 300), (300, 300 + size), (300 + size, 300)])
        }

        var corners: [(x: Double, y: Double)] { Array(rings.joined()) }

        /// By winding number, unlike the engine's counting of crossings; near the border either.
        func contains(_ x: Double, _ y: Double) -> Bool {
            let windings = rings.map { ring -> Double in
                var total = 0.0
                for (u, v) in zip(ring, ring[1...] + ring[..<1]) {
                    let cross = (u.x - x) * (v.y - y) - (u.y - y) * (v.x - x)
                    let dot = (u.x - x) * (v.x - x) + (u.y - y) * (v.y - y)
                    total += Elementary.arcTangent(y: cross, x: dot)
                }
                return (total / (2 * .pi)).rounded()
            }
            return windings.reduce(0, +) == 1
        }

        /// Whether all but the very ends of a line lie on the square: by sampling.
        func holds(_ one: Int, _ other: Int) -> Bool {
            let a = corners[one], b = corners[other]
            return stride(from: 1, to: 2000, by: 1).allSatisfy { step in
                let share = Double(step) / 2000
                return contains(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
            }
        }

        var sight: SquareSight? {
            SquareSight(rings.map { ring in ring.map { PointE7(StreetMap.coordinate($0.x, $0.y)) } })
        }
    }

    @Test(arguments: 1...12)
    func `no line leaves the square or enters a hole`(_ seed: Int) throws {
        let drawn = Drawn(seed: UInt64(seed)), sight = try #require(drawn.sight)
        let lines = sight.lines(portals: [0, 2, 5])
        #expect(!lines.isEmpty)
        for (one, other) in lines { #expect(drawn.holds(one, other)) }
    }

    @Test(arguments: 1...12)
    func `the way between portals is as short as over all corners that see each other`(_ seed: Int) throws {
        let drawn = Drawn(seed: UInt64(seed)), sight = try #require(drawn.sight), count = drawn.corners.count
        let portals = [0, 2, 5]
        func border() -> [(Int, Int)] {
            var first = 0
            return drawn.rings.flatMap { ring -> [(Int, Int)] in
                defer { first += ring.count }
                return ring.indices.map { (first + $0, first + ($0 + 1) % ring.count) }
            }
        }
        var all = border()
        for one in 0..<count {
            for other in (one + 1)..<count where drawn.holds(one, other) { all.append((one, other)) }
        }
        let truth = shortest(all, drawn), found = shortest(border() + sight.lines(portals: portals), drawn)
        let sparse = shortest(border() + sight.lines(portals: portals, most: 1), drawn)
        for one in portals {
            for other in portals where one != other {
                #expect((found[one][other] - truth[one][other]).magnitude < 1e-6)
                // Yao's bound for 16 directions.
                #expect(sparse[one][other] <= truth[one][other] / (1 - 2 * Elementary.sine(.pi / 16)))
            }
        }
    }

    @Test func `walkers go straight across a square, and round its hole`() throws {
        // 100 m square with a fountain in the middle; a street leads to each of two opposite corners.
        let corners =
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0) + RuleTown.node(3, 100, 100) + RuleTown.node(4, 0, 100)
        let streets =
            RuleTown.node(5, -100, 0) + RuleTown.node(6, 200, 100)
            + RuleTown.way(1, [5, 1], ["highway": "footway"]) + RuleTown.way(2, [3, 6], ["highway": "footway"])
        let fountain =
            RuleTown.node(7, 40, 40) + RuleTown.node(8, 60, 40) + RuleTown.node(9, 60, 60) + RuleTown.node(10, 40, 60)
            + RuleTown.way(4, [7, 8, 9, 10, 7], ["natural": "water"])
        let plain = try RuleTown(
            corners + streets
                + RuleTown.way(3, [1, 2, 3, 4, 1], ["highway": "pedestrian", "area": "yes", "name": "Tori"]))
        let diagonal = 20_000.0.squareRoot()
        for profile in [Profile.foot, .wheelchair] {
            #expect((try plain.route((-100, 0), (200, 100), profile).distanceInMetres - 200 - diagonal).magnitude < 0.2)
        }
        // Others keep to the border.
        #expect((try plain.route((-100, 0), (200, 100), .bicycle).distanceInMetres - 400).magnitude < 0.2)
        let holed = try RuleTown(
            corners + streets + fountain + RuleTown.way(3, [1, 2, 3, 4, 1], [:])
                + "<relation id='1'><member type='way' ref='3' role='outer'/><member type='way' ref='4' role='inner'/>"
                + RuleTown.xml(["type": "multipolygon", "highway": "pedestrian", "name": "Tori"]) + "</relation>")
        // By a corner of the fountain: 60 m along and 40 m up, twice.
        let round = 2 * 5200.0.squareRoot()
        let route = try holed.route((-100, 0), (200, 100), .foot)
        #expect((route.distanceInMetres - 200 - round).magnitude < 0.2)
        #expect(route.legs[0].steps.count <= 5)
    }

    /// Floyd and Warshall: all distances.
    private func shortest(_ lines: [(Int, Int)], _ drawn: Drawn) -> [[Double]] {
        let corners = drawn.corners, count = corners.count
        var all = Array(repeating: Array(repeating: Double.infinity, count: count), count: count)
        for corner in 0..<count { all[corner][corner] = 0 }
        for (one, other) in lines {
            let x = corners[one].x - corners[other].x, y = corners[one].y - corners[other].y
            all[one][other] = (x * x + y * y).squareRoot()
            all[other][one] = all[one][other]
        }
        for middle in 0..<count {
            for one in 0..<count {
                for other in 0..<count {
                    all[one][other] = min(all[one][other], all[one][middle] + all[middle][other])
                }
            }
        }
        return all
    }
}
