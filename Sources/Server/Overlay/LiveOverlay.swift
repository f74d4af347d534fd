import Community
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
