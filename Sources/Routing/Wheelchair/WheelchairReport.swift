/// What somebody in a wheelchair should know of a route: what it avoids that the quickest walk would have met, what it
/// could not avoid, and what nobody has mapped.
package struct WheelchairReport: Equatable, Sendable {
    /// How much of one thing there is.
    package struct Amount: Equatable, Sendable {
        /// Separate stretches, or places.
        package var count = 0
        /// 0 for places.
        package var millimetres: Int64 = 0

        package init(count: Int = 0, millimetres: Int64 = 0) {
            self.count = count
            self.millimetres = millimetres
        }
    }

    /// A kind of thing that stands in the way. Raw values are the names in answers.
    package enum Obstacle: UInt8, CaseIterable, Sendable {
        case steps, kerbs, ground, slope, width
        /// `wheelchair=limited` where accepted, `wheelchair=no` where avoided.
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

    /// On the quickest walk between the same points, and not to be passed; `nil` when no walk was found.
    package var avoided: Amounts?
    /// On this route: stairs with a ramp, rolled kerbs, rough ground, slopes over 6 %, ways for those with help.
    package var accepted = Amounts()
    /// On this route, and not in the data: the ground, the slope, the kerbs of crossings.
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
    /// Tells of wheelchair routes what they pass and avoid: looks at their streets, and asks for the quickest walk.
    ///
    /// The routes are answers to `question`, one beside another.
    func report(on routes: inout [PlannedRoute], _ question: RouteQuestion, _ workspace: inout RouteWorkspace) {
        let avoided = avoided(question, &workspace)
        for index in routes.indices {
            var survey = WheelchairSurvey(network)
            for leg in routes[index].legs { survey.add(leg.pieces) }
            routes[index].wheelchair = WheelchairReport(
                avoided: avoided, accepted: survey.accepted, unknown: survey.unknown)
        }
    }

    /// What wheels do not pass on the quickest walk; `nil` when there is none.
    private func avoided(_ question: RouteQuestion, _ workspace: inout RouteWorkspace) -> WheelchairReport.Amounts? {
        var walk = RouteQuestion(question.points, profile: .foot)
        walk.wantsSteps = false
        walk.tellsMapEdge = false
        walk.snapLimitInMetres = question.snapLimitInMetres
        guard let walked = try? self.route(walk, workspace: &workspace) else { return nil }
        var survey = WheelchairSurvey(network)
        for leg in walked.legs { survey.add(leg.pieces) }
        return survey.impassable
    }
}
