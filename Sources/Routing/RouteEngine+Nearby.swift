package import GeoCore

extension RouteEngine {
    /// How long and how far it is to somewhere.
    package struct WayThere: Equatable, Sendable {
        package let millis: UInt32
        package let millimetres: Int64
    }

    /// Finds the quickest ways from a point to each of others: those of a table from the point, `nil` where there is
    /// none.
    ///
    /// Throws when the point itself has no street; others without one have no way.
    package func ways(
        from start: Coordinate, to goals: [Coordinate], _ profile: Profile, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [WayThere?] {
        // What has no street of its own must not spoil the others' table.
        let found = goals.indices.filter { index in
            do throws(RouteError) {
                _ = try positions(of: [goals[index]], profile, withinMetres: Self.limitInMetres)
                return true
            } catch {
                return false
            }
        }
        var question = TableQuestion([start] + found.map { goals[$0] }, profile: profile)
        question.snapLimitInMetres = Self.limitInMetres
        question.sources = [0]
        question.targets = Array(1..<(found.count + 1))
        question.wantsLengths = true
        let table = try table(question, workspace: &workspace).table
        var ways = [WayThere?](repeating: nil, count: goals.count)
        for (column, goal) in found.enumerated() where table.millis[column] != .max {
            ways[goal] = WayThere(millis: table.millis[column], millimetres: table.millimetres[column])
        }
        return ways
    }

    private static let limitInMetres = 1000.0
}
