package import Routing
package import Search

/// Simulated people of a real place: they live, work, have lunch, walk on its streets and wait in queues. The same seed
/// gives the same people.
package struct Crowd: Sendable {
    package let town: Town
    package let residents: [Resident]
    package let seed: UInt64
    private let routes: RouteEngine

    /// Makes the simulated people, within a circle if there is one. There are none if nobody can live there.
    package init(
        _ people: Int, _ search: SearchEngine, _ routes: RouteEngine, within circle: Town.Circle? = nil, seed: UInt64
    ) {
        let town = Town(search, routes.network, within: circle, seed: seed)
        self.town = town
        self.seed = seed
        self.routes = routes
        residents = town.homes.isEmpty ? [] : (0..<people).map { Resident($0, in: town, seed: seed) }
    }

    /// The scratch memory of route searches; each thread needs its own.
    package struct Workspace: ~Copyable {
        var walks: WalkFinder
    }

    package func workspace() -> Workspace { Workspace(walks: WalkFinder(routes)) }

    /// Returns what a resident does on a day, counted since 1970 by the local calendar.
    package func day(_ number: Int, of resident: Int, _ workspace: inout Workspace) -> Day {
        Day(residents[resident], day: number, in: town, seed: seed, &workspace.walks)
    }

    /// Returns the reports of a resident's phone on a day, from one second up to, but not including, another.
    package func fixes(of resident: Int, on day: Day, number: Int, in seconds: Range<Int>) -> [Phone.Fix] {
        residents[resident].phone.fixes(of: resident, on: day, number: number, in: seconds, seed: seed)
    }
}
