import GeoCore
import Routing

/// On which side of its streets an extract's people drive: as its boundaries say, or else as most of its roundabouts show.
///
/// Of borders that do not agree none is believed: which of them encloses a street is seldom known, as extracts cut them off.
struct DrivingSideFinding {
    /// Where no way says something else.
    let isLeft: Bool

    /// `miniRoundabouts` are those that are nodes, by `RoadTags.miniRoundaboutIsLeft`.
    init(_ data: OSMData, _ keys: RoadKeyTable, miniRoundabouts: [Bool]) {
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
            // Where people drive on the left they go round clockwise.
            balance += (turn < 0) == (use.forward != nil) ? 1 : -1
        }
        isLeft = balance > 0
    }

    /// What administrative boundaries say (wiki.openstreetmap.org/wiki/Key:driving_side); `nil` where none does, or they differ.
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

    /// Twice the area that a line encloses with the straight one from its end to its start, in square E7 degrees: positive
    /// counter-clockwise.
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
    /// What `driving_side` says; `nil` where it says nothing.
    var drivesOnLeft: Bool? {
        switch self[.drivingSide] {
        case "left": true
        case "right": false
        default: nil
        }
    }

    /// Which way people go round a mini-roundabout, if the tags of a node are one's and say so (wiki.openstreetmap.org/wiki/Tag:highway%3Dmini_roundabout).
    var miniRoundaboutIsLeft: Bool? {
        guard says(.highway, "mini_roundabout") else { return nil }
        switch self[.direction] {
        case "clockwise": return true
        case "anticlockwise", "anti_clockwise", "counterclockwise", "anti-clockwise": return false
        default: return nil
        }
    }
}
