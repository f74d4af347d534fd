import Atlas
import GeoCore
import TestSupport
import Testing
import Tiles

/// Tiles over content made up in the test, layer by layer.
private func atlas(
    _ geometry: TileGeometry, bands: [Int] = [4], _ shapes: [[(points: [GridPoint], isHole: Bool)]],
    ringsApart: Bool = false
) throws -> AtlasInMemory {
    var content = TileContent(layers: [
        .init(name: StringID(rawValue: 1), geometry: geometry, minimumZoom: 0, fields: [])
    ])
    let set = content.addSet([])
    var column = ShapeColumn()
    for shape in shapes {
        for (points, isHole) in shape {
            switch geometry {
            case .point: column.addPoint(points[0])
            case .line: column.addLine(points)
            case .polygon: column.addRing(points, isHole: isHole)
            }
        }
        if ringsApart { column.markRingsApart() }
        _ = column.endFeature()
    }
    for band in bands {
        for index in 0..<column.count {
            content.bands[band].append(
                layer: 0, order: index, minimumZoom: TileFormat.firstZoom(ofBand: band), set: set, shape: index,
                of: column)
        }
    }
    var writer = AtlasWriter()
    content.add(to: &writer)
    StringTable.add(["", "shapes"], to: &writer)
    let atlas = try AtlasInMemory(bytes: writer.finish())
    try atlas.check()
    return atlas
}

/// A ring around a middle with corners at random distances: never crossing itself, often with deep bays.
private func star(_ random: inout SeededGenerator, corners: Int, x: Double, y: Double, radius: ClosedRange<Double>)
    -> [GridPoint]
{
    (0..<corners).map { corner in
        // Clockwise on the screen, where y points down.
        let angle = Double(corner) / Double(corners) * 2 * .pi, distance = random.uniform(in: radius)
        let both = Elementary.sineAndCosine(angle)
        return GridPoint(
            x: Int32((x + distance * both.cosine).rounded()), y: Int32((y + distance * both.sine).rounded()))
    }
}

private func covers(_ ring: [GridPoint], _ x: Double, _ y: Double) -> Bool {
    DecodedTile.Feature(type: 3, parts: [ring.map { .init(x: Int($0.x), y: Int($0.y)) }]).covers(x, y)
}

private func distance(_ ring: [GridPoint], _ x: Double, _ y: Double) -> Double {
    DecodedTile.Feature(type: 3, parts: [ring.map { .init(x: Int($0.x), y: Int($0.y)) }]).distance(x, y)
}

struct TileSourceTests {
    /// Tile (8000, 8000) of zoom 14 and its neighbours; positions are on the grid of zoom 14.
    private static let corner = Int32(8000 * 4096)

    @Test(arguments: 0..<40)
    func `polygons cut to tiles cover the area of the whole polygons`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let radius = [200.0, 3_000, 20_000][seed % 3]
        let middle = Double(Self.corner) + 2048
        let outer = star(&random, corners: 5 + seed, x: middle, y: middle, radius: radius / 2...radius)
        var hole = star(&random, corners: 6, x: middle, y: middle, radius: radius / 20...radius / 4)
        hole.reverse()
        let atlas = try atlas(.polygon, [[(outer, false), (hole, true)]])
        for (column, row) in [(0, 0), (1, 0), (-1, 0), (0, -1), (1, 1)] {
            let tile = try atlas.tile(14, 8000 + column, 8000 + row)
            #expect(
                tile.features("shapes").allSatisfy { feature in
                    feature.parts.joined().allSatisfy { (-64...4160).contains($0.x) && (-64...4160).contains($0.y) }
                })
            for feature in tile.features("shapes") { #expect(PolygonOracle(feature).fault == nil) }
            for _ in 0..<200 {
                let x = random.uniform(in: 0...4096), y = random.uniform(in: 0...4096)
                let wholeX = Double(Self.corner) + Double(column) * 4096 + x
                let wholeY = Double(Self.corner) + Double(row) * 4096 + y
                // Cutting rounds to units: within two of a border either answer is right.
                guard distance(outer, wholeX, wholeY) > 2, distance(hole, wholeX, wholeY) > 2 else { continue }
                let expected = covers(outer, wholeX, wholeY) && !covers(hole, wholeX, wholeY)
                #expect(tile.features("shapes").contains { $0.covers(x, y) } == expected)
            }
        }
    }

    @Test(arguments: 0..<40)
    func `lines cut to tiles run where the whole runs`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let reach = [500.0, 5_000, 50_000][seed % 3]
        let line = (0..<(2 + seed)).map { _ in
            GridPoint(
                x: Self.corner + 2048 + Int32(random.uniform(in: -reach...reach)),
                y: Self.corner + 2048 + Int32(random.uniform(in: -reach...reach)))
        }
        let tile = try atlas(.line, [[(line, false)]]).tile(14, 8000, 8000)
        let whole = DecodedTile.Feature(
            type: 2, parts: [line.map { .init(x: Int($0.x - Self.corner), y: Int($0.y - Self.corner)) }])
        let parts = tile.features("shapes").first ?? DecodedTile.Feature(type: 2)
        for point in parts.parts.joined() {
            #expect((-64...4160).contains(point.x) && (-64...4160).contains(point.y))
            #expect(whole.distance(Double(point.x), Double(point.y)) <= 1)
        }
        for (a, b) in zip(whole.parts[0], whole.parts[0].dropFirst()) {
            for step in 0...50 {
                let x = Double(a.x) + Double(b.x - a.x) * Double(step) / 50
                let y = Double(a.y) + Double(b.y - a.y) * Double(step) / 50
                guard (0...4096).contains(x), (0...4096).contains(y) else { continue }
                #expect(parts.distance(x, y) <= 1)
            }
        }
    }

    @Test(arguments: 0..<20)
    func `shallower zooms of a band keep rings well formed`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        // From a few units to a few tiles on the grid of zoom 11, seen from zoom 9 on: the decoder throws on bad rings.
        var shapes: [[(points: [GridPoint], isHole: Bool)]] = []
        for _ in 0..<60 {
            let radius = Double(1 << Int(random.uniform(in: 1...14)))
            let x = random.uniform(in: 4_000_000...4_060_000), y = random.uniform(in: 4_000_000...4_060_000)
            let outer = star(&random, corners: 3 + Int(random.uniform(in: 0...20)), x: x, y: y, radius: 0...radius)
            shapes.append([(outer, false), (outer.reversed(), true)])
        }
        let atlas = try atlas(.polygon, bands: [2], shapes)
        for zoom in 9...11 {
            let size = Int32(4096) << Int32(11 - zoom)
            for x in (3_990_000 / size)...(4_070_000 / size) {
                for y in (3_990_000 / size)...(4_070_000 / size) { _ = try atlas.tile(zoom, Int(x), Int(y)) }
            }
        }
    }

    /// Small rings in a corner of what a tile holds: points on its sides, tips that touch them, gaps narrower than a
    /// unit.
    @Test(arguments: 0..<300)
    func `polygons cut at a corner stay valid`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed)), rings = PolygonRings(), mending = PolygonMending()
        let reach = [8.0, 30, 200][seed % 3], corner = Double(Self.corner) - 64
        for number in 0..<(1 + seed / 3 % 4) {
            let points: [GridPoint]
            if seed % 2 == 0 {
                points = (0..<(3 + Int(random.uniform(in: 0...20)))).map { _ in
                    GridPoint(
                        x: Int32(corner + random.uniform(in: -reach...reach)),
                        y: Int32(corner + random.uniform(in: -reach...reach)))
                }
            } else {
                points = star(
                    &random, corners: 3 + Int(random.uniform(in: 0...20)),
                    x: corner + random.uniform(in: -reach...reach), y: corner + random.uniform(in: -reach...reach),
                    radius: reach / 8...reach)
            }
            let isHole = number > 0 && random.uniform(in: 0...1) < 0.6
            rings.add(isHole ? points.reversed() : points, isHole: isHole)
        }
        let outcome = mending.mend(&rings)
        guard rings.count > 0 else { return }
        let whole = PolygonOracle(rings), all = (0..<rings.count).map { rings[$0] }
        let tile = try atlas(.polygon, [all], ringsApart: outcome == .valid).tile(14, 8000, 8000)
        let parts = tile.features("shapes").flatMap(\.parts)
        for feature in tile.features("shapes") {
            #expect(PolygonOracle(feature).fault == nil, "\(all) became \(parts)")
        }
        for _ in 0..<100 {
            let x = random.uniform(in: -64...(reach - 64)).rounded(),
                y = random.uniform(in: -64...(reach - 64)).rounded()
            let wholeX = Double(Self.corner) + x, wholeY = Double(Self.corner) + y
            guard all.allSatisfy({ distance($0.points, wholeX, wholeY) > 2.5 }),
                let expected = whole.covers(doubledX: 2 * Int(wholeX), doubledY: 2 * Int(wholeY)), x > -64, y > -64
            else { continue }
            #expect(tile.features("shapes").contains { $0.covers(x, y) } == expected)
        }
    }

    /// A ring in the tile's units, by whose place in the world it is drawn.
    private func ring(_ places: (Int32, Int32)...) -> [GridPoint] {
        places.map { GridPoint(x: Self.corner + $0.0, y: Self.corner + $0.1) }
    }

    @Test func `a bay whose tip touches a side parts the polygon`() throws {
        let outer = ring((1000, -300), (2000, -300), (2000, 200), (1500, -64), (1000, 200))
        let tile = try atlas(.polygon, [[(outer, false)]], ringsApart: true).tile(14, 8000, 8000)
        let parts = try #require(tile.features("shapes").first).parts
        #expect(parts.count == 2)
        // Elsewhere than at the tip, which moves by a unit, nothing changes.
        #expect(Set(parts.joined().map(\.x)).isSubset(of: [1000, 1499, 1500, 1501, 2000]))
        #expect(Set(parts[0].map(\.x)).isDisjoint(with: parts[1].map(\.x)))
    }

    @Test func `a tile inside a hole shows nothing, a tile inside an island in it shows the island`() throws {
        func square(_ reach: Int32) -> [GridPoint] {
            ring((-reach, -reach), (4096 + reach, -reach), (4096 + reach, 4096 + reach), (-reach, 4096 + reach))
        }
        let lake = [(square(3000), false), (Array(square(2000).reversed()), true)]
        #expect(try atlas(.polygon, [lake], ringsApart: true).tile(14, 8000, 8000).features("shapes").isEmpty)
        let island = try atlas(.polygon, [lake + [(square(1000), false)]], ringsApart: true).tile(14, 8000, 8000)
        #expect(island.features("shapes").first?.covers(2000, 2000) == true)
        #expect(island.features("shapes").first?.parts.count == 1)
    }

    @Test func `bays that leave the tile do not leave spikes`() throws {
        // A comb whose back lies beyond the eastern side: only its teeth reach in.
        var ring: [GridPoint] = [], x = Self.corner + 6000
        ring.append(GridPoint(x: x, y: Self.corner))
        ring.append(GridPoint(x: x, y: Self.corner + 900))
        x = Self.corner + 4000
        for tooth in stride(from: Int32(800), through: 0, by: -200) {
            ring += [
                GridPoint(x: x, y: Self.corner + tooth + 50), GridPoint(x: x, y: Self.corner + tooth),
                GridPoint(x: Self.corner + 5000, y: Self.corner + tooth),
                GridPoint(x: Self.corner + 5000, y: Self.corner + tooth - 100),
            ]
        }
        let atlas = try atlas(.polygon, [[(ring, false)]])
        for part in try atlas.tile(14, 8000, 8000).features("shapes").flatMap(\.parts) {
            for index in part.indices {
                let a = part[index], b = part[(index + 1) % part.count], c = part[(index + 2) % part.count]
                let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
                let dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)
                #expect(cross != 0 || dot > 0)
            }
        }
    }

    @Test func `the order in which features were added does not show in tiles`() throws {
        var random = SeededGenerator(seed: 5), shapes: [[(points: [GridPoint], isHole: Bool)]] = []
        for _ in 0..<200 {
            let x = Double(Self.corner) + random.uniform(in: 0...4096),
                y = Double(Self.corner) + random.uniform(in: 0...4096)
            shapes.append([(star(&random, corners: 5, x: x, y: y, radius: 20...400), false)])
        }
        func tile(_ order: [Int]) throws -> [UInt8] {
            var content = TileContent(layers: [
                .init(name: StringID(rawValue: 1), geometry: .polygon, minimumZoom: 0, fields: [])
            ])
            let set = content.addSet([])
            for index in order {
                var column = ShapeColumn()
                column.addRing(shapes[index][0].points, isHole: false)
                _ = column.endFeature()
                content.bands[4].append(layer: 0, order: index, minimumZoom: 14, set: set, shape: 0, of: column)
            }
            var writer = AtlasWriter()
            content.add(to: &writer)
            StringTable.add(["", "shapes"], to: &writer)
            let atlas = try AtlasInMemory(bytes: writer.finish())
            var workspace = TileWorkspace()
            return try #require(atlas.tiles.tile(TileID(zoom: 14, x: 8000, y: 8000)!, with: &workspace))
        }
        let forward = try tile(Array(shapes.indices))
        #expect(try tile(Array(shapes.indices.reversed())) == forward)
        #expect(try DecodedTile(forward).features("shapes").count == 200)
    }

    @Test func `points beside the tile are in its buffer and no farther`() throws {
        let places = [-65, -64, 0, 4096, 4160, 4161].map { GridPoint(x: Self.corner + Int32($0), y: Self.corner + 7) }
        let atlas = try atlas(.point, places.map { [([$0], false)] })
        let found = try atlas.tile(14, 8000, 8000).features("shapes").map { $0.parts[0][0].x }
        #expect(found == [-64, 0, 4096, 4160])
    }

    @Test func `tiles beyond the deepest zoom are refused, and empty tiles are empty`() throws {
        let atlas = try atlas(.point, [[([GridPoint(x: 1, y: 1)], false)]])
        var workspace = TileWorkspace()
        #expect(atlas.tiles.tile(TileID(zoom: 15, x: 0, y: 0)!, with: &workspace) == nil)
        #expect(atlas.tiles.tile(TileID(zoom: 14, x: 9, y: 9)!, with: &workspace) == [])
        #expect(atlas.tiles.tile(TileID(zoom: 3, x: 0, y: 0)!, with: &workspace) == [])
    }

    @Test func `the world's corners can be drawn`() throws {
        let last = Int32(1) << 26
        let ring = [
            GridPoint(x: 0, y: 0), GridPoint(x: last, y: 0), GridPoint(x: last, y: last), GridPoint(x: 0, y: last),
        ]
        let atlas = try atlas(.polygon, [[(ring, false)]])
        for (x, y) in [(0, 0), (16_383, 16_383), (0, 16_383), (8192, 8192)] {
            #expect(try atlas.tile(14, x, y).features("shapes").first?.covers(2000, 2000) == true)
        }
    }

    @Test func `one workspace serves atlases of different sizes in turn`() throws {
        var workspace = TileWorkspace()
        var small = HandMadeMap(), large = HandMadeMap()
        small.node(1, 1, ["shop": "books"])
        for number in 0..<300 { large.node(1, 1, ["addr:housenumber": "\(number)"]) }
        let first = try AtlasInMemory(small), second = try AtlasInMemory(large)
        let id = TileID(containing: PointE7(latitudeE7: 600_010_000, longitudeE7: 249_910_000), zoom: 14)!
        for atlas in [first, second, first, second] {
            var fresh = TileWorkspace()
            #expect(atlas.tiles.tile(id, with: &workspace) == atlas.tiles.tile(id, with: &fresh))
        }
    }
}
