package import Routing

/// What the tags of a way say about it as a street.
package struct RoadFacts: Sendable {
    package var kind: RoadClass
    package var surface: Surface
    package var flags: WayFlags
    /// Positions among the extract's strings.
    package var name: UInt32?
    package var ref: UInt32?
    /// By profile.
    package var uses: [WayUse]
    /// How long the whole way takes, in seconds, whatever its length: ferries.
    package var duration: Double?
    /// Whether a tag was left out of account because it holds at times only.
    package var hasConditional: Bool

    /// Reads the tags of a way; `nil` when no profile may use it.
    package init?(_ tags: RoadTags, isClosed: Bool) {
        guard let kind = RoadClass(tags) else { return nil }
        // Only the outline of a car park can be walked along: single lines are lanes with a class of their own.
        if kind == .carPark, !isClosed { return nil }
        uses = [
            FootProfile.use(of: tags, kind), WheelchairProfile.use(of: tags, kind),
            BicycleProfile.use(of: tags, kind), CarProfile.use(of: tags, kind),
        ]
        guard uses.contains(where: { !$0.isNone }) else { return nil }
        self.kind = kind
        surface = Surface(tags)
        flags = WayFlags(tags, kind, isClosed: isClosed)
        if Self.isForBusinessOnly(tags) { flags.insert(.restrictedAccess) }
        name = tags.stringIndex(.name) ?? Self.nameOfStreetBeside(tags, kind)
        ref = kind.isWalkway ? nil : tags.stringIndex(.ref)
        duration = kind == .ferry ? Measurement.seconds(tags[.duration]) : nil
        hasConditional = tags.hasConditional
    }

    private static func isForBusinessOnly(_ tags: RoadTags) -> Bool {
        guard let access = tags[.access].map(Access.parse) else { return false }
        return access == .business || access == .private
    }

    /// A sidewalk goes by the name of its street (wiki.openstreetmap.org/wiki/Key:is_sidepath:of:name).
    private static func nameOfStreetBeside(_ tags: RoadTags, _ kind: RoadClass) -> UInt32? {
        switch kind {
        case .sidewalk, .cycleway, .path, .footway: tags.stringIndex(.sidepathOf) ?? tags.stringIndex(.streetName)
        default: nil
        }
    }
}

/// What the tags of a node say to those who pass it.
struct RoadNodeFacts {
    var blocked: ProfileSet = []
    /// A traffic signal for travel along, or against, the drawing of the way.
    var signalsForward = false
    var signalsBackward = false
    var delaysCars = false

    init(_ tags: RoadTags) {
        if FootProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.foot)) }
        if WheelchairProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.wheelchair)) }
        if BicycleProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.bicycle)) }
        if CarProfile.isBlocked(by: tags) { blocked.insert(ProfileSet(.car)) }
        delaysCars = CarProfile.isDelaying(tags)
        // wiki.openstreetmap.org/wiki/Tag:highway=traffic_signals
        if tags.says(.highway, "traffic_signals") {
            signalsForward = !tags.says(.signalDirection, "backward")
            signalsBackward = !tags.says(.signalDirection, "forward")
        }
    }
}
