package import GeoCore

/// A request for round walks: back to the start, of a given length, with little walked twice.
package struct LoopQuestion: Sendable {
    /// The wanted length of a walk.
    package enum Goal: Equatable, Sendable {
        case time(millis: UInt32)
        case length(millimetres: UInt32)

        /// A number of steps: 10,000 are about 78 minutes.
        package static func steps(_ count: Int) -> Goal { .time(millis: UInt32(count) * 468) }
    }

    /// A place to pass.
    package struct Place: Sendable {
        package var coordinate: Coordinate
        /// The place's reference and name, for the answer.
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
    /// The profile: `foot` or `wheelchair`.
    package var profile: Profile
    package var language: Language = .english
    /// Each walk passes one of these places; `nil` for walks anywhere.
    package var places: [Place]?
    /// The maximum number of walks.
    package var count = 1
    /// The maximum distance of the start from the nearest street.
    package var snapLimitInMetres = 1000.0

    package init(_ start: Coordinate, _ goal: Goal, profile: Profile = .foot) {
        self.start = start
        self.goal = goal
        self.profile = profile
    }

    /// The maximum deviation from the wanted length, as a share.
    package static let tolerance = 0.1
    /// The maximum share that may be walked twice, such as a dead end at the start.
    package static let mostWalkedTwice = 0.15
    /// The maximum deviation for the single fallback walk, which may be walked twice for up to half of its length.
    package static let widestTolerance = 0.15
}

/// A round walk.
package struct PlannedLoop: Sendable {
    /// The route, in one leg, or in two through the place that it passes.
    package var route: PlannedRoute
    /// The share of the length that is walked twice, 0 ... 0.5. The route has a notice if it exceeds the limit.
    package var walkedTwice: Double
    /// The place of the request that it passes.
    package var place: LoopQuestion.Place?
}

/// Round walks, best first; or the reason that there are none.
package enum LoopPlan: Sendable {
    case walks([PlannedLoop])
    case none(Shortfall)

    package enum Shortfall: Equatable, Sendable {
        /// The streets only lead out and back on the same path, without a loop of that length.
        case runsBack
        /// There are only walks of another length, here in the unit of the goal: milliseconds or millimetres.
        case otherLength(UInt32)
        /// A walk of this length can pass no place.
        case noPlaceInReach
    }
}

extension LoopPlan.Shortfall {
    /// Returns a sentence for people, in English, when there is no round walk of the requested length.
    package func message(_ goal: LoopQuestion.Goal) -> String {
        switch (self, goal) {
        case (.runsBack, _): "no round walk starts here: every walk would return by the same streets"
        case (.noPlaceInReach, _):
            "no walk of this length passes such a place; ask for a longer walk, or another kind"
        case (.otherLength(let millis), .time):
            "no round walk of this length starts here; the nearest takes \(max(1, (millis + 30_000) / 60_000)) min"
        case (.otherLength(let millimetres), .length):
            "no round walk of this length starts here; the nearest has \(millimetres / 1000) m"
        }
    }

    /// The request's value at fault, if it is one.
    package var field: String? { self == .noPlaceInReach ? "kind" : nil }

    /// A stable word for programs.
    package static let code = "no_loop"
}
