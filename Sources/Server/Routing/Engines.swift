import Fairness
import GeoCore
import Routing
import Search
import Tiles

/// The parts that handlers compute with: the current atlas, the workers, and the engines' workspaces.
struct Engines: Sendable {
    let atlas: LiveAtlas
    let workers: WorkerPool
    let packers: Pool<Gzip>
    /// The local clock of the places on the map.
    let clock: PlaceClock
    private let workspaces = Pool { Workspace() }

    init(atlas: LiveAtlas, workers: WorkerPool, packers: Pool<Gzip>, clock: PlaceClock) {
        self.atlas = atlas
        self.workers = workers
        self.packers = packers
        self.clock = clock
    }

    /// Up to this many points, the event loop computes a route at once.
    private static let fewPoints = 10

    private static func isQuick(_ points: Int, _ snapOptions: [SnapOptions]) -> Bool {
        points <= fewPoints && !snapOptions.contains { $0.narrowsDirections }
    }

    /// Runs `work` for a route through `points` points: on the event loop when that is quick, otherwise on a worker.
    func compute<Result: Sendable>(
        through points: Int, _ snapOptions: [SnapOptions] = [], _ work: @escaping @Sendable (Workspace) throws -> Result
    ) async throws -> Result {
        Self.isQuick(points, snapOptions)
            ? try workspaces.with(work) : try await compute(costing: .routes(through: points), work)
    }

    /// Runs `work` on a worker; throws as `WorkerPool.run` does. Routes, tables, matches and isochrones stop early when
    /// the client has left. Tiles and searches are bounded, and end in milliseconds.
    func compute<Result: Sendable>(
        costing cost: Cost = .usual, _ work: @escaping @Sendable (Workspace) throws -> Result
    ) async throws -> Result {
        try await workers.run(costing: cost) { [workspaces] stop in
            try workspaces.with { workspace in
                workspace.route.stop = stop
                defer { workspace.route.stop = .never }
                return try work(workspace)
            }
        }
    }
}

/// The workspaces of all engines, for one question at a time.
///
/// A class because the engines change it in place and it is too large to copy.
final class Workspace: @unchecked Sendable {
    // `Pool` lends an instance to one caller at a time; nothing else refers to it.
    var tile = TileWorkspace()
    var route = RouteWorkspace()
    var search = SearchWorkspace()
}
