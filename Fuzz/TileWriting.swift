import Atlas
import GeoCore
import OSMImport
import TestSupport
import Tiles

/// Draws a map of whatever lines and areas the bytes describe, and reads its tiles back with a decoder that throws for all that
/// the format forbids.
@_cdecl("LLVMFuzzerTestOneInput")
public func writeTiles(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var drawing = Drawing(bytes: UnsafeBufferPointer(start: start, count: count))
    drawing.draw()
    do {
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        let data = drawing.map.data
        try FeatureBuilding.build(data, Areas(data), text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        try AtlasForging.withView(writer.finish()) { try readBack($0, drawing) }
    } catch {
        fatalError("a map that cannot be drawn: \(error)")
    }
    return 0
}

/// Makes a few tiles of the zoom that the drawing asks for.
private func readBack(_ atlas: AtlasView, _ drawing: Drawing) throws {
    let source = try TileSource(atlas)
    try StringTable(atlas).check()
    try source.check()
    var workspace = TileWorkspace()
    for point in drawing.map.data.nodes.points.prefix(3) {
        guard let id = TileID(containing: point, zoom: drawing.zoom), let bytes = source.tile(id, with: &workspace)
        else {
            continue
        }
        let tile = try DecodedTile(bytes)
        for place in tile.layers.flatMap(\.features).flatMap(\.parts).joined() {
            precondition((-64...4160).contains(place.x) && (-64...4160).contains(place.y), "\(place) beyond the buffer")
        }
    }
}

/// A map made of bytes: first the zoom to look at it and the size of everything; then figures, each a kind, a number of points and
/// those.
private struct Drawing {
    private(set) var map = HandMadeMap(south: 0, west: 0)
    private(set) var zoom = 0
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var scale = 1.0
    private var rings: [Int64] = []
    private var nodes: [UInt32] = []

    private static let lines: [KeyValuePairs<String, String>] = [
        ["highway": "motorway", "name": "A"], ["highway": "footway"], ["waterway": "river", "name": "B"],
        ["natural": "coastline"],
        ["railway": "rail"], ["boundary": "administrative", "admin_level": "2"], ["aerialway": "gondola"],
        ["barrier": "wall"],
    ]
    /// With the type that relations need; on a way it means nothing.
    private static let areas: [KeyValuePairs<String, String>] = [
        ["type": "multipolygon", "natural": "water", "name": "C"],
        ["type": "multipolygon", "building": "yes", "height": "9"],
        ["type": "multipolygon", "landuse": "forest"], ["type": "multipolygon", "leisure": "park", "name": "D"],
        ["type": "multipolygon", "highway": "pedestrian", "area": "yes"],
        ["type": "boundary", "leisure": "nature_reserve"],
    ]
    private static let points: [KeyValuePairs<String, String>] = [
        ["place": "city", "name": "E", "population": "70000"], ["shop": "books"], ["natural": "tree"],
        ["addr:housenumber": "4"],
    ]

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func draw() {
        zoom = Int(next()) % (TileFormat.maximumZoom + 1)
        // From a metre across to as far as maps reach.
        scale = 80 / Double(1 << UInt64(next() % 24))
        while position < bytes.count, map.data.nodes.count < 2000 {
            let kind = next()
            switch kind & 7 {
            case 0: node(Self.points[Int(kind >> 3) % Self.points.count])
            case 1, 2: map.way(line(), Self.lines[Int(kind >> 3) % Self.lines.count])
            case 3: relation(Self.areas[Int(kind >> 3) % Self.areas.count])
            case 4, 5: ring(Self.areas[Int(kind >> 3) % Self.areas.count])
            default: ring([:])
            }
        }
    }

    private mutating func next() -> UInt8 {
        guard position < bytes.count else { return 0 }
        position += 1
        return bytes[position - 1]
    }

    /// A coordinate in grid steps; coarse in one of its two forms, so that points often coincide or line up.
    private mutating func coordinate() -> Double {
        let high = Int8(bitPattern: next()), low = high & 1 == 0 ? 0 : next()
        return (Double(high) + Double(low) / 256) / 128 * scale * 1000
    }

    @discardableResult
    private mutating func node(_ tags: KeyValuePairs<String, String> = [:]) -> UInt32 {
        let index = map.node(2 * coordinate(), coordinate(), tags)
        nodes.append(index)
        return index
    }

    private mutating func line() -> [UInt32] {
        (0...Int(next() & 31)).map { _ in
            // Now and then a point that is there already: lines that meet, and that cross themselves.
            let choice = next()
            return choice < 32 && !nodes.isEmpty ? nodes[Int(choice) % nodes.count] : node()
        }
    }

    private mutating func ring(_ tags: KeyValuePairs<String, String>) {
        let points = line()
        rings.append(map.way(points + points.prefix(1), tags))
    }

    private mutating func relation(_ tags: KeyValuePairs<String, String>) {
        let roles = next()
        let members = rings.suffix(8).enumerated().map { ($1, roles >> UInt8($0) & 1 == 0 ? "outer" : "inner") }
        map.relation(Array(members), tags)
    }
}
