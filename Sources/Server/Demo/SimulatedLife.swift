import Community
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle
import Synchronization

/// People who do not exist, if any are wanted, walk about, go to places and wait in queues, so that a place which
/// nobody has visited yet shows what it is like with people in it. All that is told of them says so.
///
/// A class because all who ask see the same.
package final class SimulatedLife: Service, Sendable {
    private let atlas: LiveAtlas
    private let workers: WorkerPool
    private let feed: LiveFeed
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let state: Mutex<State>
    private let turns = KeyedLock<Int>()

    private struct State {
        var crowd: SimulatedCrowd
        /// When they began to live by a clock of their own, in milliseconds since 1970.
        var begin: Int64
        var scene: SimulatedScene?
    }

    /// So many live in the demo, and as many are told of without a strain.
    static let usualPeople = 300
    static let mostPeople = 2000
    static let mostSpeed = 120

    init(
        _ people: Int, atlas: LiveAtlas, workers: WorkerPool, feed: LiveFeed, logger: Logger,
        now: @escaping @Sendable () -> Int64
    ) {
        (self.atlas, self.workers, self.feed, self.logger, self.now) = (atlas, workers, feed, logger, now)
        state = Mutex(State(crowd: SimulatedCrowd(people: people), begin: now()))
    }

    /// Who lives here.
    var crowd: SimulatedCrowd { state.withLock { $0.crowd } }

    /// Lets others live here, from now on; returns when they do.
    func become(_ crowd: SimulatedCrowd) async throws {
        try await turns.hold(0) {
            let scene = crowd.people > 0 ? try await scene(of: crowd, begin: now()) : nil
            state.withLock { $0 = State(crowd: crowd, begin: now(), scene: scene) }
        }
    }

    package func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            var told: [String: SeenPerson] = [:], queues: [QueueAtPlace] = []
            while true {
                do {
                    try await prepare()
                    try tell(after: &told, &queues)
                } catch {
                    logger.error("simulated people stand still: \(error.inLog)")
                }
                // Who lives faster is told of more often.
                try await Task.sleep(for: .seconds(crowd.speed > 1 ? 1 : 3))
            }
        }
    }

    /// Makes the day that is, if that is another than was made.
    func prepare() async throws {
        try await turns.hold(0) { try await prepareInTurn() }
    }

    private func prepareInTurn() async throws {
        let (crowd, begin, scene) = state.withLock { ($0.crowd, $0.begin, $0.scene) }
        guard crowd.people > 0 else { return }
        let made = try await self.scene(of: crowd, begin: begin, unless: scene)
        state.withLock { $0.scene = made }
    }

    /// What people do in a day, unless `known` is that.
    private func scene(
        of crowd: SimulatedCrowd, begin: Int64, unless known: SimulatedScene? = nil
    ) async throws -> SimulatedScene {
        let generation = atlas.current, day = SimulatedTime(now(), crowd, begin: begin).day
        if let known, known.day == day, known.atlas == generation.identity { return known }
        return try await workers.runInTurn { SimulatedScene(generation, day: day, people: crowd.people) }
    }

    /// Tells those who listen of those who are elsewhere than `told`, and makes that what is told.
    private func tell(after told: inout [String: SeenPerson], _ queues: inout [QueueAtPlace]) throws {
        let people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        let changed = people.values.filter { told[$0.id] != $0 }.sorted { $0.id < $1.id }
        let gone = told.keys.filter { people[$0] == nil }.sorted()
        told = people
        if !changed.isEmpty || !gone.isEmpty {
            let change = try JSONEncoder().encode(PeopleChange(people: changed, gone: gone))
            feed.tell(.event(.people, String(decoding: change, as: UTF8.self)))
        }
        let found = self.queues
        if found != queues { feed.queuesChanged() }
        queues = found
    }

    /// What `body` makes of the scene as it is just now, or was at a time in milliseconds since 1970; `nil` where there
    /// is none.
    private func scene<Result>(
        at time: Int64? = nil, _ body: (SimulatedScene, SimulatedTime) -> Result
    ) -> Result? {
        let (crowd, begin, scene) = state.withLock { ($0.crowd, $0.begin, $0.scene) }
        return scene.map { body($0, SimulatedTime(time ?? now(), crowd, begin: begin)) }
    }

    /// Those who are out.
    var people: [SeenPerson] { scene { $0.people(at: $1) } ?? [] }
    /// The longest first.
    var queues: [QueueAtPlace] { scene { $0.queues(at: $1) } ?? [] }
    var busy: [BusyPlace] { scene { $0.busy(at: $1) } ?? [] }
    /// `nil` where there is none.
    func queue(at id: String) -> PlaceQueue? { scene { $0.queue(at: id, $1) } ?? nil }
    /// By day of the week and hour, and now; `nil` where nobody goes.
    func busyness(of id: String) -> (levels: [[Int]], now: BusynessState?)? {
        scene { $0.busyness(of: id, at: $1) } ?? nil
    }
    /// Somebody who was out at a time, in milliseconds since 1970, and where.
    func somebody(at milliseconds: Int64) -> (name: String, point: PointE7, speed: Double)? {
        scene(at: milliseconds) { $0.somebody(at: $1) } ?? nil
    }
}
