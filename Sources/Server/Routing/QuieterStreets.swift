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

/// Weights the streets for people who avoid crowds: walking near busy places takes longer, so other routes win. The
/// server updates the weights once a minute when something changed.
///
/// A class because all requests share the current weights.
final class QuieterStreets: Service, Sendable {
    private struct CrowdedRoutes: Sendable {
        let generation: AtlasGeneration
        let changes: [StreetChange]
        /// `nil` when no place is crowded.
        let routes: RouteEngine?
    }

    private let atlas: LiveAtlas
    private let sources: PresenceSources
    private let workers: WorkerPool
    private let logger: Logger
    private let cached = Mutex<CrowdedRoutes?>(nil)
    private let turns = KeyedLock<Int>()

    private static let period = Duration.seconds(60)
    /// The factor for the walking time around a place, by level of busyness.
    private static let slowness = [3: 1.5, 4: 2, 5: 3]
    /// How far a crowd reaches around a place, in metres, and the largest reach from the middle of a large place.
    private static let reach = 40.0
    private static let mostReach = 200.0

    init(_ atlas: LiveAtlas, _ sources: PresenceSources, _ workers: WorkerPool, _ logger: Logger) {
        (self.atlas, self.sources, self.workers, self.logger) = (atlas, sources, workers, logger)
    }

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown { [self] in
            while true {
                do { _ = try await make(of: atlas.current) } catch {
                    logger.error("quieter routes use the crowds of a minute ago: \(error.inLog)")
                }
                try await Task.sleep(for: Self.period)
            }
        }
    }

    /// Returns the routes of a generation with today's crowds; `nil` when no place is crowded. Throws `unavailable`
    /// when too much work waits.
    func routes(of generation: AtlasGeneration) async throws -> RouteEngine? {
        if let cached = cached.withLock({ $0 }), cached.generation === generation { return cached.routes }
        return try await make(of: generation)
    }

    /// Makes the routes for one request at a time: the next request finds the result of the first.
    private func make(of generation: AtlasGeneration) async throws -> RouteEngine? {
        try await turns.hold(0) { try await makeInTurn(of: generation) }
    }

    private func makeInTurn(of generation: AtlasGeneration) async throws -> RouteEngine? {
        let changes = try await crowds(in: generation.search.places)
        if let cached = cached.withLock({ $0 }), cached.generation === generation, cached.changes == changes {
            return cached.routes
        }
        let routes =
            changes.isEmpty
            ? nil : try await workers.runInTurn { try generation.routes.applying(changes) }
        // A request that began with an older atlas continues with it, and no other request does.
        if generation === atlas.current {
            cached.withLock { $0 = CrowdedRoutes(generation: generation, changes: changes, routes: routes) }
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

    /// Returns the reach of a place's crowd from the place's middle, in metres.
    private static func radius(of place: PlaceID, _ places: PlaceTable) -> Double {
        let plane = LocalPlane(around: places.point(place)), box = places.bounds(place)
        let size = [(box.minY, box.minX), (box.maxY, box.maxX)].map { latitude, longitude in
            plane.distance(to: PointE7(latitudeE7: latitude, longitudeE7: longitude))
        }.max()
        return min(size ?? 0, mostReach) + reach
    }

    /// Returns eight corners around the origin of a plane; `radius` is in metres.
    private static func corners(_ plane: LocalPlane, _ radius: Double) -> [PointE7] {
        (0..<8).map { corner in
            let direction = Elementary.sineAndCosine(Double(corner) * .pi / 4)
            return plane.point(at: PlanePoint(x: radius * direction.sine, y: radius * direction.cosine))
        }
    }
}
