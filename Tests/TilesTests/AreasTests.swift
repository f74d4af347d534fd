import GeoCore
import OSMImport
import TestSupport
import Testing

/// The rings of a relation made of the given ways, and what was said about it.
private func assemble(_ map: HandMadeMap) -> (area: Area?, issues: IssueLog) {
    let areas = Areas(map.data)
    return (areas.relation(0), areas.issues)
}

/// Whether the middle of a grid square lies in the area.
private func covers(_ area: Area?, _ x: Double, _ y: Double, _ map: HandMadeMap) -> Bool {
    let point = PointE7(
        latitudeE7: Int32(((60 + y / 1000) * 1e7).rounded()), longitudeE7: Int32(((24.99 + x / 1000) * 1e7).rounded()))
    return area?.contains(point, in: map.data) ?? false
}

struct AreasTests {
    @Test func `a closed way is an area when its tags say so`() {
        var map = HandMadeMap()
        map.rectangle(0...2, 0...2, ["building": "yes"])
        map.rectangle(0...2, 0...2, ["highway": "residential"])
        map.rectangle(0...2, 0...2, ["highway": "pedestrian", "area": "yes"])
        map.rectangle(0...2, 0...2, ["leisure": "park", "area": "no"])
        map.rectangle(0...2, 0...2, ["natural": "coastline"])
        map.rectangle(0...2, 0...2, ["building": "no"])
        let areas = Areas(map.data)
        let answers = (0..<map.data.ways.count).map { areas.way($0, in: map.data) != nil }
        #expect(answers == [true, false, true, false, false, false])
    }

    @Test func `an area that runs clockwise in the data is turned`() throws {
        var map = HandMadeMap()
        let corners = map.nodes((0, 0), (0, 2), (2, 2), (2, 0))
        map.way(corners + [corners[0]], ["building": "yes"])
        let area = try #require(Areas(map.data).way(0, in: map.data))
        #expect(area.polygons == [Area.Polygon(outer: [3, 2, 1, 0])])
    }

    @Test func `repeated nodes and lines back and forth make no area`() {
        var map = HandMadeMap()
        let line = map.nodes((0, 0), (1, 0), (2, 0))
        map.way([line[0], line[1], line[2], line[1], line[0]], ["building": "yes"])
        map.way([line[0], line[0], line[0], line[0]], ["building": "yes"])
        map.way([line[0], OSMData.missing, OSMData.missing, line[0]], ["building": "yes"])
        let areas = Areas(map.data)
        for way in 0..<3 { #expect(areas.way(way, in: map.data) == nil) }
    }

    @Test func `an area cut at the edge is closed along it, but not across the map`() throws {
        var map = HandMadeMap()
        map.stateBounds(x: 0...100, y: 0...100)
        let corner = map.nodes((80, 99), (80, 80), (99, 80)), across = map.nodes((1, 50), (50, 55), (99, 50))
        let none = OSMData.missing
        map.way([corner[0], corner[1], corner[2], none, none, corner[0]], ["leisure": "park"])
        map.way([none, across[0], across[1], across[2], none, none], ["landuse": "forest"])
        // Both ends missing: a wall may be a line, a forest cannot.
        map.way([none, corner[0], corner[1], corner[2], none], ["barrier": "wall"])
        map.way([none, corner[0], corner[1], corner[2], none], ["landuse": "forest"])
        let areas = Areas(map.data)
        let park = try #require(areas.way(0, in: map.data))
        #expect(park.polygons == [Area.Polygon(outer: [0, 1, 2])] && !park.isWhole)
        #expect(areas.way(1, in: map.data) == nil)
        #expect(areas.way(2, in: map.data) == nil)
        #expect(areas.way(3, in: map.data) != nil)
    }

    @Test func `pieces in any order and direction join to one ring`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (4, 0), (4, 4), (0, 4))
        let a = map.way([n[1], n[0]]), b = map.way([n[1], n[2], n[3]]), c = map.way([n[0], n[3]])
        map.relation([(b, "outer"), (a, "outer"), (c, "")], ["type": "multipolygon", "landuse": "forest"])
        let (area, issues) = assemble(map)
        #expect(try #require(area).polygons == [Area.Polygon(outer: [0, 1, 2, 3])])
        #expect(issues.counts.isEmpty)
    }

    @Test func `two outer rings keep the holes that lie in each`() throws {
        var map = HandMadeMap()
        let small = map.rectangle(10...14, 0...4), hole = map.rectangle(1...2, 1...2), big = map.rectangle(0...8, 0...8)
        let island = map.rectangle(11...12, 1...2)
        map.relation(
            [(small, "outer"), (hole, "inner"), (big, "outer"), (island, "inner")],
            ["type": "multipolygon", "natural": "water"])
        let area = try #require(assemble(map).area)
        #expect(area.polygons.map(\.holes.count) == [1, 1])
        #expect(covers(area, 0.5, 0.5, map) && !covers(area, 1.5, 1.5, map) && !covers(area, 9, 1, map))
        #expect(covers(area, 10.5, 0.5, map) && !covers(area, 11.5, 1.5, map))
    }

    @Test func `an island in a lake in an island is surface again`() throws {
        var map = HandMadeMap()
        let rings = [map.rectangle(0...9, 0...9), map.rectangle(1...8, 1...8), map.rectangle(2...7, 2...7)]
        // Wrong roles on purpose: nesting decides.
        map.relation(rings.map { ($0, "outer") }, ["type": "multipolygon", "landuse": "forest"])
        let area = try #require(assemble(map).area)
        #expect(area.polygons.count == 2)
        #expect(covers(area, 0.5, 0.5, map) && !covers(area, 1.5, 1.5, map) && covers(area, 4, 4, map))
    }

    @Test func `a hole may touch its outer ring at a node`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (4, 0), (4, 4), (0, 4), (1, 1), (1, 2))
        let outer = map.way([n[0], n[1], n[2], n[3], n[0]]), hole = map.way([n[0], n[4], n[5], n[0]])
        map.relation([(outer, "outer"), (hole, "inner")], ["type": "multipolygon", "landuse": "forest"])
        let (area, issues) = assemble(map)
        #expect(try #require(area).polygons.map { ($0.outer.count, $0.holes.count) }.first! == (4, 1))
        #expect(!covers(area, 0.8, 1.1, map) && covers(area, 2, 3, map))
        #expect(issues.counts.isEmpty)
    }

    @Test func `outer rings that touch at a node stay apart`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (2, 0), (2, 2), (0, 2), (4, 2), (4, 4), (2, 4))
        // One way runs through the common node and makes a figure of eight.
        let eight = map.way([n[0], n[1], n[2], n[4], n[5], n[6], n[2], n[3], n[0]])
        map.relation([(eight, "outer")], ["type": "multipolygon", "landuse": "forest"])
        let area = try #require(assemble(map).area)
        #expect(area.polygons.map(\.outer.count) == [4, 4])
        #expect(covers(area, 1, 1, map) && covers(area, 3, 3, map) && !covers(area, 1, 3, map))
    }

    @Test func `two rings that touch twice enclose the area between them`() throws {
        var map = HandMadeMap()
        // A lens between two crescents: nodes p and q are common.
        let p = map.node(0, 0), q = map.node(0, 6)
        let left = map.nodes((-4, 3), (-1, 3)), right = map.nodes((1, 3), (4, 3))
        let a = map.way([p, left[0], q, left[1], p]), b = map.way([p, right[0], q, right[1], p])
        map.relation([(a, "outer"), (b, "outer")], ["type": "multipolygon", "landuse": "forest"])
        let (area, _) = assemble(map)
        #expect(covers(area, -2, 3, map) && covers(area, 2, 3, map) && !covers(area, 0, 3, map))
    }

    @Test func `a border that two members share disappears`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (4, 0), (4, 4), (0, 4), (2, 0), (2, 4))
        let west = map.way([n[0], n[4], n[5], n[3], n[0]]), east = map.way([n[4], n[1], n[2], n[5], n[4]])
        map.relation([(west, "outer"), (east, "outer")], ["type": "multipolygon", "landuse": "forest"])
        let area = try #require(assemble(map).area)
        #expect(area.polygons.count == 1)
        #expect(covers(area, 1, 1, map) && covers(area, 3, 1, map))
    }

    @Test func `a ring that does not close is left out and reported`() {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (4, 0), (4, 4), (0, 4))
        let open = map.way([n[0], n[1], n[2], n[3]])
        map.relation([(open, "outer")], ["type": "multipolygon", "landuse": "forest"])
        let (area, issues) = assemble(map)
        #expect(area == nil)
        #expect(issues.counts == [.ringNotClosed: 1])
        #expect(issues.examples[.ringNotClosed]?.first == ImportIssue(.ringNotClosed, .relation, 1000))
    }

    @Test func `a dangling way does not spoil the ring it touches`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (4, 0), (4, 4), (0, 4), (-3, -3), (-5, 2))
        let ring = map.way([n[0], n[1], n[2], n[3], n[0]]), loose = map.way([n[0], n[4], n[5]])
        map.relation([(loose, "outer"), (ring, "outer")], ["type": "multipolygon", "landuse": "forest"])
        let (area, issues) = assemble(map)
        #expect(try #require(area).polygons.map(\.outer.count) == [4])
        #expect(issues.counts == [.ringNotClosed: 1])
    }

    @Test func `a hole whose outer ring is missing is not filled`() {
        var map = HandMadeMap()
        let hole = map.rectangle(1...2, 1...2)
        map.relation([(7777, "outer"), (hole, "inner")], ["type": "multipolygon", "landuse": "forest"])
        let (area, issues) = assemble(map)
        #expect(area == nil)
        #expect(issues.counts == [.areaWithoutOuterRing: 1])
    }

    @Test func `a relation without a meaning takes it from its outer ways, which are then not areas themselves`() throws
    {
        var map = HandMadeMap()
        let outer = map.rectangle(0...4, 0...4, ["natural": "water"]),
            hole = map.rectangle(1...2, 1...2, ["natural": "wood"])
        map.relation([(outer, "outer"), (hole, "inner")], ["type": "multipolygon"])
        let areas = Areas(map.data), area = try #require(areas.relation(0))
        #expect(Tags(table: map.data.tags, range: area.tags)["natural"] == "water")
        #expect(areas.way(0, in: map.data) == nil)
        #expect(areas.way(1, in: map.data) != nil)
    }

    @Test func `an outer way that says something else stays an area of its own`() {
        var map = HandMadeMap()
        let outer = map.rectangle(0...4, 0...4, ["leisure": "park"])
        map.relation([(outer, "outer")], ["type": "multipolygon", "landuse": "forest"])
        #expect(Areas(map.data).way(0, in: map.data) != nil)
    }

    @Test func `label points lie inside, also in a horseshoe and around a hole`() throws {
        var map = HandMadeMap()
        let n = map.nodes((0, 0), (10, 0), (10, 10), (8, 10), (8, 2), (2, 2), (2, 10), (0, 10))
        map.way(n + [n[0]], ["building": "yes"])
        map.rectangle(20...24, 0...4, ["building": "yes"])
        let outer = map.rectangle(30...39, 0...9), hole = map.rectangle(31...38, 2...8)
        map.relation([(outer, "outer"), (hole, "inner")], ["type": "multipolygon", "landuse": "forest"])
        let areas = Areas(map.data)
        for area in [areas.way(0, in: map.data), areas.way(1, in: map.data), areas.relation(0)] {
            let area = try #require(area)
            #expect(area.contains(area.labelPoint(in: map.data), in: map.data))
        }
        let square = try #require(areas.way(1, in: map.data)).labelPoint(in: map.data)
        #expect(square == PointE7(latitudeE7: 600_020_000, longitudeE7: 250_120_000))
    }

    /// A checkerboard of touching squares has a branch at every inner node; its surface is known square by square.
    @Test func `a checkerboard is covered exactly`() {
        var map = HandMadeMap(), ways: [(Int64, String)] = []
        let size = 12
        var grid: [[UInt32]] = []
        for y in 0...size { grid.append((0...size).map { map.node(Double($0), Double(y)) }) }
        var random: UInt64 = 7, isFilled: [[Bool]] = []
        for y in 0..<size {
            isFilled.append([])
            for x in 0..<size {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                isFilled[y].append(random >> 33 & 1 == 1)
                guard isFilled[y][x] else { continue }
                let ring = [grid[y][x], grid[y][x + 1], grid[y + 1][x + 1], grid[y + 1][x], grid[y][x]]
                ways.append((map.way(random >> 34 & 1 == 1 ? ring : ring.reversed()), "outer"))
            }
        }
        map.relation(ways, ["type": "multipolygon", "landuse": "forest"])
        let area = assemble(map).area
        for y in 0..<size {
            for x in 0..<size { #expect(covers(area, Double(x) + 0.4, Double(y) + 0.3, map) == isFilled[y][x]) }
        }
    }
}
