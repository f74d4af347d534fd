package import Atlas
package import GeoCore

/// The name of a stretch of a route, or its kind if it has no name.
package struct RoadName: Equatable, Sendable {
    package var name: StringID
    package var ref: StringID
    package var kind: RoadClass
    package var isBridge: Bool
    package var isTunnel: Bool
    package var isRoundabout: Bool
    /// Whether it is an escalator or moving walkway.
    package var isConveying: Bool
    /// Whether it is a ramp beside stairs.
    package var isByRamp: Bool
    /// The level of the building; `nil` if unknown or on several levels.
    package var level: Level?
    /// What the signs call the level; empty if unknown.
    package var sign = StringID.empty
    /// Whether it is a part of stairs or a lift that is drawn as a surface or a node: all its parts are one step.
    var isShaft = false

    init(_ way: RoadWay, _ facts: WheelchairFacts? = nil, for profile: Profile? = nil) {
        name = way.name
        ref = way.ref
        kind = way.kind
        isBridge = way.has(.bridge)
        isTunnel = way.has(.tunnel)
        isRoundabout = way.has(.roundabout)
        isConveying = way.has(.conveying)
        // Wheelchairs use only stairs with a ramp (wiki.openstreetmap.org/wiki/Key:ramp:wheelchair).
        isByRamp = profile == .wheelchair && way.kind == .steps && !way.has(.conveying)
        level = facts?.level.flatMap { Level(hundredths: Int32($0) * 100) }
    }

    /// Makes the name of an edge, with its level.
    init(_ edge: EdgeID, in network: RoadNetwork, for profile: Profile) {
        self.init(network.way(of: edge), network.chairFacts[network.wayMarks[edge.rawValue]], for: profile)
        let stored = network.level(of: edge)
        isShaft = stored.kind == .shaft
        if isShaft { level = nil } else if let known = stored.level { level = known }
        if level != nil { sign = network.signs[edge] }
    }

    package var isNamed: Bool { !name.isEmpty || !ref.isEmpty }

    /// The kind that instructions use if it has no name.
    var displayKind: RoadKind { isByRamp ? .stairRamp : RoadKind(kind, isConveying: isConveying) }

    /// Whether it always gets an instruction, however short.
    var isAlwaysAnnounced: Bool {
        switch displayKind {
        case .stairs, .stairRamp, .escalator, .movingWalkway, .elevator, .ferry: true
        default: false
        }
    }

    /// Whether a walker from one to the other would still call it the same street.
    func isSameStreet(as other: RoadName) -> Bool {
        if !name.isEmpty || !other.name.isEmpty { return name == other.name }
        if !ref.isEmpty || !other.ref.isEmpty { return ref == other.ref }
        // Of unnamed ways only stairs, lifts and ferries stand out; all others are "the footpath".
        return displayKind == other.displayKind || !(isAlwaysAnnounced || other.isAlwaysAnnounced)
    }
}
