import Atlas
import Community
import GeoCore
import HereaboutsAPI
import Logging
import Presence
import Routing
import Search
import ServiceLifecycle
import Synchronization

/// The streets as those walk on them who would rather leave out what is crowded: around places that are told to be busy
/// it takes longer, and so other ways are quicker. Made anew once a minute where something changed.
///
/// A class because all who ask share what was made.
final class QuieterStreets: Service, Sendable {
    private struct Made: Sendable {
        let generation: AtlasGeneration
        let changes: [StreetChange]
        /// `nil` where nothing is crowded.
        let routes: RouteEngine?
    }

    private let atlas: LiveAtlas
    private let busyness: Busyness
    private let life: SimulatedLife
    private let workers: WorkerPool
    private let logger: Logger
    private let made = Mutex<Made?>(nil)
    private let turns = KeyedLock<Int>()

    private static let period = Duration.seconds(60)
    /// From this level on a place is crowded, and by level it takes so many times as long around it.
    private static let slowness = [3: 1.5, 4: 2, 5: 3]
    /// Crowds are felt so far around a place, in metres, and at most so far from the middle of a large one.
    private static let reach = 40.0
    private static let mostReach = 200.0

    init(
        atlas: LiveAtlas, busyness: Busyness, life: SimulatedLife, workers: WorkerPool, logger: Logger
    ) {
        (self.atlas, self.busyness, self.life, self.workers, self.logger) = (atlas, busyness, life, workers, logger)
    }

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            while true {
                do { _ = try await make(of: atlas.current) } catch {
                    logger.error("quieter ways are those of a minute ago: \(error.inLog)")
                }
                try await Task.sleep(for: Self.period)
            }
        }
    }

    /// The streets of a generation, with what is crowded now; `nil` where nothing is. Throws `unavailable` when too
    /// much is waiting.
    func routes(of generation: AtlasGeneration) async throws -> RouteEngine? {
        if let made = made.withLock({ $0 }), made.generation === generation { return made.routes }
        return try await make(of: generation)
    }

    /// Makes what is not made yet, for one after the other: whoever waits finds what was made for who came before.
    private func make(of generation: AtlasGeneration) async throws -> RouteEngine? {
        try await turns.hold(0) { try await makeInTurn(of: generation) }
    }

    private func makeInTurn(of generation: AtlasGeneration) async throws -> RouteEngine? {
        let changes = try await crowds(in: generation.search.places)
        if let made = made.withLock({ $0 }), made.generation === generation, made.changes == changes {
            return made.routes
        }
        let routes =
            changes.isEmpty
            ? nil : try await workers.runInTurn { try generation.routes.heeding(changes) }
        // Who began with an older atlas goes on with it, and nobody else.
        if generation === atlas.current {
            made.withLock { $0 = Made(generation: generation, changes: changes, routes: routes) }
        }
        return routes
    }

    private func crowds(in places: PlaceTable) async throws -> [StreetChange] {
        var levels = try await busyness.present().map { (place: $0.place.reference, level: $0.now.level) }
        let known = Set(levels.map(\.place))
        for busy in life.busy {
            if let place = PlaceRef(busy.id), !known.contains(place) { levels.append((place, busy.now.level)) }
        }
        // Where crowds overlap, the largest counts and not all of them together.
        var crowds: [(plane: LocalPlane, radius: Double, factor: Double)] = []
        for (reference, level) in levels.sorted(by: { ($1.level, $0.place.rawValue) < ($0.level, $1.place.rawValue) }) {
            guard let factor = Self.slowness[level], let place = places.place(reference) else { continue }
            let plane = LocalPlane(around: places.point(place)), radius = Self.radius(of: place, places)
            if crowds.allSatisfy({ $0.plane.distance(to: plane.origin) >= $0.radius + radius }) {
                crowds.append((plane, radius, factor))
            }
        }
        return crowds.map { plane, radius, factor in
            StreetChange(.slower(factor), .area(Self.corners(plane, radius)), for: [.init(.foot), .init(.wheelchair)])
        }
    }

    /// How far the crowds of a place are felt from its middle, in metres.
    private static func radius(of place: PlaceID, _ places: PlaceTable) -> Double {
        let plane = LocalPlane(around: places.point(place)), box = places.bounds(place)
        let size = [(box.minY, box.minX), (box.maxY, box.maxX)].map { latitude, longitude in
            plane.distance(to: PointE7(latitudeE7: latitude, longitudeE7: longitude))
        }.max()
        return min(size ?? 0, mostReach) + reach
    }

    /// Eight corners around the middle of a plane.
    private static func corners(_ plane: LocalPlane, _ radius: Double) -> [PointE7] {
        (0..<8).map { corner in
            let direction = Elementary.sineAndCosine(Double(corner) * .pi / 4)
            return plane.point(at: PlanePoint(x: radius * direction.sine, y: radius * direction.cosine))
        }
    }
}
