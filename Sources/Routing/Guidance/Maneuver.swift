package import Atlas
package import GeoCore

/// What to do at a corner, in OSRM's vocabulary (github.com/Project-OSRM/osrm-backend, docs/http.md).
package struct Maneuver: Sendable {
    package var kind: Kind
    package var turn: Turn?
    /// Degrees clockwise from north in `0..<360`, just before and just after; 0 where there is no before or after.
    package var bearingBefore: Int
    package var bearingAfter: Int
    package var location: PointE7
    /// Which exit of a roundabout, from 1.
    package var exit: Int?
    /// The streets that meet at the corner.
    package var intersection: Intersection

    package enum Kind: Sendable, Equatable {
        case depart, arrive, turn, newName, `continue`, endOfRoad, fork, merge, onRamp, offRamp, roundabout,
            notification

        /// OSRM's word.
        package var name: String {
            switch self {
            case .depart: "depart"
            case .arrive: "arrive"
            case .turn: "turn"
            case .newName: "new name"
            case .continue: "continue"
            case .endOfRoad: "end of road"
            case .fork: "fork"
            case .merge: "merge"
            case .onRamp: "on ramp"
            case .offRamp: "off ramp"
            case .roundabout: "roundabout"
            case .notification: "notification"
            }
        }
    }

    /// The streets at a corner: the directions one can go or come from.
    package struct Intersection: Sendable {
        /// Ascending, degrees clockwise from north, away from the corner.
        package var bearings: [Int] = []
        /// Whether the profile may enter the street at the same position.
        package var entries: [Bool] = []
        /// Position of the street come from, and of the one gone to.
        package var from: Int?
        package var to: Int?
    }
}

/// A change of direction. The raw value is the position in tables of words.
package enum Turn: UInt8, CaseIterable, Sendable {
    case uturn, sharpRight, right, slightRight, straight, slightLeft, left, sharpLeft

    /// The turn by `degrees` clockwise, −180 ... 180, with OSRM's limits: straight within 20°, slight within 40°, sharp from 120°.
    package init(degrees: Double) {
        switch degrees {
        case ..<(-179): self = .uturn
        case ..<(-120): self = .sharpLeft
        case ..<(-40): self = .left
        case ..<(-20): self = .slightLeft
        case ...20: self = .straight
        case ...40: self = .slightRight
        case ...120: self = .right
        case ...179: self = .sharpRight
        default: self = .uturn
        }
    }

    /// OSRM's word.
    package var name: String {
        switch self {
        case .uturn: "uturn"
        case .sharpRight: "sharp right"
        case .right: "right"
        case .slightRight: "slight right"
        case .straight: "straight"
        case .slightLeft: "slight left"
        case .left: "left"
        case .sharpLeft: "sharp left"
        }
    }
}

/// What a stretch of a route is called: a name where there is one, else its kind.
package struct RoadName: Equatable, Sendable {
    package var name: StringID
    package var ref: StringID
    package var kind: RoadClass
    package var isBridge: Bool
    package var isTunnel: Bool
    package var isRoundabout: Bool

    init(_ way: RoadWay) {
        name = way.name
        ref = way.ref
        kind = way.kind
        isBridge = way.has(.bridge)
        isTunnel = way.has(.tunnel)
        isRoundabout = way.has(.roundabout)
    }

    package var isNamed: Bool { !name.isEmpty || !ref.isEmpty }

    /// Whether someone walking on from one to the other would say it is still the same street.
    func isSameStreet(as other: RoadName) -> Bool {
        if !name.isEmpty || !other.name.isEmpty { return name == other.name }
        if !ref.isEmpty || !other.ref.isEmpty { return ref == other.ref }
        // Of unnamed ways only stairs, lifts and ferries stand out; the rest is "the footpath" however it is drawn.
        return kind == other.kind || !(kind.isTold || other.kind.isTold)
    }
}
