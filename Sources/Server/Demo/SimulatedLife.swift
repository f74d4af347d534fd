import Community
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle
import Synchronization

/// People who do not exist walk about, go to places and wait in queues, so that a place which nobody has visited yet shows what it is like with
/// people in it. All that is told of them says so.
///
/// A class because all who ask see the same.
package final class SimulatedLife: Service, Sendable {
    private let atlas: LiveAtlas
    private let workers: WorkerPool
    private let feed: LiveFeed
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let scene = Mutex<SimulatedScene?>(nil)
    private let turns = KeyedLock<Int>()

    /// They are told of so often.
    private static let step = Duration.seconds(3)

    init(
        atlas: LiveAtlas, workers: WorkerPool, feed: LiveFeed, logger: Logger, now: @escaping @Sendable () -> Int64
    ) {
        (self.atlas, self.workers, self.feed, self.logger, self.now) = (atlas, workers, feed, logger, now)
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
                try await Task.sleep(for: Self.step)
            }
        }
    }

    /// Makes the day that is, if that is another than was made.
    func prepare() async throws {
        try await turns.hold(0) { try await prepareInTurn() }
    }

    private func prepareInTurn() async throws {
        let generation = atlas.current, day = SimulatedTime(now()).day
        if scene.withLock({ $0?.day == day && $0?.atlas == generation.identity }) { return }
        let made = try await workers.runInTurn { SimulatedScene(generation, day: day) }
        scene.withLock { $0 = made }
    }

    /// Tells those who listen of those who are elsewhere than `told`, and makes that what is told.
    private func tell(after told: inout [String: SeenPerson], _ queues: inout [QueueAtPlace]) throws {
        let people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        let changed = people.values.filter { told[$0.id] != $0 }.sorted { $0.id < $1.id }
        let gone = told.keys.filter { people[$0] == nil }.sorted()
        told = people
        if !changed.isEmpty || !gone.isEmpty {
            let change = try JSONEncoder().encode(PeopleChange(people: changed, gone: gone))
            feed.tell(.event("people", String(decoding: change, as: UTF8.self)))
        }
        let found = self.queues
        if found != queues { feed.queuesChanged() }
        queues = found
    }

    /// What `body` makes of the scene as it is just now; `nil` before there is one.
    private func scene<Result>(_ body: (SimulatedScene, SimulatedTime) -> Result) -> Result? {
        let time = SimulatedTime(now())
        return scene.withLock { $0 }.map { body($0, time) }
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
        scene.withLock { $0 }?.somebody(at: SimulatedTime(milliseconds))
    }
}
