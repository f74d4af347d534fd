/// What runs along one side of a road for walkers or cyclists. Each side is a fact of its own.
enum Roadside {
    /// Nothing, or nothing is known.
    case nothing
    /// Part of the road as it is drawn.
    case own
    /// Drawn as a way of its own.
    case separate

    init(_ value: String?) {
        switch value {
        case nil, "no", "none": self = .nothing
        case "separate": self = .separate
        default: self = .own
        }
    }

    /// Whether the only pavements are ways of their own, so that nobody walks on the road
    /// (wiki.openstreetmap.org/wiki/Key:sidewalk, /Tag:sidewalk%3Dseparate).
    static func walkersHaveWayBeside(_ tags: RoadTags) -> Bool {
        let keys: [RoadKey] = [.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight]
        guard keys.contains(where: { tags.says($0, "separate") }) else { return false }
        let sides = [sidewalk(tags, .sidewalkLeft, other: "right"), sidewalk(tags, .sidewalkRight, other: "left")]
        return sides.contains(.separate) && !sides.contains(.own)
    }

    /// The pavement of one side: its own key counts before that of both. `other` is how `sidewalk` names the other side
    /// alone.
    private static func sidewalk(_ tags: RoadTags, _ side: RoadKey, other: String) -> Roadside {
        if let stated = tags[side] { return Roadside(stated) }
        let general = tags[.sidewalkBoth] ?? tags[.sidewalk]
        return general == other ? .nothing : Roadside(general)
    }
}

/// Which way the cycleways along a road lead (wiki.openstreetmap.org/wiki/Key:cycleway, /Key:cycleway:right:oneway).
struct Cycleways {
    /// Where the road's own lanes and tracks lead because a tag says so. Cyclists ride there also against a general
    /// one-way rule.
    private(set) var exemptFromOneway: Directions = []
    /// Where the only cycleway that leads there is a way of its own.
    var onSeparateWay: Directions { separate.subtracting(own) }

    private var own: Directions = []
    private var separate: Directions = []

    private typealias Keys = (kind: RoadKey, oneway: RoadKey)
    private static let left: Keys = (.cyclewayLeft, .cyclewayLeftOneway)
    private static let right: Keys = (.cyclewayRight, .cyclewayRightOneway)
    private static let all: [RoadKey] = [
        .cycleway, .cyclewayBoth, .cyclewayLeft, .cyclewayRight, .cyclewayLeftOneway, .cyclewayRightOneway,
    ]

    /// `oneway` is the rule for vehicles. On a road for both directions each side serves the direction of its traffic;
    /// on a one-way road both sides serve the road's direction.
    init(_ tags: RoadTags, oneway: Oneway?, drivesOnLeft: Bool) {
        guard Self.all.contains(where: { tags.has($0) }) else { return }
        let general: Directions? = oneway == .both ? nil : oneway?.open
        add(tags, Self.left, oneway, usual: general ?? (drivesOnLeft ? .forward : .backward))
        add(tags, Self.right, oneway, usual: general ?? (drivesOnLeft ? .backward : .forward))
    }

    private mutating func add(_ tags: RoadTags, _ keys: Keys, _ oneway: Oneway?, usual: Directions) {
        let kind = tags[keys.kind] ?? tags[.cyclewayBoth] ?? tags[.cycleway]
        guard kind != nil || tags.has(keys.oneway) else { return }
        let rule = Oneway(tags[keys.oneway] ?? tags[.cyclewayBothOneway] ?? tags[.cyclewayOneway])
        // A cycleway whose direction is stated exists.
        switch kind == nil ? .own : Roadside(kind) {
        case .nothing: return
        case .separate: separate.formUnion(rule?.open ?? usual)
        case .own:
            own.formUnion(rule?.open ?? usual)
            if let rule { exemptFromOneway.formUnion(rule.open) }
            // wiki.openstreetmap.org/wiki/Tag:cycleway%3Dopposite and others
            if let oneway, kind?.hasPrefix("opposite") ?? false { exemptFromOneway.formUnion(oneway.closed) }
        }
    }
}
