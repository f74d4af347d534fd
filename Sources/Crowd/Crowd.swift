package import Routing
package import Search

/// People who do not exist, of a place that does: they live, work, have lunch, walk on its streets and wait in queues,
/// the same for the same seed.
package struct Crowd: Sendable {
    package let town: Town
    package let residents: [Resident]
    package let seed: UInt64
    private let routes: RouteEngine

    /// So many people, within a circle if there is one; none where there is nowhere to live.
    package init(
        _ people: Int, _ search: SearchEngine, _ routes: RouteEngine, within circle: Town.Circle? = nil, seed: UInt64
    ) {
        let town = Town(search, routes.network, within: circle, seed: seed)
        self.town = town
        self.seed = seed
        self.routes = routes
        residents = town.homes.isEmpty ? [] : (0..<people).map { Resident($0, in: town, seed: seed) }
    }

    /// What finds their ways; each thread needs its own.
    package struct Workspace: ~Copyable {
        var walks: WalkFinder
    }

    package func workspace() -> Workspace { Workspace(walks: WalkFinder(routes)) }

    /// What somebody does on a day, counted since 1970 by the calendar there.
    package func day(_ number: Int, of resident: Int, _ workspace: inout Workspace) -> Day {
        Day(residents[resident], day: number, in: town, seed: seed, &workspace.walks)
    }

    /// What somebody's phone reports on a day from one second until before another.
    package func fixes(of resident: Int, on day: Day, number: Int, in seconds: Range<Int>) -> [Phone.Fix] {
        residents[resident].phone.fixes(of: resident, on: day, number: number, in: seconds, seed: seed)
    }
}
