import Foundation
import GeoCore
import Routing
import TestSupport
import Testing

/// Outlines of reaches, against distances to every piece and against exact crossings.
@Suite struct ReachTests {
    /// A cell's side for a buffer of 25 m.
    private static let cell = 25.0 / 2.5

    @Test(arguments: [UInt64(1), 2, 3]) func `points near a reached street are inside, points far from it are outside`(
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let streets = Plane.streets(reach: 400, &random), drawn = ReachedStreets([streets])
        var style = ReachStyle()
        style.smallestHoleInSquareMetres = 0
        let outline = ReachOutline.drawing(drawn, style: style)[0]
        let deepest = 25 - 0.15 * Self.cell - style.toleranceInMetres
        let farthest = 25 + 0.8 * Self.cell + style.toleranceInMetres
        var inside = 0, near = 0, beyond = 0, wronglyInside = 0
        for _ in 0..<20_000 {
            let x = random.uniform(in: -500...500), y = random.uniform(in: -500...500)
            let distance = Plane.distance(x, y, to: streets), isInside = Plane.holds(outline, metres: x, y)
            if distance < deepest {
                near += 1
                #expect(isInside, "\(x) \(y) at \(distance)")
            }
            if distance > farthest { #expect(!isInside, "\(x) \(y) at \(distance)") }
            if isInside { inside += 1 }
            if distance > 27 {
                beyond += 1
                if isInside { wronglyInside += 1 }
            }
        }
        #expect(near > 4000 && beyond > 2000 && inside > near)
        #expect(wronglyInside * 200 < beyond)
    }

    @Test func `a place without streets is surrounded by a circle`() {
        let outline = ReachOutline.drawing(ReachedStreets([[[(3, 4)]]]))[0]
        #expect(outline.polygons.count == 1)
        let area = Plane.area(outline.polygons[0].outer)
        #expect((area - .pi * 625).magnitude < 0.04 * .pi * 625)
        #expect(outline.polygons[0].outer.count < 30)
        for point in outline.polygons[0].outer {
            let (x, y) = Plane.metres(point)
            #expect(((x - 3) * (x - 3) + (y - 4) * (y - 4)).squareRoot() > 23.5)
        }
    }

    @Test(arguments: [UInt64(4), 5, 6, 7]) func `outlines of longer times surround those of shorter ones`(
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let streets = Plane.streets(reach: 300, &random)
        let near = { (limit: Double) in
            streets.filter { ($0[0].0 * $0[0].0 + $0[0].1 * $0[0].1).squareRoot() < limit }
        }
        let first = near(120), second = near(200), third = near(300)
        // What a longer time adds; some pieces only touch the shorter reach, so that both share long stretches.
        let rest = { (all: [Plane.Line], some: [Plane.Line]) in
            all.filter { line in !some.contains { $0.elementsEqual(line, by: ==) } }
        }
        var style = ReachStyle()
        style.smallestHoleInSquareMetres = 2000
        let outlines = ReachOutline.drawing(
            ReachedStreets([first, rest(second, first), rest(third, second)]), style: style)
        #expect(outlines.count == 3)
        for (inner, outer) in zip(outlines, outlines.dropFirst()) {
            for one in inner.rings {
                for two in outer.rings { #expect(Plane.crossings(one, two) == 0) }
                let x = Int64(one[0].longitudeE7), y = Int64(one[0].latitudeE7)
                let isOnBorder = outer.rings.contains { $0.contains(one[0]) }
                #expect(isOnBorder || Plane.holds(outer, x, y) || Plane.isOnLine(of: outer, one[0]))
            }
            #expect(inner.area < outer.area)
        }
        for outline in outlines { expectValid(outline) }
    }

    @Test func `levels that reach the same have the same outline`() {
        var random = SeededGenerator(seed: 8)
        let outlines = ReachOutline.drawing(ReachedStreets([Plane.streets(reach: 200, &random), [], []]))
        #expect(outlines[0].polygons.count == outlines[2].polygons.count)
        for (inner, outer) in zip(outlines, outlines.dropFirst()) {
            for one in inner.rings { for two in outer.rings { #expect(Plane.crossings(one, two) == 0) } }
            #expect(inner.area <= outer.area && inner.area > outer.area * 0.98)
        }
    }

    @Test func `small holes are filled, large ones stay and run clockwise`() {
        // Around squares: the uncovered insides are 130 m and 80 m wide.
        let large = ReachOutline.drawing(ReachedStreets([[Plane.square(180)]]))[0]
        #expect(large.polygons.count == 1 && large.polygons[0].holes.count == 1)
        #expect(Plane.area(large.polygons[0].outer) > 0)
        #expect((Plane.area(large.polygons[0].holes[0]) + 130 * 130).magnitude < 200)
        let small = ReachOutline.drawing(ReachedStreets([[Plane.square(130)]]))[0]
        #expect(small.polygons.count == 1 && small.polygons[0].holes.isEmpty)
        // An island in a large hole is an area of its own, in a filled one it is gone.
        let island = ReachOutline.drawing(ReachedStreets([[Plane.square(300), [(0, 0), (1, 0)]]]))[0]
        #expect(island.polygons.map(\.holes.count).sorted() == [0, 1])
        var style = ReachStyle()
        style.smallestHoleInSquareMetres = 100_000
        let whole = ReachOutline.drawing(ReachedStreets([[Plane.square(300), [(0, 0), (1, 0)]]]), style: style)[0]
        #expect(whole.rings.count == 1)
    }

    @Test func `a street across a whole country is drawn coarsely`() {
        var reached = ReachedStreets()
        for step in 0...400 {
            reached.append(PointE7(latitudeE7: 600_000_000 + Int32(step) * 50_000, longitudeE7: 250_000_000))
            if step % 7 == 0 {
                reached.endPiece()
                reached.append(PointE7(latitudeE7: 600_000_000 + Int32(step) * 50_000, longitudeE7: 290_000_000))
            }
        }
        reached.endPiece()
        reached.endLevel()
        let outline = ReachOutline.drawing(reached)[0]
        for point in reached.points {
            #expect(Plane.holds(outline, Int64(point.longitudeE7), Int64(point.latitudeE7)))
        }
    }

    @Test func `no reach has more points than a screen shows`() {
        // As many islands as there is room for: of each a circle would be drawn.
        let islands = (0..<120).flatMap { row in (0..<120).map { [(Double($0) * 80, Double(row) * 80)] } }
        let outline = ReachOutline.drawing(ReachedStreets([islands]))[0]
        let points = outline.rings.reduce(0) { $0 + $1.count }
        #expect(points > 0 && points <= ReachOutline.mostPoints)
        for (x, y) in islands.joined() { #expect(Plane.holds(outline, metres: x, y)) }
    }

    @Test func `a reach across the antimeridian is one area`() {
        var reached = ReachedStreets()
        reached.append(PointE7(latitudeE7: 0, longitudeE7: 1_799_995_000))
        reached.append(PointE7(latitudeE7: 0, longitudeE7: -1_799_995_000))
        reached.endPiece()
        reached.endLevel()
        let outline = ReachOutline.drawing(reached)[0]
        #expect(outline.polygons.count == 1)
        let longitudes = outline.polygons[0].outer.map(\.longitudeE7)
        #expect(longitudes.min()! < 1_799_995_000 && longitudes.max()! > 1_800_005_000)
    }

    @Test func `nothing has no outline, and points anywhere trap nothing`() {
        #expect(ReachOutline.drawing(ReachedStreets()).isEmpty)
        #expect(ReachOutline.drawing(ReachedStreets([[]]))[0].polygons.isEmpty)
        var random = SeededGenerator(seed: 9)
        for _ in 0..<20 {
            var reached = ReachedStreets()
            for _ in 0..<5 {
                for _ in 0..<3 {
                    reached.append(
                        PointE7(
                            latitudeE7: Int32(random.uniform(in: -9e8...9e8)),
                            longitudeE7: Int32(random.uniform(in: -1.8e9...1.8e9))))
                }
                reached.endPiece()
            }
            reached.endLevel()
            #expect(!ReachOutline.drawing(reached)[0].polygons.isEmpty)
        }
    }

    @Test func `the answer is GeoJSON`() throws {
        let outline = ReachOutline.drawing(ReachedStreets([[Plane.square(180)]]))[0]
        var json = JSONWriter()
        json.multiPolygon(outline)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(object["type"] as? String == "MultiPolygon")
        let polygons = try #require(object["coordinates"] as? [[[[Double]]]])
        #expect(polygons.map(\.count) == [2])
        for ring in polygons[0] { #expect(ring.first == ring.last && ring.count > 4 && ring[0][1] > 59) }
    }

    private func expectValid(_ outline: ReachOutline) {
        let rings = outline.rings
        for one in rings.indices {
            for two in one..<rings.count { #expect(Plane.crossings(rings[one], rings[two]) == 0) }
        }
        for polygon in outline.polygons {
            #expect(Plane.area(polygon.outer) > 0)
            #expect(polygon.holes.allSatisfy { Plane.area($0) < 0 })
        }
    }
}

extension ReachedStreets {
    /// Levels of lines in metres east and north of 60° N 25° E.
    fileprivate init(_ levels: [[Plane.Line]]) {
        self.init()
        for level in levels {
            for line in level {
                for (x, y) in line { append(Plane.point(x, y)) }
                endPiece()
            }
            endLevel()
        }
    }
}

extension ReachOutline {
    fileprivate var rings: [[PointE7]] { polygons.flatMap { [$0.outer] + $0.holes } }
    fileprivate var area: Double { rings.reduce(0) { $0 + Plane.area($1) } }
}

/// A flat map in metres around 60° N 25° E, computed without anything of the module's.
private enum Plane {
    typealias Line = [(Double, Double)]

    static let metresPerY = 6_371_008.8 * Double.pi / 180 / 1e7
    static var metresPerX: Double { metresPerY / 2 }

    static func point(_ x: Double, _ y: Double) -> PointE7 {
        PointE7(
            latitudeE7: 600_000_000 + Int32((y / metresPerY).rounded()),
            longitudeE7: 250_000_000 + Int32((x / metresPerX).rounded()))
    }

    static func metres(_ point: PointE7) -> (Double, Double) {
        (Double(point.longitudeE7 - 250_000_000) * metresPerX, Double(point.latitudeE7 - 600_000_000) * metresPerY)
    }

    static func square(_ side: Double) -> Line {
        let half = side / 2
        return [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
    }

    /// Streets of a town with blocks of about 80 m, some missing, some bent.
    static func streets(reach: Double, _ random: inout SeededGenerator) -> [Line] {
        var lines: [Line] = [], nodes: [[(Double, Double)]] = []
        let side = 80.0, count = Int(2 * reach / side)
        for i in 0...count {
            nodes.append([])
            for j in 0...count {
                let x = Double(i) * side - reach + random.uniform(in: -15...15)
                nodes[i].append((x, Double(j) * side - reach + random.uniform(in: -15...15)))
            }
        }
        for i in 0..<count {
            for j in 0..<count {
                for end in [nodes[i + 1][j], nodes[i][j + 1]] where random.uniform(in: 0...1) > 0.25 {
                    let start = nodes[i][j], bend = random.uniform(in: -12...12)
                    let middle = ((start.0 + end.0) / 2 + bend, (start.1 + end.1) / 2 - bend)
                    lines.append(bend.magnitude < 4 ? [start, end] : [start, middle, end])
                }
            }
        }
        return lines
    }

    static func distance(_ x: Double, _ y: Double, to lines: [Line]) -> Double {
        var least = Double.infinity
        for line in lines {
            for (a, b) in zip(line, line.dropFirst()) {
                let dx = b.0 - a.0, dy = b.1 - a.1
                let t = min(1, max(0, ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy)))
                let ex = a.0 + t * dx - x, ey = a.1 + t * dy - y
                least = min(least, ex * ex + ey * ey)
            }
        }
        return least.squareRoot()
    }

    /// In square metres, positive counterclockwise.
    static func area(_ ring: [PointE7]) -> Double {
        var sum = 0.0, last = metres(ring[ring.count - 1])
        for point in ring {
            let next = metres(point)
            sum += last.0 * next.1 - last.1 * next.0
            last = next
        }
        return sum / 2
    }

    static func holds(_ outline: ReachOutline, metres x: Double, _ y: Double) -> Bool {
        let place = point(x, y)
        return holds(outline, Int64(place.longitudeE7), Int64(place.latitudeE7))
    }

    /// By crossings of the ray to the east, in whole numbers.
    static func holds(_ outline: ReachOutline, _ x: Int64, _ y: Int64) -> Bool {
        var isInside = false
        for ring in outline.rings {
            for (a, b) in sides(ring) where (a.1 > y) != (b.1 > y) {
                let turn = (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0)
                if (turn > 0) == (b.1 > a.1) { isInside.toggle() }
            }
        }
        return isInside
    }

    /// Whether a point lies on a side of the outline.
    static func isOnLine(of outline: ReachOutline, _ point: PointE7) -> Bool {
        let p = (Int64(point.longitudeE7), Int64(point.latitudeE7))
        return outline.rings.contains { ring in
            sides(ring).contains { a, b in
                turn(a, b, p) == 0 && min(a.0, b.0) <= p.0 && p.0 <= max(a.0, b.0) && min(a.1, b.1) <= p.1
                    && p.1 <= max(a.1, b.1)
            }
        }
    }

    /// How many sides of one ring cross sides of another, touching not counted, in whole numbers.
    static func crossings(_ one: [PointE7], _ two: [PointE7]) -> Int {
        let others = sides(two)
        var count = 0
        for (a, b) in sides(one) {
            for (c, d) in others
            where max(a.0, b.0) >= min(c.0, d.0) && max(c.0, d.0) >= min(a.0, b.0)
                && turn(a, b, c).signum() * turn(a, b, d).signum() < 0
                && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
            { count += 1 }
        }
        return count
    }

    private static func turn(_ a: (Int64, Int64), _ b: (Int64, Int64), _ c: (Int64, Int64)) -> Int64 {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    }

    private static func sides(_ ring: [PointE7]) -> [((Int64, Int64), (Int64, Int64))] {
        let points = ring.map { (Int64($0.longitudeE7), Int64($0.latitudeE7)) }
        return points.indices.map { (points[$0], points[($0 + 1) % points.count]) }
    }
}
