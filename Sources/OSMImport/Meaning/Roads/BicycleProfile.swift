import Routing

/// Cycling, and pushing the bicycle where riding is not allowed.
///
/// Speeds match OSRM's bicycle profile (github.com/Project-OSRM/osrm-backend, profiles/bicycle.lua).
enum BicycleProfile {
    static let speed = 15.0
    private static let pushingSpeed = 4.0

    /// `drivesOnLeft` decides the direction of a cycleway on one side of a two-way road.
    static func use(of tags: RoadTags, _ kind: RoadClass, drivesOnLeft: Bool) -> WayUse {
        if tags.says(.motorroad, "yes") || FootProfile.isImpassable(tags) || TrailDifficulty.isForClimbers(tags, kind) {
            return .none
        }
        var riding = ridden(tags, kind, drivesOnLeft: drivesOnLeft)
        if tags.says(.bicycle, "dismount"), kind != .ferry { riding = .none }
        let pushing = pushed(tags, kind)
        return WayUse(forward: riding.forward ?? pushing.forward, backward: riding.backward ?? pushing.backward)
    }

    /// Whether a node stops cyclists (wiki.openstreetmap.org/wiki/Key:barrier).
    static func isBlocked(by node: RoadTags) -> Bool {
        // `bicycle=no` on a crossing forbids riding across the street, not along it.
        if node.says(.highway, "crossing") { return false }
        if FootProfile.isClimb(node) || FootProfile.isBrokenLift(node) { return true }
        if let access = AccessKeys.bicycle.general(node) { return access == .closed || access == .private }
        if FootProfile.isLocked(node) { return true }
        switch node[.barrier] {
        case "wall", "yes", "stile", "turnstile", "full-height_turnstile": return true
        case "fence": return !(node.says(.sensory, "audible") || node.says(.sensory, "audio"))
        default: return false
        }
    }

    private static func ridden(_ tags: RoadTags, _ kind: RoadClass, drivesOnLeft: Bool) -> WayUse {
        let forward = AccessKeys.bicycle.forward(tags), backward = AccessKeys.bicycle.backward(tags)
        var use = WayUse(
            forward: isOpen(forward, kind) ? ridingSpeed(kind, isInvited: forward == .open) : nil,
            backward: isOpen(backward, kind) ? ridingSpeed(kind, isInvited: backward == .open) : nil)
        // Trains that carry cars carry bicycles only if tagged so.
        if tags.says(.route, "shuttle_train") {
            if forward == nil { use.forward = nil }
            if backward == nil { use.backward = nil }
        }
        guard !use.isNone else { return .none }
        let oneway = CarProfile.oneway(tags, kind, keys: [.onewayVehicle, .oneway])
        let cycleways = Cycleways(tags, oneway: oneway, drivesOnLeft: drivesOnLeft)
        // The only cycle track in this direction is a separate way (wiki.openstreetmap.org/wiki/Tag:cycleway=separate).
        if !tags.has(.bicycle) {
            if !tags.has(.bicycleForward), cycleways.onSeparateWay.contains(.forward) { use.forward = nil }
            if !tags.has(.bicycleBackward), cycleways.onSeparateWay.contains(.backward) { use.backward = nil }
        }
        applyOneway(tags, oneway, cycleways, &use)
        // Impassable to wheeled vehicles (wiki.openstreetmap.org/wiki/Key:smoothness).
        if tags.says(.smoothness, "impassable") { return .none }
        if let slow = surfaceSpeed(tags) { use.limit(to: slow) }
        return use
    }

    /// Whether the access is open. A bicycle pushed aboard a ferry crosses like any other.
    private static func isOpen(_ access: Access?, _ kind: RoadClass) -> Bool {
        access != .closed && access != .private && (access != .dismount || kind == .ferry)
    }

    private static func ridingSpeed(_ kind: RoadClass, isInvited: Bool) -> Double? {
        switch kind {
        case .primary, .primaryLink, .secondary, .secondaryLink, .tertiary, .tertiaryLink, .residential, .unclassified,
            .livingStreet, .service, .driveway, .parkingAisle, .alley, .cycleway, .busway:
            speed
        case .track: 12
        case .path: 13
        case .ferry: 5
        case .carPark: 10
        case .steps, .elevator: nil
        default: isInvited ? speed : nil
        }
    }

    /// Applies one-way rules: `oneway:bicycle` before `oneway`; a contraflow lane or `bicycle:backward=yes` opens the
    /// other direction (wiki.openstreetmap.org/wiki/Key:cycleway).
    private static func applyOneway(
        _ tags: RoadTags, _ general: Oneway?, _ cycleways: Cycleways, _ use: inout WayUse
    ) {
        let own = Oneway(tags[.onewayBicycle])
        // The current direction is unknown (wiki.openstreetmap.org/wiki/Tag:oneway%3Dreversible).
        if own == nil, tags.says(.oneway, "reversible") { return use = .none }
        if let own {
            use.apply(own)
        } else if let general {
            use.apply(general, except: AccessKeys.bicycle.exempted(tags).union(cycleways.exemptFromOneway))
        }
    }

    /// Returns the use for pushing: where walking is allowed, but not against the traffic of a roundabout or motorway.
    private static func pushed(_ tags: RoadTags, _ kind: RoadClass) -> WayUse {
        guard !tags.says(.foot, "no"), kind != .ferry, kind != .elevator else {
            return .none
        }
        var use = FootProfile.use(of: tags, kind)
        if tags.says(.junction, "roundabout") || tags.says(.junction, "circular") { use.backward = nil }
        use.limit(to: kind == .steps ? 2 : pushingSpeed)
        return use
    }

    private static func surfaceSpeed(_ tags: RoadTags) -> Double? {
        switch tags[.surface] {
        case "wood", "metal", "cobblestone:flattened", "paving_stones", "compacted", "fine_gravel", "ground": 10
        case "sett": 9
        case "dirt": 8
        case "cobblestone": 7
        case "unpaved", "gravel", "pebblestone", "grass_paver", "earth", "grass": 6
        case "laterite": 5
        case "mud", "sand", "woodchips": 3
        default: nil
        }
    }
}
