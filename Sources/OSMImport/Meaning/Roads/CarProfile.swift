import Routing

/// Driving a car.
///
/// Speeds match OSRM's car profile (github.com/Project-OSRM/osrm-backend, profiles/car.lua): a speed for each class,
/// four fifths of a posted limit, less on bad ground.
enum CarProfile {
    /// The average speed as a share of a posted limit.
    static let shareOfLimit = 0.8
    /// The speed on ways for people with business there, so that routes do not pass through.
    private static let businessSpeed = 5.0
    /// The speed on ways not made for cars but open to them.
    static let guestSpeed = 10.0

    static func use(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        guard !isClosed(tags), let speed = speed(of: kind) ?? (isInvited(tags, kind) ? guestSpeed : nil) else {
            return .none
        }
        let posted = CarLimits.posted(tags)
        var use = WayUse(
            forward: driven(AccessKeys.car.forward(tags), posted.forward.map { $0 * shareOfLimit } ?? speed),
            backward: driven(AccessKeys.car.backward(tags), posted.backward.map { $0 * shareOfLimit } ?? speed))
        if let oneway = oneway(tags, kind) { use.apply(oneway, except: AccessKeys.car.exempted(tags)) }
        if let slow = groundSpeed(tags) { use.limit(to: slow) }
        return use
    }

    /// Whether the way excludes cars regardless of the access keys.
    static func isClosed(_ tags: RoadTags) -> Bool {
        FootProfile.isImpassable(tags) || tags.says(.area, "yes") || tags.says(.service, "emergency_access")
            || tags.says(.oneway, "reversible") || tags.says(.smoothness, "impassable") || CarLimits.areTooTight(tags)
    }

    /// Whether a way not made for cars explicitly allows them. A track does with any access tag
    /// (wiki.openstreetmap.org/wiki/Tag:highway%3Dtrack).
    private static func isInvited(_ tags: RoadTags, _ kind: RoadClass) -> Bool {
        guard kind != .steps, kind != .elevator, kind != .corridor, kind != .platform, kind != .carPark else {
            return false
        }
        let keys: [RoadKey] =
            kind == .track ? [.motorcar, .motorVehicle, .vehicle, .access] : [.motorcar, .motorVehicle, .vehicle]
        guard let stated = keys.first(where: { tags.has($0) }), let value = tags[stated] else { return false }
        return ["yes", "permissive", "designated"].contains(value)
    }

    /// Whether a node stops cars (wiki.openstreetmap.org/wiki/Key:barrier). Gates only delay.
    static func isBlocked(by node: RoadTags) -> Bool {
        if let access = AccessKeys.car.general(node) { return access == .closed }
        if FootProfile.isLocked(node) || CarLimits.areTooTight(node) { return true }
        guard let barrier = node[.barrier] else { return false }
        switch barrier {
        case "cattle_grid", "border_control", "toll_booth", "sally_port", "no", "entrance", "height_restrictor", "arch",
            "bump_gate", "gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate":
            return false
        case "bollard": return node[.bollard] != "rising"
        case "kerb": return !(node.says(.kerb, "lowered") || node.says(.kerb, "flush") || node.has(.highway))
        case "fence": return !(node.says(.sensory, "audible") || node.says(.sensory, "audio"))
        default: return true
        }
    }

    /// Returns the gate at a node; see `NodeFlags.gate`.
    static func gate(_ node: RoadTags) -> RoadNodeFacts.Gate? {
        guard let barrier = node[.barrier], barrier != "no" else { return nil }
        switch AccessKeys.car.general(node) {
        case .open?: return nil
        case .business?, .private?: return .private
        default: break
        }
        switch barrier {
        case "gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate": return .public
        default: return nil
        }
    }

    /// Returns the one-way rule. Roundabouts and motorways are one-way unless tagged otherwise
    /// (wiki.openstreetmap.org/wiki/Key:oneway#Implied_oneway_restriction).
    static func oneway(
        _ tags: RoadTags, _ kind: RoadClass,
        keys: [RoadKey] = [.onewayMotorcar, .onewayMotorVehicle, .onewayVehicle, .oneway]
    ) -> Oneway? {
        for key in keys {
            if let stated = Oneway(tags[key]) { return stated }
        }
        let isRound = tags.says(.junction, "roundabout") || tags.says(.junction, "circular")
        return isRound || kind == .motorway ? .forward : nil
    }

    static func speed(of kind: RoadClass) -> Double? {
        switch kind {
        case .motorway: 90
        case .motorwayLink: 45
        case .trunk: 85
        case .trunkLink: 40
        case .primary: 65
        case .primaryLink: 30
        case .secondary: 55
        case .secondaryLink: 25
        case .tertiary: 40
        case .tertiaryLink: 20
        case .unclassified, .residential: 25
        case .livingStreet: 10
        case .service, .driveway, .parkingAisle, .alley: 15
        case .ferry: 5
        default: nil
        }
    }

    private static func driven(_ access: Access?, _ speed: Double) -> Double? {
        switch access {
        case nil, .open?: speed
        case .business?, .private?: min(speed, businessSpeed)
        case .closed?, .dismount?: nil
        }
    }

    static func groundSpeed(_ tags: RoadTags) -> Double? {
        var slowest: Double?
        for limit in [surfaceSpeed(tags[.surface]), trackSpeed(tags[.tracktype]), smoothnessSpeed(tags[.smoothness])] {
            if let limit { slowest = min(limit, slowest ?? limit) }
        }
        return slowest
    }

    private static func surfaceSpeed(_ surface: String?) -> Double? {
        switch surface {
        case "compacted", "fine_gravel": 80
        case "paving_stones", "metal", "bricks": 60
        case "grass", "wood", "sett", "grass_paver", "gravel", "unpaved", "ground", "dirt", "pebblestone", "tartan": 40
        case "cobblestone", "clay", "snow": 30
        case "earth", "stone", "rocky", "sand", "ice": 20
        case "laterite": 15
        case "mud": 10
        default: nil
        }
    }

    private static func trackSpeed(_ grade: String?) -> Double? {
        switch grade {
        case "grade1": 60
        case "grade2": 40
        case "grade3": 30
        case "grade4": 25
        case "grade5": 20
        default: nil
        }
    }

    private static func smoothnessSpeed(_ smoothness: String?) -> Double? {
        switch smoothness {
        case "intermediate": 80
        case "bad": 40
        case "very_bad": 20
        case "horrible": 10
        case "very_horrible", "impassable": 5
        default: nil
        }
    }
}
