import Community
import FoundationEssentials
import GeoCore
package import HereaboutsAPI
import Logging
import NIOCore
import Presence
package import Server
import ServiceLifecycle
import Synchronization

/// Simulates people who walk about, visit places, wait in queues and write posts. They show a server with people before
/// anybody has used it. Answers mark everything that they do as simulated.
///
/// A class because all requests see the same people.
package final class SimulatedPeople: PresenceSource, Sendable {
    let context: SourceContext
    /// Writes their posts, if they write any.
    package let posts: SimulatedPosts?
    private let state: Mutex<State>
    private let turns = KeyedLock<Int>()

    private struct State {
        var crowd: SimulatedCrowd
        /// When the crowd's own clock began.
        var begin: Timestamp
        var scene: SimulatedScene?
    }

    /// The number of people in the demonstration.
    package static let usualPeople = 300
    private static let mostPeople = 2000
    private static let mostSpeed = 120

    /// Begins with `people`, who write posts if `writesPosts`.
    package init(_ context: SourceContext, people: Int, writesPosts: Bool) {
        self.context = context
        posts = writesPosts ? SimulatedPosts(context) : nil
        state = Mutex(State(crowd: SimulatedCrowd(people: people), begin: context.now()))
    }

    package var crowd: SimulatedCrowd { state.withLock { $0.crowd } }

    package func change(to crowd: SimulatedCrowd) async throws {
        try Self.check(crowd)
        try await turns.hold(0) {
            let scene = crowd.people > 0 ? try await scene(of: crowd, begin: context.now()) : nil
            state.withLock { $0 = State(crowd: crowd, begin: context.now(), scene: scene) }
        }
    }

    private static func check(_ crowd: SimulatedCrowd) throws(CommunityFault) {
        guard (0...mostPeople).contains(crowd.people) else {
            throw .invalid(field: "people", reason: "is not 0 to \(mostPeople)")
        }
        guard crowd.hour.map({ (0..<24).contains($0) }) ?? true else {
            throw .invalid(field: "hour", reason: "is not 0 to 23")
        }
        guard (1...mostSpeed).contains(crowd.speed) else {
            throw .invalid(field: "speed", reason: "is not 1 to \(mostSpeed)")
        }
        guard crowd.speed == 1 || crowd.hour != nil else {
            throw .invalid(
                field: "hour", reason: "is missing; a crowd that is faster than the clock needs an hour to begin at")
        }
    }

    package func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup { group in
                group.addTask { try await self.live() }
                if let posts { group.addTask { try await posts.write(by: self) { try await Task.sleep(for: $0) } } }
                try await group.waitForAll()
            }
        }
    }

    private func live() async throws {
        var published: [String: SeenPerson] = [:], queues: [QueueAtPlace] = []
        while true {
            do {
                try await prepare()
                try announce(after: &published, &queues)
            } catch {
                context.logger.error("the simulated people do not move: \(error.inLog)")
            }
            // Faster people move further between two events.
            try await Task.sleep(for: .seconds(crowd.speed > 1 ? 1 : 3))
        }
    }

    /// Makes today's scene, unless it exists.
    package func prepare() async throws {
        try await turns.hold(0) { try await prepareInTurn() }
    }

    private func prepareInTurn() async throws {
        let (crowd, begin, scene) = state.withLock { ($0.crowd, $0.begin, $0.scene) }
        guard crowd.people > 0 else { return }
        let made = try await self.scene(of: crowd, begin: begin, unless: scene)
        state.withLock { $0.scene = made }
    }

    /// Returns the scene of the crowd's day; `known` if it is that scene.
    private func scene(
        of crowd: SimulatedCrowd, begin: Timestamp, unless known: SimulatedScene? = nil
    ) async throws -> SimulatedScene {
        let generation = context.atlas.current, day = SimulatedTime(context.now(), crowd, begin: begin).day
        if let known, known.day == day, known.atlas == generation.identity { return known }
        return try await context.workers.runInTurn { SimulatedScene(generation, day: day, people: crowd.people) }
    }

    /// Announces the people who moved and the queues that changed since the last call.
    private func announce(after published: inout [String: SeenPerson], _ queues: inout [QueueAtPlace]) throws {
        let people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        let changed = people.values.filter { published[$0.id] != $0 }.sorted { $0.id < $1.id }
        let gone = published.keys.filter { people[$0] == nil }.sorted()
        published = people
        if !changed.isEmpty || !gone.isEmpty {
            let change = try JSONEncoder().encode(PeopleChange(people: changed, gone: gone))
            context.feed.send(.event(.people, String(decoding: change, as: UTF8.self)))
        }
        let found = self.queues
        if found != queues { context.feed.queuesChanged(.store) }
        queues = found
    }

    /// Calls `body` with the scene, now or at a time; `nil` without a scene.
    private func scene<Result>(
        at time: Timestamp? = nil, _ body: (SimulatedScene, SimulatedTime) -> Result
    ) -> Result? {
        let (crowd, begin, scene) = state.withLock { ($0.crowd, $0.begin, $0.scene) }
        return scene.map { body($0, SimulatedTime(time ?? context.now(), crowd, begin: begin)) }
    }

    package var people: [SeenPerson] { scene { $0.people(at: $1) } ?? [] }
    package var queues: [QueueAtPlace] { scene { $0.queues(at: $1) } ?? [] }
    package var busyPlaces: [BusyPlace] { scene { $0.busy(at: $1) } ?? [] }
    package func queue(at place: String) -> PlaceQueue? { scene { $0.queue(at: place, $1) } ?? nil }
    package func busyness(of place: String) -> SourceBusyness? { scene { $0.busyness(of: place, at: $1) } ?? nil }

    /// Returns a person and their position at a time, preferably a person who was out.
    func somebody(at time: Timestamp) -> (name: String, point: PointE7, speed: Double)? {
        scene(at: time) { $0.somebody(at: $1) } ?? nil
    }
}
