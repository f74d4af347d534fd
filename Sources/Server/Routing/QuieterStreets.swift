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

/// The streets for people who avoid crowds: walking around busy places takes longer, so other routes are quicker. The
/// server makes them anew once a minute when something changed.
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
    private let sources: PresenceSources
    private let workers: WorkerPool
    private let logger: Logger
    private let made = Mutex<Made?>(nil)
    private let turns = KeyedLock<Int>()

    private static let period = Duration.seconds(60)
    /// By level of busyness, how many times as long walking takes around a place.
    private static let slowness = [3: 1.5, 4: 2, 5: 3]
    /// How far crowds reach around a place, and at most from the middle of a large one, in metres.
    private static let reach = 40.0
    private static let mostReach = 200.0

    init(_ atlas: LiveAtlas, _ sources: PresenceSources, _ workers: WorkerPool, _ logger: Logger) {
        (self.atlas, self.sources, self.workers, self.logger) = (atlas, sources, workers, logger)
    }

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            while true {
                do { _ = try await make(of: atlas.current) } catch {
                    logger.error("quieter routes are those of a minute ago: \(error.inLog)")
                }
                try await Task.sleep(for: Self.period)
            }
        }
    }

    /// The streets of a generation with today's crowds; `nil` where no place is crowded. Throws `unavailable` when too
    /// much work waits.
    func routes(of generation: AtlasGeneration) async throws -> RouteEngine? {
        if let made = made.withLock({ $0 }), made.generation === generation { return made.routes }
        return try await make(of: generation)
    }

    /// Makes the streets for one asker after the other: the next one finds what was made for the first.
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
        // A request that began with an older atlas goes on with it, and no other does.
        if generation === atlas.current {
            made.withLock { $0 = Made(generation: generation, changes: changes, routes: routes) }
        }
        return routes
    }

    private func crowds(in places: PlaceTable) async throws -> [StreetChange] {
        let levels = try await sources.busyPlaces(places).compactMap { busy in
            PlaceRef(busy.id).map { (place: $0, level: busy.now.level) }
        }
        // Where crowds overlap, only the largest counts.
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
