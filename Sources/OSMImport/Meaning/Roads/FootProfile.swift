import Routing

/// Walking: the usable ways and the speed.
///
/// Speeds and the choice of ways match OSRM's foot profile (github.com/Project-OSRM/osrm-backend, profiles/foot.lua),
/// so that distances can be compared. Stairs, lifts and corridors are exceptions, which that profile does not have.
enum FootProfile {
    /// OSRM's walking speed in km/h.
    static let speed = 5.0
    /// The horizontal speed on stairs, in both directions (Fujiyama and Tyler, Transportation Planning and Technology
    /// 33, 2010).
    private static let stairSpeed = 2.5

    static func use(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        if tags.says(.motorroad, "yes") || isImpassable(tags) || TrailDifficulty.isForClimbers(tags, kind) {
            return .none
        }
        let forward = AccessKeys.foot.forward(tags), backward = AccessKeys.foot.backward(tags)
        let isOpenByDefault =
            isForWalkers(kind) && !(kind == .elevator && isLocked(tags)) && !tags.says(.route, "shuttle_train")
        var use = WayUse(
            forward: isOpen(forward, or: isOpenByDefault) ? speed : nil,
            backward: isOpen(backward, or: isOpenByDefault) ? speed : nil)
        // The only pavement is a separate way: walkers use that (wiki.openstreetmap.org/wiki/Key:sidewalk).
        if Roadside.walkersHaveWayBeside(tags) {
            if forward == nil { use.forward = nil }
            if backward == nil { use.backward = nil }
        }
        if let oneway = Oneway(tags[.onewayFoot]) { use.apply(oneway) }
        applyConveying(tags, kind, &use)
        if kind == .steps { use.limit(to: stairSpeed) }
        if let slow = surfaceSpeed(tags) { use.limit(to: slow) }
        return use
    }

    /// Whether a node stops walkers (wiki.openstreetmap.org/wiki/Key:barrier): walls and fences, or an access tag.
    static func isBlocked(by node: RoadTags) -> Bool {
        if isClimb(node) || isBrokenLift(node) { return true }
        if let access = AccessKeys.foot.general(node) { return access == .closed || access == .private }
        if isLocked(node) { return true }
        switch node[.barrier] {
        case "wall", "yes": return node[.bollard] != "rising"
        // A fence that is only audible is for cattle.
        case "fence": return !(node.says(.sensory, "audible") || node.says(.sensory, "audio"))
        default: return false
        }
    }

    /// Whether a gate, door or lift is locked (wiki.openstreetmap.org/wiki/Key:locked). If there is an access key, it
    /// says for whom it opens.
    static func isLocked(_ tags: RoadTags) -> Bool {
        tags.says(.locked, "yes")
            && (tags.has(.barrier) || tags.has(.door) || tags.has(.entrance) || tags.says(.highway, "elevator"))
    }

    /// Whether a node requires hands or climbing gear (wiki.openstreetmap.org/wiki/Tag:highway%3Dladder,
    /// /Tag:highway%3Dvia_ferrata).
    static func isClimb(_ node: RoadTags) -> Bool {
        node.says(.highway, "ladder") || node.says(.highway, "via_ferrata")
    }

    static func isImpassable(_ tags: RoadTags) -> Bool {
        tags.says(.impassable, "yes") || tags.says(.status, "impassable") || isBrokenLift(tags)
    }

    /// Whether a lift is out of order (wiki.openstreetmap.org/wiki/Key:operational_status).
    static func isBrokenLift(_ tags: RoadTags) -> Bool {
        guard tags.says(.highway, "elevator"), let status = tags[.operationalStatus] else { return false }
        return ["closed", "broken", "out_of_order", "non-operational", "non_operational"].contains(status)
    }

    /// Whether walkers may use the way by default
    /// (wiki.openstreetmap.org/wiki/OSM_tags_for_routing/Access_restrictions).
    static func isForWalkers(_ kind: RoadClass) -> Bool {
        switch kind {
        case .motorway, .motorwayLink, .trunk, .trunkLink, .cycleway, .bridleway, .busway, .road: false
        default: true
        }
    }

    private static func isOpen(_ access: Access?, or isOpenByDefault: Bool) -> Bool {
        guard let access else { return isOpenByDefault }
        return access != .closed && access != .private
    }

    /// Applies the direction of escalators and moving walkways (wiki.openstreetmap.org/wiki/Key:conveying).
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
