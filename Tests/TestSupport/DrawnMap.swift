import OSMImport
import Tiles

/// A map made of any bytes, for fuzzing: first the zoom to look at it and the size of everything; then figures,
/// each a kind, tags, a number of points and those.
package struct DrawnMap {
    package private(set) var map = HandMadeMap(south: 0, west: 0)
    package private(set) var zoom = 0
    private var bytes: ArraySlice<UInt8>
    private var scale = 1.0
    private var ways: [Int64] = []
    private var nodes: [UInt32] = []

    /// The parts of tags: keys that import reads, and for each its usual values. Half of the values come from
    /// `extremes`.
    private static let tags: [(key: String, values: [String])] = [
        (
            "highway",
            ["motorway", "residential", "footway", "steps", "pedestrian", "crossing", "traffic_signals", "track"]
        ),
        ("name", ["A", "B", "A;B", "Station, Main Street"]), ("natural", ["water", "coastline", "tree", "glacier"]),
        ("building", ["yes", "house"]), ("landuse", ["forest", "residential"]),
        ("leisure", ["park", "nature_reserve"]),
        ("type", ["multipolygon", "boundary", "restriction", "site", "route"]), ("area", ["yes", "no"]),
        ("boundary", ["administrative", "postal_code"]), ("admin_level", ["2", "8", "10"]),
        ("waterway", ["river", "dam"]),
        ("place", ["city", "village", "island", "house"]), ("population", ["70000"]),
        ("height", ["9", "3 ft", "1'2\""]),
        ("building:levels", ["4"]), ("layer", ["1", "-1"]), ("addr:housenumber", ["4", "4-8", "4;5", "4A"]),
        ("addr:street", ["A", "B"]), ("addr:interpolation", ["all", "even", "odd"]), ("shop", ["books"]),
        ("route", ["ferry", "hiking"]), ("duration", ["00:20", "PT20M"]), ("railway", ["rail", "station", "tram"]),
        ("oneway", ["yes", "-1"]), ("access", ["no", "private"]), ("maxspeed", ["50", "30 mph", "walk"]),
        ("restriction", ["no_left_turn", "only_straight_on"]), ("barrier", ["wall", "gate"]), ("footway", ["sidewalk"]),
        ("aeroway", ["runway"]), ("bridge", ["yes"]), ("tunnel", ["yes", "culvert"]), ("surface", ["asphalt"]),
        ("incline", ["10%", "up"]), ("width", ["2", "2 m"]), ("opening_hours", ["24/7"]),
        ("amenity", ["cafe", "parking"]),
    ]
    private static let extremes = [
        "", " ", "0", "-1", "1e308", "-1e308", "nan", "inf", "9223372036854775807", "-9223372036854775808",
        "4294967296",
        "0.0000001", "99:99:99", "PT99999999999H", ";;;", "1;2;3;4;5;6;7;8;9", "ä\u{300}\u{0}\u{202e}", "yes",
    ]
    private static let roles = ["outer", "inner", "from", "to", "via", ""]

    package init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)[...]
        draw()
    }

    private mutating func draw() {
        zoom = Int(next()) % (TileFormat.maximumZoom + 1)
        // From a metre across to as far as maps reach.
        scale = 80 / Double(1 << UInt64(next() % 24))
        while !bytes.isEmpty, map.data.nodes.count < 2000 {
            let kind = next()
            let tags = (0..<Int(kind >> 6)).map { _ in tag() }
            switch kind & 7 {
            case 0: node(tags)
            case 1, 2: way(line(), tags)
            case 3: relation(tags)
            default:
                let points = line()
                way(points + points.prefix(1), tags)
            }
        }
    }

    private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func tag() -> (key: String, value: String) {
        let (key, values) = Self.tags[Int(next()) % Self.tags.count], choice = Int(next())
        let value = choice < 128 ? values[choice % values.count] : Self.extremes[choice % Self.extremes.count]
        return (key, value)
    }

    /// A coordinate in grid steps; coarse in one of its two forms, so that points often coincide or line up.
    private mutating func coordinate() -> Double {
        let high = Int8(bitPattern: next()), low = high & 1 == 0 ? 0 : next()
        return (Double(high) + Double(low) / 256) / 128 * scale * 1000
    }

    private mutating func node(_ tags: [(key: String, value: String)] = []) {
        nodes.append(map.node(2 * coordinate(), coordinate()))
        if !tags.isEmpty { map.tag(.node, tags) }
    }

    private mutating func line() -> [UInt32] {
        (0..<Int(next() & 31)).map { _ in
            // Now and then a point that is there already, or one that the extract does not hold.
            let choice = next()
            if choice == 255 { return OSMData.missing }
            if choice >= 32 || nodes.isEmpty { node() }
            return choice < 32 ? nodes[Int(choice) % nodes.count] : nodes[nodes.count - 1]
        }
    }

    private mutating func way(_ refs: [UInt32], _ tags: [(key: String, value: String)]) {
        ways.append(map.way(refs))
        map.tag(.way, tags)
    }

    private mutating func relation(_ tags: [(key: String, value: String)]) {
        let members = (0..<Int(next() & 15)).compactMap { _ -> (Int64, String)? in
            let choice = Int(next())
            guard !ways.isEmpty else { return nil }
            return (ways[choice % ways.count], Self.roles[choice / 43])
        }
        map.relation(members, [:])
        map.tag(.relation, tags)
    }
}
