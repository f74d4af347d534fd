/// What somebody in a wheelchair should know of a route: what it avoids that the quickest walk would have met, what it could not avoid,
/// and what nobody has mapped.
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
}

extension RouteEngine {
    /// Tells what a wheelchair route passes and avoids: looks at its streets, and asks for the walk.
    ///
    /// `route` is an answer to `question`.
    package func wheelchairReport(
        of route: PlannedRoute, _ question: RouteQuestion, workspace: inout RouteWorkspace
    ) -> WheelchairReport {
        var report = WheelchairReport(), survey = WheelchairSurvey(network)
        for leg in route.legs { survey.add(leg.pieces) }
        report.accepted = survey.accepted
        report.unknown = survey.unknown
        var walk = RouteQuestion(question.points, profile: .foot)
        walk.wantsSteps = false
        walk.tellsMapEdge = false
        walk.snapLimitInMetres = question.snapLimitInMetres
        do throws(RouteError) {
            let walked = try self.route(walk, workspace: &workspace)
            var survey = WheelchairSurvey(network)
            for leg in walked.legs { survey.add(leg.pieces) }
            report.avoided = survey.impassable
        } catch {
            report.avoided = nil
        }
        return report
    }
}
