/// A report for wheelchair users about a route: obstacles of the quickest walk that it avoids, obstacles that it could
/// not avoid, and unmapped properties.
package struct WheelchairReport: Equatable, Sendable {
    /// The amount of one kind of obstacle.
    package struct Amount: Equatable, Sendable {
        /// The number of separate stretches, or of places.
        package var count = 0
        /// The length; 0 for places.
        package var millimetres: Int64 = 0

        package init(count: Int = 0, millimetres: Int64 = 0) {
            self.count = count
            self.millimetres = millimetres
        }
    }

    /// A kind of obstacle. Raw values are the names in answers.
    package enum Obstacle: UInt8, CaseIterable, Sendable {
        case steps, kerbs, ground, slope, width
        /// `wheelchair=limited` if accepted, `wheelchair=no` if avoided.
        case stated
        /// Escalators and moving walkways.
        case conveying
        /// Stiles, turnstiles and the like.
        case barriers

        package var name: StaticString {
            switch self {
            case .steps: "steps"
            case .kerbs: "kerbs"
            case .ground: "ground"
            case .slope: "slope"
            case .width: "width"
            case .stated: "stated"
            case .conveying: "conveying"
            case .barriers: "barriers"
            }
        }
    }

    /// Amounts by obstacle.
    package struct Amounts: Equatable, Sendable {
        private var all = [Amount](repeating: Amount(), count: Obstacle.allCases.count)

        package init() {}

        package subscript(obstacle: Obstacle) -> Amount {
            get { all[Int(obstacle.rawValue)] }
            set { all[Int(obstacle.rawValue)] = newValue }
        }

        package var isEmpty: Bool { !all.contains { $0.count > 0 } }
    }

    /// Impassable obstacles on the quickest walk between the same points; `nil` if there is no walk.
    package var avoided: Amounts?
    /// Obstacles on this route: stairs with a ramp, rolled kerbs, rough ground, slopes over 6 %, ways that need help.
    package var accepted = Amounts()
    /// Unmapped properties on this route: the ground, the slope, the kerbs of crossings.
    package var unknown = Amounts()

    package init(avoided: Amounts? = nil, accepted: Amounts = Amounts(), unknown: Amounts = Amounts()) {
        self.avoided = avoided
        self.accepted = accepted
        self.unknown = unknown
    }

    /// One of the three.
    package enum Part: CaseIterable, Sendable { case avoided, accepted, unknown }

    package subscript(part: Part) -> Amounts? {
        switch part {
        case .avoided: avoided
        case .accepted: accepted
        case .unknown: unknown
        }
    }
}

extension RouteEngine {
    /// Adds reports to wheelchair routes: examines their streets, and computes the quickest walk.
    ///
    /// The routes are the answers to `question`, alternatives of each other.
    func report(on routes: inout [PlannedRoute], _ question: RouteQuestion, _ workspace: inout RouteWorkspace) {
        let avoided = avoided(question, &workspace)
        for index in routes.indices {
            var survey = WheelchairSurvey(network)
            for leg in routes[index].legs { survey.add(leg.spans) }
            routes[index].wheelchair = WheelchairReport(
                avoided: avoided, accepted: survey.accepted, unknown: survey.unknown)
        }
    }

    /// Returns the obstacles that wheels cannot pass on the quickest walk; `nil` if there is none.
    private func avoided(_ question: RouteQuestion, _ workspace: inout RouteWorkspace) -> WheelchairReport.Amounts? {
        var walk = RouteQuestion(question.points, profile: .foot)
        walk.wantsSteps = false
        walk.reportsMapEdge = false
        walk.snapLimitInMetres = question.snapLimitInMetres
        walk.snapOptions = question.snapOptions
        guard let walked = try? self.route(walk, workspace: &workspace) else { return nil }
        var survey = WheelchairSurvey(network)
        for leg in walked.legs { survey.add(leg.spans) }
        return survey.impassable
    }
}
