import Routing

/// Walking: which ways, and how fast.
///
/// Speeds and the choice of ways agree with OSRM's foot profile (github.com/Project-OSRM/osrm-backend, profiles/foot.lua), so
/// that distances can be compared, except for stairs, lifts and corridors, which it knows nothing of.
enum FootProfile {
    /// OSRM's walking speed in km/h.
    static let speed = 5.0
    /// Along the ground on stairs, both ways (Fujiyama and Tyler, Transportation Planning and Technology 33, 2010).
    private static let stairSpeed = 2.5

    static func use(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        if tags.says(.motorroad, "yes") || isImpassable(tags) { return .none }
        let forward = AccessKeys.foot.forward(tags), backward = AccessKeys.foot.backward(tags)
        var use = WayUse(
            forward: isOpen(forward, kind) ? speed : nil, backward: isOpen(backward, kind) ? speed : nil)
        // The pavement is drawn on its own: walk there (wiki.openstreetmap.org/wiki/Key:sidewalk).
        if hasSeparateSidewalk(tags) {
            if forward == nil { use.forward = nil }
            if backward == nil { use.backward = nil }
        }
        if let oneway = Oneway(tags[.onewayFoot]) { use.apply(oneway) }
        applyConveying(tags, kind, &use)
        if kind == .steps { use.limit(to: stairSpeed) }
        if let slow = surfaceSpeed(tags) { use.limit(to: slow) }
        return use
    }

    /// Whether a node stops walkers (wiki.openstreetmap.org/wiki/Key:barrier): walls and fences, or a tag that closes it.
    static func isBlocked(by node: RoadTags) -> Bool {
        if let access = AccessKeys.foot.general(node) { return access == .closed || access == .private }
        if isLocked(node) { return true }
        switch node[.barrier] {
        case "wall", "yes": return node[.bollard] != "rising"
        // A fence that is heard and not seen holds cattle only.
        case "fence": return !(node.says(.sensory, "audible") || node.says(.sensory, "audio"))
        default: return false
        }
    }

    /// Whether something is locked, and nothing says for whom it is opened (wiki.openstreetmap.org/wiki/Key:locked).
    static func isLocked(_ node: RoadTags) -> Bool { node.has(.barrier) && node.says(.locked, "yes") }

    static func isImpassable(_ tags: RoadTags) -> Bool {
        tags.says(.impassable, "yes") || tags.says(.status, "impassable")
    }

    /// Whether people on foot may use the way by default (wiki.openstreetmap.org/wiki/OSM_tags_for_routing/Access_restrictions).
    static func isForWalkers(_ kind: RoadClass) -> Bool {
        switch kind {
        case .motorway, .motorwayLink, .trunk, .trunkLink, .cycleway, .bridleway, .busway, .road: false
        default: true
        }
    }

    private static func isOpen(_ access: Access?, _ kind: RoadClass) -> Bool {
        guard let access else { return isForWalkers(kind) }
        return access != .closed && access != .private
    }

    static func hasSeparateSidewalk(_ tags: RoadTags) -> Bool {
        [.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight].contains { (key: RoadKey) in
            tags.says(key, "separate")
        }
    }

    /// Escalators and moving walkways carry one way (wiki.openstreetmap.org/wiki/Key:conveying).
    static func applyConveying(_ tags: RoadTags, _ kind: RoadClass, _ use: inout WayUse) {
        guard kind == .steps || kind.isWalkway, Oneway(tags[.oneway]) != .both else { return }
        if tags.says(.conveying, "forward") { use.backward = nil }
        if tags.says(.conveying, "backward") { use.forward = nil }
    }

    static func surfaceSpeed(_ tags: RoadTags) -> Double? {
        switch tags[.surface] {
        case "fine_gravel", "gravel", "pebblestone": speed * 0.75
        case "mud", "sand": speed * 0.5
        default: nil
        }
    }
}
