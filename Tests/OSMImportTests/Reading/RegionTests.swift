import Foundation
import GeoCore
import OSMImport
import TestSupport
import Testing

/// Regions from boxes and from GeoJSON, and which points lie in them.
@Suite struct RegionTests {
    private typealias Position = (x: Int64, y: Int64)

    /// GeoJSON of rings in E7 degrees.
    private func region(_ polygons: [[[Position]]]) throws -> Region {
        func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
            "[" + elements.map(text).joined(separator: ",") + "]"
        }
        let text = list(polygons) { rings in
            list(rings) { ring in list(ring + ring.prefix(1)) { "[\(Double($0.x) / 1e7),\(Double($0.y) / 1e7)]" } }
        }
        return try RegionFile.read(Data("{\"type\":\"MultiPolygon\",\"coordinates\":\(text)}".utf8), name: "area")
    }

    private func point(_ x: Int64, _ y: Int64) -> PointE7 {
        PointE7(latitudeE7: Int32(y), longitudeE7: Longitude.onEarth(x))
    }

    /// Twice the signed area of a triangle: positive if its corners go anticlockwise.
    private func area(_ a: Position, _ b: Position, _ c: Position) -> Int64 {
        (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    }

    private func triangle(_ random: inout SeededGenerator, at x: Int64 = 0) -> [Position] {
        while true {
            let corners = (0..<3).map { _ -> Position in
                (x + Int64(random.uniform(in: -7...7)), Int64(random.uniform(in: -7...7)))
            }
            if area(corners[0], corners[1], corners[2]) != 0 { return corners }
        }
    }

    /// Whether a point lies in a triangle or on it: on the same side of all its sides.
    private func holds(_ corners: [Position], _ x: Int64, _ y: Int64) -> Bool {
        let sides = (0..<3).map { area(corners[$0], corners[($0 + 1) % 3], (x, y)).signum() }
        return !(sides.contains(1) && sides.contains(-1))
    }

    private func isOn(_ corners: [Position], _ x: Int64, _ y: Int64) -> Bool {
        holds(corners, x, y) && (0..<3).contains { area(corners[$0], corners[($0 + 1) % 3], (x, y)) == 0 }
    }

    @Test(arguments: [0, 1_800_000_000, -1_800_000_000, 250_000_000] as [Int64])
    func `a triangle holds its points, its sides and its corners, also over the antimeridian`(middle: Int64) throws {
        var random = SeededGenerator(seed: 83)
        for _ in 0..<60 {
            let corners = triangle(&random, at: middle), region = try region([[corners]])
            for x in middle - 9...middle + 9 {
                for y in Int64(-9)...9 { #expect(region.contains(point(x, y)) == holds(corners, x, y)) }
            }
            // The same with longitudes on Earth, as other programs write them.
            let onEarth = try self.region([[corners.map { (Int64(Longitude.onEarth($0.x)), $0.y) }]])
            #expect(onEarth.box == region.box)
            for x in middle - 9...middle + 9 {
                #expect(onEarth.contains(point(x, 1)) == region.contains(point(x, 1)))
            }
        }
    }

    @Test func `a hole holds nothing but its edge`() throws {
        var random = SeededGenerator(seed: 84), holes = 0
        let outer: [Position] = [(-20, -20), (20, -20), (20, 20), (-20, 20)]
        for _ in 0..<60 {
            let hole = triangle(&random), region = try region([[outer, hole]])
            for x in Int64(-9)...9 {
                for y in Int64(-9)...9 {
                    let isInHole = holds(hole, x, y) && !isOn(hole, x, y)
                    if isInHole { holes += 1 }
                    #expect(region.contains(point(x, y)) == !isInHole)
                }
            }
        }
        #expect(holes > 500)
    }

    @Test func `of many edges each is asked where it is`() throws {
        var random = SeededGenerator(seed: 85), heights: [Int64] = []
        for _ in 0..<600 { heights.append(Int64(random.uniform(in: 1...5000))) }
        // A town of towers: up, along and down again.
        var ring: [Position] = [(0, 0)]
        for (x, height) in heights.enumerated() { ring += [(Int64(2 * x), height), (Int64(2 * x + 2), height)] }
        ring.append((Int64(2 * heights.count), 0))
        let region = try region([[ring]])
        for _ in 0..<20_000 {
            let x = Int64(random.uniform(in: -2...1202)), y = Int64(random.uniform(in: -5...5005))
            let near = [(x - 1) / 2, x / 2].filter {
                heights.indices.contains(Int($0)) && 2 * $0 <= x && x <= 2 * $0 + 2
            }
            let highest = near.map { heights[Int($0)] }.max() ?? -1
            #expect(region.contains(point(x, y)) == (y >= 0 && y <= highest))
        }
    }

    @Test func `parts on both sides of the antimeridian are one region`() throws {
        let west: [Position] = [(1_790_000_000, 0), (1_800_000_000, 0), (1_800_000_000, 10), (1_790_000_000, 10)]
        let east: [Position] = [(-1_800_000_000, 0), (-1_780_000_000, 0), (-1_780_000_000, 10), (-1_800_000_000, 10)]
        let region = try region([[west], [east]])
        #expect(region.box == IntBox(minX: 1_790_000_000, minY: 0, maxX: -1_780_000_000, maxY: 10))
        for (x, isInside) in [
            (1_789_999_999, false), (1_790_000_000, true), (1_800_000_000, true), (-1_800_000_000, true),
            (-1_780_000_000, true), (-1_779_999_999, false), (0, false),
        ] as [(Int64, Bool)] {
            #expect(region.contains(point(x, 5)) == isInside)
        }
    }

    @Test func `all of the Earth but a pole is a region`() throws {
        let half = Longitude.halfTurnE7
        let region = try region([[[(-half, 0), (half, 0), (half, 800_000_000), (-half, 800_000_000)]]])
        #expect(region.box == IntBox(minX: Int32(-half), minY: 0, maxX: Int32(half), maxY: 800_000_000))
        #expect(region.contains(point(0, 5)) && region.contains(point(half, 5)) && region.contains(point(-half, 5)))
        #expect(!region.contains(point(0, -5)))
    }

    @Test(arguments: [
        ("24.9,60.1,25,60.2", IntBox(minX: 249_000_000, minY: 601_000_000, maxX: 250_000_000, maxY: 602_000_000)),
        (" -0.5, -1,0.00000005,1e0", IntBox(minX: -5_000_000, minY: -10_000_000, maxX: 1, maxY: 10_000_000)),
        ("179,-20,-179,-10", IntBox(minX: 1_790_000_000, minY: -200_000_000, maxX: -1_790_000_000, maxY: -100_000_000)),
    ])
    func `a box is west, south, east and north`(text: String, box: IntBox) throws {
        #expect(try IntBox(text: text) == box)
    }

    @Test(arguments: [
        ("", "four numbers"), ("1,2,3", "four numbers"), ("1,2,3,4,5", "four numbers"), ("1,2,3,x", "four numbers"),
        ("1,2,3,nan", "four numbers"), ("1,2,3,", "four numbers"), ("60.1,24.9,60.2,200", "latitudes"),
        ("181,1,182,2", "longitudes"), ("1,3,2,2", "south and north are swapped"),
        ("25,60.1,24.9,60.2", "west and east are swapped"), ("1,2,1,3", "a line"), ("1,2,3,2", "a line"),
    ])
    func `what is no box says what is wrong and what is right`(text: String, problem: String) {
        let fault = #expect(throws: BoxFault.self) { try IntBox(text: text) }
        #expect(fault?.description.contains(problem) == true)
        #expect(fault?.description.contains("west,south,east,north") == true)
    }
}
