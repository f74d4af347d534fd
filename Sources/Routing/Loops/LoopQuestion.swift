package import GeoCore

/// A question for round walks: back to where they began, of a wanted length, without running back on themselves.
package struct LoopQuestion: Sendable {
    /// How long a walk is to be.
    package enum Goal: Equatable, Sendable {
        case time(millis: UInt32)
        case length(millimetres: UInt32)

        /// A number of steps: 10,000 are about 78 minutes.
        package static func steps(_ count: Int) -> Goal { .time(millis: UInt32(count) * 468) }
    }

    /// Somewhere to pass.
    package struct Place: Sendable {
        package var coordinate: Coordinate
        /// What the answer calls it: its reference and its name.
        package var id: String
        package var name: String

        package init(_ coordinate: Coordinate, id: String, name: String) {
            self.coordinate = coordinate
            self.id = id
            self.name = name
        }
    }

    package var start: Coordinate
    package var goal: Goal
    /// For those who walk: `foot` or `wheelchair`.
    package var profile: Profile
    package var language: Language = .english
    /// Each walk passes one of these; walks go anywhere when `nil`.
    package var places: [Place]?
    /// How many walks are wanted, at most.
    package var count = 1
    /// How far the start may lie from the nearest street.
    package var snapLimitInMetres = 1000.0

    package init(_ start: Coordinate, _ goal: Goal, profile: Profile = .foot) {
        self.start = start
        self.goal = goal
        self.profile = profile
    }

    /// How much longer or shorter than wanted a walk may be.
    package static let tolerance = 0.1
    /// The most of a walk that may be walked a second time, such as the dead end that it begins in.
    package static let mostWalkedTwice = 0.15
    /// The same for the one walk that is returned where there is none as wanted: it may run back up to half of its
    /// length.
    package static let widestTolerance = 0.15
}

/// A round walk.
package struct PlannedLoop: Sendable {
    /// In one leg, or in two by way of the place that is passed.
    package var route: PlannedRoute
    /// The share of the length that had been walked before, 0 ... 0.5. The route has a notice when it is more than
    /// wanted.
    package var walkedTwice: Double
    /// The place of the question that is passed.
    package var place: LoopQuestion.Place?
}

/// Round walks, best first; or why there is none.
package enum LoopPlan: Sendable {
    case walks([PlannedLoop])
    case none(Shortfall)

    package enum Shortfall: Equatable, Sendable {
        /// The streets lead out and back the same way, and round nothing of that length.
        case runsBack
        /// There is one of another length only, in the unit of the goal: milliseconds or millimetres.
        case otherLength(UInt32)
        /// No place can be passed on a walk of this length.
        case noPlaceInReach
    }
}
