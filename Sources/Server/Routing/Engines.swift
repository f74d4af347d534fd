import Fairness
import GeoCore
import Routing
import Search
import Tiles

/// What handlers compute with: the atlas of the moment, a few threads, and the engines' working memory.
struct Engines: Sendable {
    let atlas: LiveAtlas
    let workers: WorkerPool
    let packers: Pool<Gzip>
    /// The clock on the wall of the places on the map.
    let clock: PlaceClock
    private let workspaces = Pool { Workspace() }

    init(atlas: LiveAtlas, workers: WorkerPool, packers: Pool<Gzip>, clock: PlaceClock) {
        self.atlas = atlas
        self.workers = workers
        self.packers = packers
        self.clock = clock
    }

    /// Routes through no more points than this are found at once.
    private static let fewPoints = 10

    private static func isQuick(_ points: Int, _ wishes: [EndWish]) -> Bool {
        points <= fewPoints && !wishes.contains { $0.narrowsDirections }
    }

    /// Runs `work` for a question with `points` points: at once when they are few and soon found, otherwise on one of
    /// the threads.
    func compute<Result: Sendable>(
        through points: Int, _ wishes: [EndWish] = [], _ work: @escaping @Sendable (Workspace) throws -> Result
    ) async throws -> Result {
        Self.isQuick(points, wishes)
            ? try workspaces.with(work) : try await compute(costing: .routes(through: points), work)
    }

    /// Runs `work` on one of the threads, where routes, tables, tracks and reaches end early when nobody waits for them
    /// any more; throws as `WorkerPool.run` does. Tiles and searches are bounded, and end in milliseconds.
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

/// The working memory of all engines, for one question at a time.
///
/// A class because the engines change it in place and it is too large to copy.
final class Workspace: @unchecked Sendable {
    // `Pool` hands an instance to one user at a time; nothing else refers to it.
    var tile = TileWorkspace()
    var route = RouteWorkspace()
    var search = SearchWorkspace()
}
