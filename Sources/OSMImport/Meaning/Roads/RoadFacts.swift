package import Routing

/// The facts of a way's tags for routing.
package struct RoadFacts: Sendable {
    package var kind: RoadClass
    package var surface: Surface
    package var flags: WayFlags
    package var chair: WheelchairFacts
    /// Indices into the extract's strings.
    package var name: UInt32?
    package var ref: UInt32?
    /// By profile.
    package var uses: [WayUse]
    package var lanes: WayLanes
    /// The duration of the whole way in seconds, regardless of its length: for ferries.
    package var duration: Double?
    /// Whether a tag was ignored because it applies only at certain times.
    package var hasConditional: Bool

    /// Reads the tags of a way; `nil` if no profile may use it. `drivesOnLeft` applies if the way has no own driving
    /// side.
    package init?(_ tags: RoadTags, isClosed: Bool, drivesOnLeft: Bool, _ rules: RoadRules) {
        guard let kind = RoadClass(tags) ?? (rules == .osrm ? OSRMProfiles.furtherClass(tags) : nil) else { return nil }
        // Only the outline of a car park is walkable: single lines are lanes with their own class.
        if kind == .carPark, !isClosed { return nil }
        let drivesOnLeft = tags.drivesOnLeft ?? drivesOnLeft
        uses = [
            FootProfile.use(of: tags, kind), WheelchairProfile.use(of: tags, kind),
            BicycleProfile.use(of: tags, kind, drivesOnLeft: drivesOnLeft), CarProfile.use(of: tags, kind),
        ]
        if rules == .osrm {
            uses[Int(Profile.foot.rawValue)] = OSRMProfiles.footUse(of: tags, kind)
            uses[Int(Profile.car.rawValue)] = OSRMProfiles.carUse(of: tags, kind)
        }
        guard uses.contains(where: { !$0.isNone }) else { return nil }
        self.kind = kind
        surface = Surface(tags)
        flags = WayFlags(tags, kind, isClosed: isClosed)
        chair = WheelchairFacts(tags, kind)
        if Self.isForBusinessOnly(tags) { flags.insert(.restrictedAccess) }
        if drivesOnLeft { flags.insert(.drivesOnLeft) }
        if rules == .osrm {
            if OSRMProfiles.isNoStart(tags) { flags.insert(.boardedAtEnds) }
            // Ends of routes snap to the nearest, above or below the ground.
            flags.remove(.tunnel)
        }
        name = tags.stringIndex(.name) ?? Self.nameOfStreetBeside(tags, kind)
        ref = kind.isWalkway ? nil : tags.stringIndex(.ref)
        lanes = WayLanes(tags, uses[Int(Profile.car.rawValue)])
        duration = kind == .ferry ? Measurement.seconds(tags[.duration]) : nil
        hasConditional = tags.hasConditional
    }

    private static func isForBusinessOnly(_ tags: RoadTags) -> Bool {
        guard let access = tags[.access].map(Access.parse) else { return false }
        return access == .business || access == .private
    }

    /// Returns the name of a sidewalk's street (wiki.openstreetmap.org/wiki/Key:is_sidepath:of:name).
    private static func nameOfStreetBeside(_ tags: RoadTags, _ kind: RoadClass) -> UInt32? {
        switch kind {
        case .sidewalk, .cycleway, .path, .footway: tags.stringIndex(.sidepathOf) ?? tags.stringIndex(.streetName)
        default: nil
        }
    }
}

/// The facts of a node's tags for passing it.
struct RoadNodeFacts {
    /// A sign that delays drivers.
    enum Sign {
        case signals, stop
    }

    /// Something that drivers must open: a gate, or any barrier that only some may pass.
    enum Gate {
        case `public`, `private`
    }

    var blocked: ProfileSet = []
    var sign: Sign?
    /// Whether the sign is for travel along, or against, the drawing of the way.
    var holdsForward = false
    var holdsBackward = false
    var gate: Gate?
    var kerb: Kerb

    init(_ tags: RoadTags, _ rules: RoadRules = .own) {
        if FootProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.foot)) }
        if WheelchairProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.wheelchair)) }
        if BicycleProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.bicycle)) }
        if CarProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.car)) }
        gate = CarProfile.gate(tags)
        kerb = Kerb(tags)
        if rules == .osrm { applyOSRM(tags) }
        switch tags[.highway] {
        // wiki.openstreetmap.org/wiki/Tag:highway%3Dtraffic_signals, /Tag:highway%3Dstop
        case "traffic_signals": sign = .signals
        case "stop": sign = .stop
        default: return
        }
        let direction = (sign == .signals ? tags[.signalDirection] : nil) ?? tags[.direction]
        holdsForward = direction != "backward"
        holdsBackward = direction != "forward"
    }

    private mutating func applyOSRM(_ tags: RoadTags) {
        for (profile, isBlocked) in [
            (Profile.foot, OSRMProfiles.stopsWalkers(tags)), (.car, OSRMProfiles.stopsCars(tags)),
        ] {
            if isBlocked { blocked.insert(ProfileSet(profile)) } else { blocked.remove(ProfileSet(profile)) }
        }
        gate = OSRMProfiles.delaysCars(tags) ? .public : nil
    }
}
