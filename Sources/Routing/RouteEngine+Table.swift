package import GeoCore

/// A question for the ways between many places.
package struct TableQuestion: Sendable {
    package var points: [Coordinate]
    package var profile: Profile
    /// Positions in `points`; all of them when `nil`.
    package var sources: [Int]?
    package var targets: [Int]?
    /// Whether the lengths of the quickest ways are wanted, which takes several times as long.
    package var wantsLengths = false
    /// How far a point may lie from the nearest street.
    package var snapLimitInMetres = 1000.0
    /// What is asked of the places that points are moved to, one for each; none when empty.
    package var wishes: [EndWish] = []

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}

/// The answer: a table, and where its points were moved to.
package struct PlannedTable: Sendable {
    package let table: TravelTable
    package let sources: [Waypoint]
    package let targets: [Waypoint]
}

extension RouteEngine {
    /// Finds how long it is from each source to each target; equal to asking for each route.
    package func table(
        _ question: TableQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedTable {
        let positions = try positions(
            of: question.points, question.profile, withinMetres: question.snapLimitInMetres, question.wishes)
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
