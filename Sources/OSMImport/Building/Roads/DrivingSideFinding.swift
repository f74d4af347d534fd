import GeoCore
import Routing
import Search

/// Finds the driving side of an extract: by its boundaries, or else by most of its roundabouts, or else by the country
/// that it lies in.
///
/// If boundaries disagree, none counts: extracts cut them off, so it is rarely known which of them encloses a street.
struct DrivingSideFinding {
    /// The driving side of ways without a tag for it.
    let isLeft: Bool

    /// `miniRoundabouts` are those that are nodes, by `RoadTags.miniRoundaboutIsLeft`.
    init(_ data: OSMData, _ keys: RoadKeyTable, _ countries: CountrySource, miniRoundabouts: [Bool]) {
        if let stated = Self.stated(data, keys) {
            isLeft = stated
            return
        }
        var balance = miniRoundabouts.reduce(0) { $0 + ($1 ? 1 : -1) }
        var tags = RoadTags(strings: data.tags.strings, keys: keys)
        for way in data.ways.tagged("junction", "roundabout", data.tags) {
            tags.load(data.tags.pairs[data.ways.tags[way].indices])
            guard let use = RoadClass(tags).map({ CarProfile.use(of: tags, $0) }),
                (use.forward == nil) != (use.backward == nil)
            else { continue }
            let turn = Self.turn(of: data.ways.refs(of: way), data)
            guard turn != 0 else { continue }
            // In left-hand traffic, roundabouts run clockwise.
            balance += (turn < 0) == (use.forward != nil) ? 1 : -1
        }
        isLeft = balance > 0 || balance == 0 && Self.isLeft(in: countries, data)
    }

    /// Returns the driving side of administrative boundaries (wiki.openstreetmap.org/wiki/Key:driving_side); `nil` if
    /// none has it, or if they differ.
    private static func stated(_ data: OSMData, _ keys: RoadKeyTable) -> Bool? {
        var tags = RoadTags(strings: data.tags.strings, keys: keys), stated: Bool?
        for relation in 0..<data.relations.count {
            tags.load(data.tags.pairs[data.relations.tags[relation].indices])
            guard let side = tags.drivesOnLeft, data.tags(ofRelation: relation)["boundary"] == "administrative" else {
                continue
            }
            if let stated, stated != side { return nil }
            stated = side
        }
        return stated
    }

    /// Whether people drive on the left in the given country, or in the country of most of the map by the table, or in
    /// that of most tags.
    private static func isLeft(in countries: CountrySource, _ data: OSMData) -> Bool {
        if let code = countries.code { return CountryCodes.driveOnLeft(in: code) }
        var balance = 0
        for code in countries.table.map({ codes(at: samples(of: data), $0, near: data.bounds) }) ?? [] {
            balance += CountryCodes.driveOnLeft(in: code) ? 1 : -1
        }
        return balance > 0 || balance == 0 && balanceOfTags(in: data) > 0
    }

    /// Returns the middle nodes of ways throughout the input.
    private static func samples(of data: OSMData) -> [PointE7] {
        stride(from: 0, to: data.ways.count, by: max(1, data.ways.count / 1000)).compactMap { way in
            let refs = data.ways.refs(of: way).filter { $0 != OSMData.missing }
            return refs.isEmpty ? nil : data.nodes.points[Int(refs[refs.count / 2])]
        }
    }

    /// Returns the countries around points; near a few of them, if none is around.
    private static func codes(at points: [PointE7], _ table: CountryTable, near bounds: IntBox) -> [String] {
        let coarse = CoarseCountries(table, near: bounds), around = points.compactMap { coarse.around($0) }
        let numbers = around.isEmpty ? points.prefix(16).compactMap { coarse.at($0) } : around
        return numbers.compactMap { table.countries[$0].code }
    }

    /// Returns how many more tags name a country with left-hand traffic than one with right-hand traffic.
    private static func balanceOfTags(in data: OSMData) -> Int {
        let keys: Set = [
            "addr:country", "is_in:country_code", "ISO3166-1", "ISO3166-1:alpha2", "ISO3166-2", "country_code",
        ]
        let isKey = data.tags.strings.map { keys.contains($0) }
        guard isKey.contains(true) else { return 0 }
        var counts: [UInt32: Int] = [:]
        for pair in data.tags.pairs where isKey[Int(pair.key)] { counts[pair.value, default: 0] += 1 }
        return counts.reduce(0) { balance, value in
            let text = data.tags.strings[Int(value.key)].prefix { $0 != "-" }
            guard let code = CountryCodes.code(String(text)) else { return balance }
            return balance + (CountryCodes.driveOnLeft(in: code) ? value.value : -value.value)
        }
    }

    /// Returns twice the area between a line and the straight line from its end to its start, in square E7 degrees:
    /// positive if counter-clockwise.
    private static func turn(of refs: ArraySlice<UInt32>, _ data: OSMData) -> Double {
        let points = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
        guard let first = points.first else { return 0 }
        let places = points.map { point in
            (
                x: Double(Int64(point.longitudeE7) - Int64(first.longitudeE7)),
                y: Double(Int64(point.latitudeE7) - Int64(first.latitudeE7))
            )
        }
        return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    }
}

extension RoadTags {
    /// The value of `driving_side`; `nil` if there is none.
    var drivesOnLeft: Bool? {
        switch self[.drivingSide] {
        case "left": true
        case "right": false
        default: nil
        }
    }

    /// The direction of a mini-roundabout, if the node is one with a direction
    /// (wiki.openstreetmap.org/wiki/Tag:highway%3Dmini_roundabout).
    var miniRoundaboutIsLeft: Bool? {
        guard says(.highway, "mini_roundabout") else { return nil }
        switch self[.direction] {
        case "clockwise": return true
        case "anticlockwise", "anti_clockwise", "counterclockwise", "anti-clockwise": return false
        default: return nil
        }
    }
}
