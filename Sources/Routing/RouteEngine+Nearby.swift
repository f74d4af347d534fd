package import GeoCore

extension RouteEngine {
    /// The time and the length of a route.
    package struct RouteTotals: Equatable, Sendable {
        package let millis: UInt32
        package let millimetres: Int64
    }

    /// Returns the time and the length of the quickest route from a point to each of others; `nil` if there
    /// is none.
    ///
    /// Throws if the point itself has no street; for other points without a street, the result is `nil`.
    package func routeTotals(
        from start: Coordinate, to goals: [Coordinate], _ profile: Profile, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [RouteTotals?] {
        // A point without a street must not spoil the others' table.
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
        var totals = [RouteTotals?](repeating: nil, count: goals.count)
        for (column, goal) in found.enumerated() where table.millis[column] != .max {
            totals[goal] = RouteTotals(millis: table.millis[column], millimetres: table.millimetres[column])
        }
        return totals
    }

    private static let limitInMetres = 1000.0
}
