package import Atlas

/// What a stretch of a route is called: a name where there is one, else its kind.
package struct RoadName: Equatable, Sendable {
    package var name: StringID
    package var ref: StringID
    package var kind: RoadClass
    package var isBridge: Bool
    package var isTunnel: Bool
    package var isRoundabout: Bool
    /// An escalator or moving walkway.
    package var isConveying: Bool
    /// Stairs that are taken by the ramp beside them.
    package var isByRamp: Bool
    /// The level of a building that it is on; `nil` where it is not said, or on several.
    package var level: Int?

    init(_ way: RoadWay, _ facts: WheelchairFacts? = nil, for profile: Profile? = nil) {
        name = way.name
        ref = way.ref
        kind = way.kind
        isBridge = way.has(.bridge)
        isTunnel = way.has(.tunnel)
        isRoundabout = way.has(.roundabout)
        isConveying = way.has(.conveying)
        // Wheelchairs go by no other stairs (wiki.openstreetmap.org/wiki/Key:ramp:wheelchair).
        isByRamp = profile == .wheelchair && way.kind == .steps && !way.has(.conveying)
        level = facts?.level
    }

    package var isNamed: Bool { !name.isEmpty || !ref.isEmpty }

    /// What it is told by where it has no name.
    var toldKind: RoadKind { isByRamp ? .stairRamp : RoadKind(kind, isConveying: isConveying) }

    /// Always worth a word, however short.
    var isTold: Bool {
        switch toldKind {
        case .stairs, .stairRamp, .escalator, .movingWalkway, .elevator, .ferry: true
        default: false
        }
    }

    /// Whether someone walking on from one to the other would say it is still the same street.
    func isSameStreet(as other: RoadName) -> Bool {
        if !name.isEmpty || !other.name.isEmpty { return name == other.name }
        if !ref.isEmpty || !other.ref.isEmpty { return ref == other.ref }
        // Of unnamed ways only stairs, lifts and ferries stand out; the rest is "the footpath" however it is drawn.
        return toldKind == other.toldKind || !(isTold || other.isTold)
    }
}
