import GeoCore
import Routing

/// The ferry lines that are route relations, and the facts that each gives to its ways
/// (wiki.openstreetmap.org/wiki/Tag:route%3Dferry).
///
/// Such ways need no tags of their own. Trains that carry cars count as ferries
/// (wiki.openstreetmap.org/wiki/Tag:route%3Dshuttle_train); their ways are rails.
struct FerryLines: Sendable {
    /// The facts of a way, for all lines on it.
    private struct Way {
        let metres: Double
        let isWhole: Bool
        /// Whether it is part of a ferry's course, rather than, say, the road or the pier to it.
        let isOnWater: Bool
        /// The same for a train that carries cars.
        let isForTrains: Bool
    }

    /// The maximum number of lines on a way; the first ones count.
    private static let mostLines = 64
    /// The maximum number of tags that `complete` adds, apart from as many as there are.
    private static let leastCapacity = 1_000_000

    /// By way of the data, in the order of the relations' ids.
    private(set) var legs: [Int: [FerryLeg]] = [:]

    /// Reads the route relations of an extract. Makes a table of keys only if there is a ferry and the caller gives
    /// none.
    init(_ data: OSMData, _ keys: RoadKeyTable? = nil) {
        let lines = (0..<data.relations.count).filter { relation in
            let tags = data.tags(ofRelation: relation)
            return (tags["route"] == "ferry" || tags["route"] == "shuttle_train") && tags["type"] == "route"
                && tags["highway"] == nil
        }
        guard !lines.isEmpty else { return }
        // A relation names a way in three bytes, however long the way is, so each way is measured once.
        var own = RoadTags(strings: data.tags.strings, keys: keys ?? RoadKeyTable(data.tags.strings))
        var known: [Int: Way] = [:]
        for relation in lines {
            add(relation, Measurement.seconds(data.tags(ofRelation: relation)["duration"]), data) { way in
                if let known = known[way] { return known }
                let found = Self.way(way, data, &own)
                known[way] = found
                return found
            }
        }
    }

    /// Returns the tags of a way as part of a ferry line: its own before the line's. A way that is something else, too,
    /// such as a river, has only the line's.
    static func tags(ofWay way: Int, on leg: FerryLeg, in data: OSMData) -> [TagTable.Pair] {
        let own = data.tags.pairs[data.ways.tags[way].indices]
        let line = data.tags.pairs[data.relations.tags[leg.relation].indices]
        if isElse(data.tags(ofWay: way)) { return Array(line) }
        guard !own.isEmpty else { return Array(line) }
        let keys = Set(own.lazy.map(\.key))
        return own + line.filter { !keys.contains($0.key) }
    }

    /// Gives the ways of ferry lines in `data` their tags as parts of the first line, unless they are something else,
    /// too.
    func complete(_ data: inout OSMData) {
        // If lines have very many tags and ways, some ways keep only their own tags.
        var room = data.tags.pairs.count + Self.leastCapacity
        for way in legs.keys.sorted() {
            guard let first = legs[way]?.first, !Self.isElse(data.tags(ofWay: way)),
                data.tags(ofRelation: first.relation)["route"] == "ferry"
            else { continue }
            if data.ways.tags[way].count == 0 {
                data.ways.tags[way] = data.relations.tags[first.relation]
                continue
            }
            let pairs = Self.tags(ofWay: way, on: first, in: data)
            room -= pairs.count
            guard room >= 0 else { return }
            data.ways.tags[way] = TagRange(start: UInt32(data.tags.pairs.count), count: UInt32(pairs.count))
            data.tags.pairs += pairs
        }
    }

    private static func isElse(_ tags: Tags) -> Bool {
        tags["route"] != "ferry" && ["waterway", "natural", "boundary", "place"].contains { tags[$0] != nil }
    }

    private mutating func add(
        _ relation: Int, _ duration: Double?, _ data: OSMData, _ wayAt: (Int) -> Way
    ) {
        let isTrain = data.tags(ofRelation: relation)["route"] == "shuttle_train"
        var directions: [Int: Directions] = [:], isWhole = true
        for member in data.relations.members(of: relation) where member.kind == .way {
            guard let led = Self.directions(role: data.role(member)) else { continue }
            guard let way = data.ways.index(of: member.id) else {
                isWhole = false
                continue
            }
            let known = wayAt(way)
            if isTrain ? known.isForTrains : known.isOnWater { directions[way, default: []].formUnion(led) }
        }
        var along = 0.0, against = 0.0
        for way in directions.keys.sorted() {
            let known = wayAt(way)
            if !known.isWhole { isWhole = false }
            if directions[way] != .backward { along += known.metres }
            if directions[way] != .forward { against += known.metres }
        }
        // If a line goes out on one course and back on another, its duration is that of one course.
        let whole = max(along, against)
        for (way, led) in directions where legs[way]?.count ?? 0 < Self.mostLines {
            var leg = FerryLeg(relation: relation, directions: led)
            if isWhole, whole > 0, let duration { leg.seconds = duration * wayAt(way).metres / whole }
            legs[way, default: []].append(leg)
        }
    }

    private static func way(_ way: Int, _ data: OSMData, _ own: inout RoadTags) -> Way {
        own.load(data.tags.pairs[data.ways.tags[way].indices])
        let refs = data.ways.refs(of: way)
        let points = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
        return Way(
            metres: zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) },
            isWhole: !data.hasGap(refs), isOnWater: isCrossing(own, data.tags(ofWay: way), byTrain: false),
            isForTrains: isCrossing(own, data.tags(ofWay: way), byTrain: true))
    }

    /// Returns the direction of a line on a way with the role; `nil` for a way that is not part of the line
    /// (wiki.openstreetmap.org/wiki/Relation:route#Members).
    private static func directions(role: String) -> Directions? {
        switch role {
        case "forward": .forward
        case "backward": .backward
        default: role.hasPrefix("platform") || role.hasPrefix("stop") ? nil : .both
        }
    }

    /// Whether a member is part of the ferry's course, rather than, say, the road or the pier to it. It may also belong
    /// to a river or a boundary.
    private static func isCrossing(_ own: RoadTags, _ all: Tags, byTrain isTrain: Bool) -> Bool {
        if let kind = RoadClass(own) { return kind == .ferry }
        if own.has(.highway) || own.has(.railway) && !isTrain || own.has(.amenity) || own.has(.publicTransport)
            || own.has(.manMade)
        {
            return false
        }
        return !own.says(.area, "yes") && ["building", "aerialway", "landuse", "leisure"].allSatisfy { all[$0] == nil }
    }
}

/// A ferry line on one of its ways.
struct FerryLeg: Sendable {
    /// The index among the extract's relations.
    let relation: Int
    /// The direction of the line on the way, by the way's roles.
    var directions: Directions
    /// The way's share of the line's duration, by length; `nil` if the line has no duration or parts of it are missing.
    var seconds: Double?
}
