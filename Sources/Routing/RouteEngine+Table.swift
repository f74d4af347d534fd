package import GeoCore

/// A request for the times between many places.
package struct TableQuestion: Sendable {
    package var points: [Coordinate]
    package var profile: Profile
    /// Indices in `points`; all of them if `nil`.
    package var sources: [Int]?
    package var targets: [Int]?
    /// Whether to compute the lengths of the quickest routes, which takes several times as long.
    package var wantsLengths = false
    /// The maximum distance of a point from the nearest street.
    package var snapLimitInMetres = 1000.0
    /// Requirements for the positions of the points, one for each; none if empty.
    package var snapOptions: [SnapOptions] = []

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}

/// The answer: a table, and the positions of its points on streets.
package struct PlannedTable: Sendable {
    package let table: TravelTable
    package let sources: [Waypoint]
    package let targets: [Waypoint]
}

extension RouteEngine {
    /// Computes the time from each source to each target; equal to those of single routes.
    package func table(
        _ question: TableQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedTable {
        let positions = try positions(
            of: question.points, question.profile, withinMetres: question.snapLimitInMetres, question.snapOptions)
        let sources = (question.sources ?? Array(positions.indices)).map { positions[$0] }
        let targets = (question.targets ?? Array(positions.indices)).map { positions[$0] }
        let table = metric(question.profile).table(
            from: sources, to: targets, withLengths: question.wantsLengths, &workspace.hierarchy,
            until: workspace.stop)
        try workspace.stop.check()
        return PlannedTable(
            table: table, sources: sources.map { waypoint($0[0]) }, targets: targets.map { waypoint($0[0]) })
    }
}
