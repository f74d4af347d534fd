import GeoCore
import OSMImport
import TestSupport
import Testing

/// A map whose box is stated: 100 by 100 grid steps.
private func boxed() -> HandMadeMap {
    var map = HandMadeMap(south: 59.9, west: 24.9)
    map.stateBounds(x: 0...100, y: 0...100)
    return map
}

private func isSea(_ x: Double, _ y: Double, _ atlas: AtlasInMemory, zoom: Int = 14) throws -> Bool {
    let point = PointE7(
        latitudeE7: Int32(((59.9 + y / 1000) * 1e7).rounded()), longitudeE7: Int32(((24.9 + x / 1000) * 1e7).rounded()))
    let id = try #require(TileID(containing: point, zoom: zoom)), tile = try atlas.tile(zoom, id.x, id.y)
    let grid = Mercator.project(point, bits: zoom + 12)
    return tile.features("ocean").contains {
        $0.covers(Double(grid.x) - Double(id.x * 4096) + 0.5, Double(grid.y) - Double(id.y * 4096) + 0.5)
    }
}

struct OceanTests {
    /// Land is on the left of a coast, water on its right.
    @Test(arguments: [false, true])
    func `a coast from side to side has water on its right`(_ isReversed: Bool) throws {
        var map = boxed()
        let line = map.nodes((-5, 30), (20, 60), (60, 40), (105, 70))
        map.way(isReversed ? line.reversed() : line, ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        for zoom in [9, 12, 14] {
            #expect(try isSea(50, 5, atlas, zoom: zoom) == !isReversed)
            #expect(try isSea(1, 1, atlas, zoom: zoom) == !isReversed)
            #expect(try isSea(50, 95, atlas, zoom: zoom) == isReversed)
            #expect(try isSea(99, 99, atlas, zoom: zoom) == isReversed)
        }
        #expect(atlas.issues.counts.isEmpty)
    }

    @Test func `pieces in any order join, and ends just inside the box reach its side`() throws {
        var map = boxed()
        let line = map.nodes((3, 50), (30, 55), (70, 45), (98, 50))
        map.way(Array(line[2...]), ["natural": "coastline"])
        map.way(Array(line[...1]), ["natural": "coastline"])
        map.way(Array(line[1...2]), ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try isSea(50, 10, atlas) && isSea(1, 10, atlas) && !isSea(50, 90, atlas) && !isSea(99, 60, atlas))
    }

    @Test func `two coasts leave a strait between them`() throws {
        var map = boxed()
        map.way(map.nodes((-5, 30), (105, 30)).reversed(), ["natural": "coastline"])
        map.way(map.nodes((-5, 60), (105, 60)), ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(50, 10, atlas) && isSea(50, 45, atlas) && !isSea(50, 90, atlas))
    }

    @Test func `an island alone lies in the sea, and an island before a coast too`() throws {
        for hasCoast in [false, true] {
            var map = boxed()
            map.rectangle(40...60, 40...60, ["natural": "coastline"])
            if hasCoast { map.way(map.nodes((-5, 80), (105, 80)), ["natural": "coastline"]) }
            let atlas = try AtlasInMemory(map)
            #expect(try !isSea(50, 50, atlas) && isSea(20, 50, atlas) && isSea(1, 1, atlas))
            #expect(try isSea(50, 90, atlas) == !hasCoast)
        }
    }

    @Test func `a closed coast that runs clockwise is a piece of sea`() throws {
        var map = boxed()
        let n = map.nodes((40, 40), (40, 60), (60, 60), (60, 40))
        map.way(n + [n[0]], ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try isSea(50, 50, atlas) && !isSea(20, 50, atlas))
    }

    @Test func `a peninsula that reaches in from a side is land`() throws {
        var map = boxed()
        map.way(map.nodes((30, -5), (30, 50), (60, 50), (60, -5)).reversed(), ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(45, 20, atlas) && isSea(10, 20, atlas) && isSea(90, 20, atlas) && isSea(45, 80, atlas))
    }

    @Test func `an island cut by the box is land as far as it goes`() throws {
        var map = boxed()
        map.rectangle(80...130, 40...60, ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(90, 50, atlas) && isSea(50, 50, atlas) && isSea(95, 70, atlas))
    }

    @Test func `a coast that ends in the middle gives no sea and is reported`() throws {
        var map = boxed()
        map.way(map.nodes((-5, 50), (50, 50)), ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(50, 10, atlas) && !isSea(50, 90, atlas))
        #expect(atlas.issues.counts == [.coastlineNotClosed: 1])
    }

    @Test func `coasts that contradict each other give no sea`() throws {
        var map = boxed()
        map.way(map.nodes((-5, 30), (105, 30)), ["natural": "coastline"])
        map.way(map.nodes((-5, 60), (105, 60)), ["natural": "coastline"])
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(50, 10, atlas) && !isSea(50, 45, atlas) && !isSea(50, 90, atlas))
        #expect(atlas.issues.counts == [.coastlineNotClosed: 1])
    }

    @Test func `a coast drawn the wrong way round is recognised by the streets in the water`() throws {
        var map = boxed()
        map.way(map.nodes((-5, 30), (105, 30)), ["natural": "coastline"])
        for y in stride(from: 5.0, to: 25, by: 1) { map.way(map.nodes((10, y), (90, y)), ["highway": "residential"]) }
        let atlas = try AtlasInMemory(map)
        #expect(try !isSea(50, 10, atlas))
        #expect(atlas.issues.counts == [.coastlineNotClosed: 1])
    }
}
