import Routing

/// The rules of OSRM's foot and car profiles where ours differ (github.com/Project-OSRM/osrm-backend, profiles/foot.lua
/// and profiles/car.lua, release 26.10). Only for comparisons of the engines; no served atlas uses them.
///
/// Not included: give-way signs (1 s), stop signs that count only on minor roads, lanes for full cars.
enum OSRMProfiles {
    private static let walkingSpeed = 5.0

    /// Returns the class of other walkable ways: those with one of a few keys and an access key of their own, such as
    /// the outline of a school.
    static func furtherClass(_ tags: RoadTags) -> RoadClass? {
        let keys: [RoadKey] = [.highway, .bridge, .route, .manMade, .railway, .amenity, .publicTransport]
        return keys.contains { tags.has($0) } && (tags.has(.foot) || tags.has(.access)) ? .road : nil
    }

    static func footUse(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        if tags.says(.motorroad, "yes") || tags.says(.highway, "proposed") || FootProfile.isImpassable(tags) {
            return .none
        }
        let forward = tags[.footForward] ?? tags[.foot] ?? tags[.accessForward] ?? tags[.access]
        let backward = tags[.footBackward] ?? tags[.foot] ?? tags[.accessBackward] ?? tags[.access]
        var use = WayUse(forward: walked(forward, tags, kind), backward: walked(backward, tags, kind))
        if hasSeparateSidewalk(tags) {
            if forward == nil { use.forward = nil }
            if backward == nil { use.backward = nil }
        }
        if let oneway = Oneway(tags[.onewayFoot]) { use.apply(oneway) }
        FootProfile.applyConveying(tags, kind, &use)
        if let slow = FootProfile.surfaceSpeed(tags) { use.limit(to: slow) }
        return use
    }

    static func carUse(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        guard tags.has(.highway) || kind == .ferry, kind != .steps, !CarProfile.isClosed(tags),
            !isUnderConstruction(tags)
        else { return .none }
        let classSpeed = CarProfile.speed(of: kind), posted = CarLimits.posted(tags)
        func speed(_ access: Access?, _ limit: Double?) -> Double? {
            switch access {
            case .closed?: return nil
            case .business?, .private?: if classSpeed == nil || kind == .ferry { return nil }
            default: break
            }
            guard let speed = classSpeed ?? access.map({ _ in CarProfile.guestSpeed }) else { return nil }
            return limit.map { $0 * CarProfile.shareOfLimit } ?? speed
        }
        var use = WayUse(
            forward: speed(AccessKeys.car.forward(tags), posted.forward),
            backward: speed(AccessKeys.car.backward(tags), posted.backward))
        if let oneway = CarProfile.oneway(tags, kind) { use.apply(oneway) }
        if let slow = CarProfile.groundSpeed(tags) { use.limit(to: slow) }
        return use
    }

    /// Whether routes may not begin or end on the way.
    static func isNoStart(_ tags: RoadTags) -> Bool {
        tags.says(.highway, "service") && AccessKeys.car.forward(tags) == .private
    }

    static func stopsWalkers(_ node: RoadTags) -> Bool {
        if let access = node[.foot] ?? node[.access] { return isClosedToWalkers(access) }
        switch node[.barrier] {
        case "yes", "wall": return !node.says(.bollard, "rising")
        case "fence": return !(node.says(.sensory, "audible") || node.says(.sensory, "audio"))
        default: return false
        }
    }

    static func stopsCars(_ node: RoadTags) -> Bool {
        if let access = AccessKeys.car.general(node) { return access == .closed }
        guard let barrier = node[.barrier] else { return false }
        if barrier == "height_restrictor", let height = Measurement.metres(node[.maxheight]) { return height < 2 }
        switch barrier {
        case "cattle_grid", "border_control", "toll_booth", "sally_port", "no", "entrance", "height_restrictor", "arch",
            "gate", "lift_gate":
            return false
        case "fence" where node.says(.sensory, "audible") || node.says(.sensory, "audio"): return false
        case "kerb" where node.says(.highway, "crossing"): return false
        default: return !(node.says(.bollard, "rising") || node.says(.kerb, "lowered") || node.says(.kerb, "flush"))
        }
    }

    static func delaysCars(_ node: RoadTags) -> Bool {
        (node.says(.barrier, "gate") || node.says(.barrier, "lift_gate")) && AccessKeys.car.general(node) == nil
    }

    private static func walked(_ access: String?, _ tags: RoadTags, _ kind: RoadClass) -> Double? {
        if let access, isClosedToWalkers(access) { return nil }
        let isTableClass =
            FootProfile.isForWalkers(kind) && kind != .corridor && kind != .elevator
            && !(kind == .platform && !tags.says(.highway, "platform") && !tags.says(.railway, "platform"))
        return isTableClass || access != nil ? walkingSpeed : nil
    }

    private static func hasSeparateSidewalk(_ tags: RoadTags) -> Bool {
        [.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight].contains { (key: RoadKey) in
            tags.says(key, "separate")
        }
    }

    private static func isClosedToWalkers(_ access: String) -> Bool {
        ["no", "agricultural", "forestry", "private", "delivery", "use_sidepath"].contains(access)
    }

    private static func isUnderConstruction(_ tags: RoadTags) -> Bool {
        tags[.construction].map { !["no", "widening", "minor"].contains($0) } ?? false
    }
}
