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
    /// Which exit of a roundabout, from 1; `nil` where the way ends on it.
    package var exit: Int?
    /// Which of the points between the ends is reached, from 1; `nil` at the end of a route, and for what is no arrival.
    package var stop: Int?
    /// What a rotary is called.
    package var rotaryName = StringID.empty
    /// The streets that meet at the corner.
    package var intersection: Intersection

    package enum Kind: Sendable, Equatable {
        case depart, arrive, turn, newName, `continue`, endOfRoad, fork, merge, onRamp, offRamp, notification
        case roundabout, rotary, roundaboutTurn, exitRoundabout, exitRotary

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
            case .rotary: "rotary"
            case .roundaboutTurn: "roundabout turn"
            case .exitRoundabout: "exit roundabout"
            case .exitRotary: "exit rotary"
            case .notification: "notification"
            }
        }
    }

    /// The streets at a corner: the directions one can go or come from.
    package struct Intersection: Sendable {
        package struct Street: Equatable, Sendable {
            /// Degrees clockwise from north, away from the corner.
            package var bearing: Int
            /// Whether the profile may enter it.
            package var canEnter: Bool
        }

        /// By bearing.
        package var streets: [Street] = []
        /// Position of the street come from, and of the one gone to.
        package var from: Int?
        package var to: Int?
    }
}
