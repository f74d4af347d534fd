import Routing

/// Reads the ways of an extract as streets: by their own tags, their ferry lines, and the driving side.
struct StreetReader: Sendable {
    private let data: OSMData
    private let keys: RoadKeyTable
    private let rules: RoadRules
    /// The driving side of ways without a tag for it.
    let drivesOnLeft: Bool
    private let ferries: FerryLines

    /// `miniRoundabouts` are those that are nodes, by `RoadTags.miniRoundaboutIsLeft`.
    init(
        _ data: OSMData, _ keys: RoadKeyTable, _ rules: RoadRules, _ countries: CountrySource, miniRoundabouts: [Bool]
    ) {
        self.data = data
        self.keys = keys
        self.rules = rules
        drivesOnLeft = DrivingSideFinding(data, keys, countries, miniRoundabouts: miniRoundabouts).isLeft
        ferries = FerryLines(data, keys)
    }

    /// Makes storage for the tags of one way at a time.
    func makeTags() -> RoadTags { RoadTags(strings: data.tags.strings, keys: keys) }

    /// Returns the facts of a way as a street; `nil` if it is not one. Leaves the way's tags in `tags`.
    func facts(ofWay way: Int, _ tags: inout RoadTags) -> RoadFacts? {
        let refs = data.ways.refs(of: way)
        guard refs.count >= 2 else { return nil }
        let isClosed = refs.first == refs.last
        guard let legs = ferries.legs[way] else {
            tags.load(data.tags.pairs[data.ways.tags[way].indices])
            return RoadFacts(tags, isClosed: isClosed, drivesOnLeft: drivesOnLeft, rules)
        }
        var found: RoadFacts?
        for leg in legs {
            guard let facts = facts(ofWay: way, on: leg, isClosed: isClosed, &tags) else { continue }
            if found == nil { found = facts } else { found?.join(facts) }
        }
        return found
    }

    /// Returns the facts of a way as part of a ferry line.
    private func facts(
        ofWay way: Int, on leg: FerryLeg, isClosed: Bool, _ tags: inout RoadTags
    ) -> RoadFacts? {
        tags.load(data.tags.pairs[data.ways.tags[way].indices])
        let isFerryItself = RoadClass(tags) == .ferry, hasDuration = tags.has(.duration)
        tags.load(FerryLines.tags(ofWay: way, on: leg, in: data)[...])
        guard var facts = RoadFacts(tags, isClosed: isClosed, drivesOnLeft: drivesOnLeft, rules) else { return nil }
        if !hasDuration { facts.duration = leg.seconds }
        if !isFerryItself {
            let closed = Directions.both.subtracting(leg.directions)
            for profile in facts.uses.indices { facts.uses[profile].close(closed) }
        }
        return facts
    }
}

extension RoadFacts {
    /// Opens the directions and profiles that another ferry line on the same way opens.
    fileprivate mutating func join(_ other: RoadFacts) {
        for profile in uses.indices {
            uses[profile].forward = uses[profile].forward ?? other.uses[profile].forward
            uses[profile].backward = uses[profile].backward ?? other.uses[profile].backward
        }
        duration = duration ?? other.duration
        hasConditional = hasConditional || other.hasConditional
    }
}
