import Community
import GeoCore
import HereaboutsAPI
import Logging
import Routing
import ServiceLifecycle
import Synchronization

/// Has routes heed what of the published overlay holds now: when it is published, and when the time of something comes
/// or is over.
///
/// A class because whoever publishes and the service that watches the time share what is heeded.
final class LiveOverlay: Sendable {
    let overlays: Overlays
    private let atlas: LiveAtlas
    private let workers: WorkerPool
    private let feed: LiveFeed
    private let logger: Logger
    /// Lets so much time of the clock pass that the overlays go by; throws when it is cancelled.
    private let wait: @Sendable (Duration) async throws -> Void
    private struct State {
        /// What is heeded; `nil` before the first look.
        var heeded: [StreetChange]?
        /// How often something was published.
        var publications = 0
        /// Who sleeps until the next time is due, by who watches: a server may be served by more than one application.
        var sleepers: [ObjectIdentifier: Task<Void, Never>] = [:]
    }
    private let state = Mutex(State())

    init(
        _ overlays: Overlays, _ atlas: LiveAtlas, _ workers: WorkerPool, feed: LiveFeed, _ logger: Logger,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.overlays = overlays
        self.atlas = atlas
        self.workers = workers
        self.feed = feed
        self.logger = logger
        self.wait = wait
    }

    /// Heeds an overlay that was just published: routes that are asked for after this returns do, but where the server
    /// is so busy that it is put off for a moment.
    func heed(_ overlay: Community.Overlay) async {
        do { try await apply(overlay.published, at: overlays.now()) } catch { complain(error) }
        state.withLock { state in
            state.publications += 1
            for sleeper in state.sleepers.values { sleeper.cancel() }
        }
    }

    /// Heeds what was published before the server started.
    func begin() async {
        do { try await apply(try await overlays.current().published, at: overlays.now()) } catch { complain(error) }
    }

    /// Returns what features do to the streets of the atlas in service while they hold, for each that concerns streets,
    /// with the streets drawn where that is wanted. Throws `unavailable` when too much is waiting.
    func effects(of features: [Community.Overlay.Feature], drawn isDrawn: Bool) async throws -> [OverlayEffect] {
        let changes = features.indexedStreetChanges
        guard !changes.isEmpty else { return [] }
        return try await workers.run { [atlas] in
            let routes = atlas.current.routes
            var room = isDrawn ? OverlayEffect.mostPoints : 0
            return changes.map { feature, change in
                OverlayEffect(feature, routes.streets(changedBy: change), routes.network.text, drawing: &room)
            }
        }
    }

    /// The same without the streets, as a remark beside other answers: `nil` when too much is waiting.
    func effectsIfFree(of features: [Community.Overlay.Feature]) async throws -> [OverlayEffect]? {
        do {
            return try await effects(of: features, drawn: false)
        } catch let error as ErrorBody where error.code == .unavailable {
            return nil
        }
    }

    private func complain(_ error: any Error) {
        logger.error("what is closed on the map is looked at again in a moment: \(error.inLog)")
    }

    /// Heeds what holds at a time, in milliseconds since 1970; returns whether that is something else than before.
    @discardableResult
    private func apply(_ features: [Community.Overlay.Feature], at now: Int64) async throws -> Bool {
        let changes = features.filter { $0.holds(at: now) }.streetChanges
        guard state.withLock({ $0.heeded != changes }) else { return false }
        try await workers.run { [atlas] in try atlas.heed(changes) }
        state.withLock { $0.heeded = changes }
        return true
    }

    /// Heeds what holds, until it is cancelled.
    fileprivate func watch() async {
        let watcher = Watcher()
        defer { state.withLock { $0.sleepers[ObjectIdentifier(watcher)] = nil } }
        while !Task.isCancelled {
            let publications = state.withLock { $0.publications }
            var rest = Self.longestWait
            do {
                let features = try await overlays.current().published
                // Pages ask for their ways again.
                let now = overlays.now()
                if try await apply(features, at: now) { feed.overlayChanged() }
                // A time that came meanwhile has not been heeded: it is due at once.
                let next = features.flatMap { [$0.from, $0.until].compactMap { $0 } }.filter { $0 > now }.min()
                if let next { rest = min(rest, .milliseconds(max(0, next - overlays.now()))) }
            } catch {
                // What was heeded before goes on being heeded.
                complain(error)
                rest = Self.pause
            }
            let sleeper = Task<Void, Never> { [wait, rest] in
                // Woken by cancelling.
                try? await wait(rest)
            }
            state.withLock { state in
                state.sleepers[ObjectIdentifier(watcher)] = sleeper
                // Published since it was read: this may have heeded what came before.
                if state.publications != publications { sleeper.cancel() }
            }
            await withTaskCancellationHandler {
                await sleeper.value
            } onCancel: {
                sleeper.cancel()
            }
        }
    }

    /// Tells those who watch apart.
    private final class Watcher: Sendable {}

    /// Clocks are set, and timers that wait for days drift.
    private static let longestWait = Duration.seconds(600)
    private static let pause = Duration.seconds(1)
}

/// Watches the time for `LiveOverlay`.
struct OverlayWatching: Service {
    let overlay: LiveOverlay

    func run() async throws {
        await cancelWhenGracefulShutdown { await overlay.watch() }
    }
}

extension [Community.Overlay.Feature] {
    /// What they change about streets. Entrances open all fences.
    fileprivate var streetChanges: [StreetChange] { indexedStreetChanges.map(\.change) }

    /// The same, with the position of each feature.
    fileprivate var indexedStreetChanges: [(feature: Int, change: StreetChange)] {
        let openings = compactMap { feature -> PointE7? in
            guard feature.kind == .entrance, case .point(let point) = feature.place else { return nil }
            return point
        }
        return enumerated().compactMap { index, feature in
            feature.streetChange(openings: openings).map { (index, $0) }
        }
    }
}

extension Community.Overlay.Feature {
    /// What it changes about streets; `nil` for what is only shown.
    fileprivate func streetChange(openings: [PointE7]) -> StreetChange? {
        let effect: StreetChange.Effect
        switch kind {
        case .closed: effect = .closed
        case .oneWay: effect = .oneWay
        case .slow: effect = .slower(factor ?? 1)
        case .fence: effect = .fence(openings: openings)
        case .stage, .stall, .toilets, .firstAid, .meetingPoint, .entrance: return nil
        }
        let change: StreetChange.Place
        switch place {
        case .point: return nil
        case .line(let points): change = .line(points)
        case .area(let corners): change = .area(corners)
        case .ways(let ids): change = .ways(ids)
        }
        return StreetChange(effect, change, for: ProfileSet(travellers.map { ProfileSet(Profile($0)) }))
    }
}

extension Profile {
    fileprivate init(_ traveller: Community.Overlay.Traveller) {
        self =
            switch traveller {
            case .foot: .foot
            case .wheelchair: .wheelchair
            case .bicycle: .bicycle
            case .car: .car
            }
    }
}
