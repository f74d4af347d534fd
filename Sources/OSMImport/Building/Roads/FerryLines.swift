import GeoCore
import Routing

/// The ferry lines that are route relations, and what each says of its ways (wiki.openstreetmap.org/wiki/Tag:route%3Dferry).
///
/// Such ways need no tags of their own. Trains that carry cars are ferries too (wiki.openstreetmap.org/wiki/Tag:route%3Dshuttle_train);
/// their ways are rails.
struct FerryLines: Sendable {
    /// A line on one of its ways.
    struct Passage: Sendable {
        /// Position among the extract's relations.
        let relation: Int
        /// Where the line leads over the way, by the way's roles.
        var directions: Directions
        /// The way's share of the line's duration, by length; `nil` where the line states none or parts of it are missing.
        var seconds: Double?
    }

    /// By way of the data, in the order of the relations' ids.
    private(set) var passages: [Int: [Passage]] = [:]

    /// Goes through the route relations of an extract. Makes a table of keys only if there is a ferry and none is given.
    init(_ data: OSMData, _ keys: RoadKeyTable? = nil) {
        let lines = (0..<data.relations.count).filter { relation in
            let tags = data.tags(ofRelation: relation)
            return (tags["route"] == "ferry" || tags["route"] == "shuttle_train") && tags["type"] == "route"
                && tags["highway"] == nil
        }
        guard !lines.isEmpty else { return }
        var own = RoadTags(strings: data.tags.strings, keys: keys ?? RoadKeyTable(data.tags.strings))
        for relation in lines {
            add(relation, Measurement.seconds(data.tags(ofRelation: relation)["duration"]), data, &own)
        }
    }

    /// The tags of the first line on each way that has none of its own.
    func tagsOfBareWays(_ data: OSMData) -> [Int: TagRange] {
        var tags: [Int: TagRange] = [:]
        for (way, lines) in passages where data.ways.tags[way].count == 0 {
            tags[way] = lines.first.map { data.relations.tags[$0.relation] }
        }
        return tags
    }

    private mutating func add(_ relation: Int, _ duration: Double?, _ data: OSMData, _ own: inout RoadTags) {
        var directions: [Int: Directions] = [:], isWhole = true
        for member in data.relations.members(of: relation) where member.kind == .way {
            guard let led = Self.directions(role: data.role(member)) else { continue }
            guard let way = data.ways.index(of: member.id) else {
                isWhole = false
                continue
            }
            own.load(data.tags.pairs[data.ways.tags[way].indices])
            let isTrain = data.tags(ofRelation: relation)["route"] == "shuttle_train"
            guard Self.isCrossing(own, data.tags(ofWay: way), byTrain: isTrain) else { continue }
            directions[way, default: []].formUnion(led)
        }
        var metres: [Int: Double] = [:], along = 0.0, against = 0.0
        for way in directions.keys.sorted() {
            let refs = data.ways.refs(of: way)
            if data.hasGap(refs) { isWhole = false }
            let points = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
            let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }
            metres[way] = length
            if directions[way] != .backward { along += length }
            if directions[way] != .forward { against += length }
        }
        // Where a line goes out one way and back another, its duration is that of one of them.
        let whole = max(along, against)
        for (way, led) in directions {
            var passage = Passage(relation: relation, directions: led)
            if isWhole, whole > 0, let duration { passage.seconds = duration * (metres[way] ?? 0) / whole }
            passages[way, default: []].append(passage)
        }
    }

    /// Where a line leads over a way of the role; `nil` for what is no way of the line's
    /// (wiki.openstreetmap.org/wiki/Relation:route#Members).
    private static func directions(role: String) -> Directions? {
        switch role {
        case "forward": .forward
        case "backward": .backward
        default: role.hasPrefix("platform") || role.hasPrefix("stop") ? nil : .both
        }
    }

    /// Whether a member is a piece of the ferry's way and not, say, the road or the pier to it. It may be a river's or a boundary's too.
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
