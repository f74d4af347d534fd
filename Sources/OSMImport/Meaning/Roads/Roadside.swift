/// The path for walkers or cyclists on one side of a road. Each side is a separate fact.
enum Roadside {
    /// Nothing, or unknown.
    case nothing
    /// Part of the drawn road.
    case own
    /// A separate way.
    case separate

    init(_ value: String?) {
        switch value {
        case nil, "no", "none": self = .nothing
        case "separate": self = .separate
        default: self = .own
        }
    }

    /// Whether the only pavements are separate ways, so that nobody walks on the road
    /// (wiki.openstreetmap.org/wiki/Key:sidewalk, /Tag:sidewalk%3Dseparate).
    static func walkersHaveWayBeside(_ tags: RoadTags) -> Bool {
        let keys: [RoadKey] = [.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight]
        guard keys.contains(where: { tags.says($0, "separate") }) else { return false }
        let sides = [sidewalk(tags, .sidewalkLeft, other: "right"), sidewalk(tags, .sidewalkRight, other: "left")]
        return sides.contains(.separate) && !sides.contains(.own)
    }

    /// Returns the pavement of one side: its own key comes before that for both sides. `other` is the value of
    /// `sidewalk` for the other side alone.
    private static func sidewalk(_ tags: RoadTags, _ side: RoadKey, other: String) -> Roadside {
        if let stated = tags[side] { return Roadside(stated) }
        let general = tags[.sidewalkBoth] ?? tags[.sidewalk]
        return general == other ? .nothing : Roadside(general)
    }
}

/// The directions of the cycleways along a road (wiki.openstreetmap.org/wiki/Key:cycleway, /Key:cycleway:right:oneway).
struct Cycleways {
    /// The directions of the road's own lanes and tracks that a tag gives. Cyclists may use them against a general
    /// one-way rule.
    private(set) var exemptFromOneway: Directions = []
    /// The directions whose only cycleway is a separate way.
    var onSeparateWay: Directions { separate.subtracting(own) }

    private var own: Directions = []
    private var separate: Directions = []

    private typealias Keys = (kind: RoadKey, oneway: RoadKey)
    private static let left: Keys = (.cyclewayLeft, .cyclewayLeftOneway)
    private static let right: Keys = (.cyclewayRight, .cyclewayRightOneway)
    private static let all: [RoadKey] = [
        .cycleway, .cyclewayBoth, .cyclewayLeft, .cyclewayRight, .cyclewayLeftOneway, .cyclewayRightOneway,
    ]

    /// `oneway` is the rule for vehicles. On a two-way road each side serves the direction of its traffic; on a one-way
    /// road both sides serve the road's direction.
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
        // A cycleway with a tagged direction exists.
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
