import Community
import Logging
import Routing
import ServiceLifecycle
import Synchronization

/// Applies the published overlay to routes: when an operator publishes it, and when a feature's time begins or ends.
///
/// A class because publishing and the service that watches the time share its state.
final class LiveOverlay: Sendable {
    let overlays: Overlays
    private let atlas: LiveAtlas
    private let workers: WorkerPool
    private let feed: LiveFeed
    private let logger: Logger
    /// Waits for a duration of the overlays' clock; throws when it is cancelled.
    private let wait: @Sendable (Duration) async throws -> Void
    private struct State {
        /// The changes in force; `nil` before the first time.
        var applied: [StreetChange]?
        /// The number of publications.
        var publications = 0
        /// The tasks that sleep until the next due time, by watcher: several applications may serve one server.
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

    /// Applies an overlay that was just published to routes that are requested after this returns. A busy server may
    /// apply it a moment later.
    func apply(_ overlay: Community.Overlay) async {
        do { try await apply(overlay.published, at: overlays.now()) } catch { log(error) }
        state.withLock { state in
            state.publications += 1
            for sleeper in state.sleepers.values { sleeper.cancel() }
        }
    }

    /// Applies the overlay that was published before the server started.
    func begin() async {
        do { try await apply(try await overlays.current().published, at: overlays.now()) } catch { log(error) }
    }

    private func log(_ error: any Error) {
        logger.error("the server applies the overlay again later: \(error.inLog)")
    }

    /// Applies the features that hold at a time; returns whether that changes anything.
    @discardableResult
    private func apply(_ features: [Community.Overlay.Feature], at now: Timestamp) async throws -> Bool {
        let changes = features.filter { $0.holds(at: now) }.streetChanges
        guard state.withLock({ $0.applied != changes }) else { return false }
        try await workers.run { [atlas] in try atlas.apply(changes) }
        state.withLock { $0.applied = changes }
        return true
    }

    /// Applies features when their times begin and end, until it is cancelled.
    fileprivate func watch() async {
        let watcher = Watcher()
        defer { state.withLock { $0.sleepers[ObjectIdentifier(watcher)] = nil } }
        while !Task.isCancelled {
            let publications = state.withLock { $0.publications }
            var rest = Self.longestWait
            do {
                let features = try await overlays.current().published
                // Pages request their routes again.
                let now = overlays.now()
                if try await apply(features, at: now) { feed.overlayChanged(.store) }
                // A time that passed meanwhile is not applied yet: it is due at once.
                let next = features.flatMap { [$0.from, $0.until].compactMap { $0 } }.filter { $0 > now }.min()
                if let next { rest = min(rest, .milliseconds(max(0, next - overlays.now()))) }
            } catch {
                // The previous changes stay in force.
                log(error)
                rest = Self.pause
            }
            let sleeper = Task<Void, Never> { [wait, rest] in
                // Cancelling wakes it up.
                try? await wait(rest)
            }
            state.withLock { state in
                state.sleepers[ObjectIdentifier(watcher)] = sleeper
                // An overlay was published since the read: this may have applied the previous overlay.
                if state.publications != publications { sleeper.cancel() }
            }
            await withTaskCancellationHandler {
                await sleeper.value
            } onCancel: {
                sleeper.cancel()
            }
        }
    }

    /// Identifies a watcher.
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
