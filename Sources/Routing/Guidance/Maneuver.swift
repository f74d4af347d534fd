package import Atlas
package import GeoCore

/// An action at a corner, in OSRM's vocabulary (github.com/Project-OSRM/osrm-backend, docs/http.md).
package struct Maneuver: Sendable {
    package var kind: Kind
    package var turn: Turn?
    /// Degrees clockwise from north in `0..<360`, just before and just after; 0 at the start or the end.
    package var bearingBefore: Int
    package var bearingAfter: Int
    package var location: PointE7
    /// The exit of a roundabout, from 1; `nil` if the route ends on it.
    package var exit: Int?
    /// The number of the intermediate stop that is reached, from 1; `nil` at the end of a route, and for other
    /// maneuvers.
    package var stop: Int?
    /// The name of a rotary.
    package var rotaryName = StringID.empty
    /// The streets that meet at the corner.
    package var intersection: Intersection

    package enum Kind: Sendable, Equatable {
        case depart, arrive, turn, newName, `continue`, endOfRoad, fork, merge, onRamp, offRamp, notification
        case roundabout, rotary, roundaboutTurn, exitRoundabout, exitRotary

        /// OSRM's name of the kind.
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

    /// The streets at a corner, as directions of arrival and departure.
    package struct Intersection: Sendable {
        package struct Street: Equatable, Sendable {
            /// Degrees clockwise from north, away from the corner.
            package var bearing: Int
            /// Whether the profile may enter it.
            package var canEnter: Bool
        }

        /// The streets, by bearing.
        package var streets: [Street] = []
        /// The indices of the street of arrival and of the street of departure.
        package var from: Int?
        package var to: Int?
    }
}
