import Community
import HereaboutsAPI
import Presence

/// Takes in what the servers of the place changed: drops what this one remembers of it, and tells its listeners.
struct ChangeTaking: Sendable {
    let parts: ServerParts
    let presence: PresenceService
    let pages: TimelinePages
    let guide: GuideCache
    let overlay: LiveOverlay
    let games: GameFeed

    /// Takes in one change. Throws if it can't be done now.
    func take(_ change: PlaceChange) async throws {
        switch change {
        case .posts: pages.changed()
        case .guide: guide.changed(.store)
        case .imprint: parts.feed.imprintChanged(.store)
        case .overlay: try await takeOverlay()
        case .queues: await takeQueues()
        case .account(let account):
            pages.changed()
            await parts.feed.endStreams(of: account)
        case .everything:
            pages.changed()
            guide.changed(.store)
            parts.feed.imprintChanged(.store)
            try await takeOverlay()
            await takeQueues()
            await parts.feed.endStreams()
        case .game(let code): await games.take(code)
        case .sharing, .positions, .devices, .friends, .circle: break
        }
        try await presence.take(change)
    }

    private func takeOverlay() async throws {
        await overlay.apply(try await parts.overlays.current())
        parts.feed.overlayChanged(.store)
    }

    private func takeQueues() async {
        await presence.queues.readAgain()
        parts.feed.queuesChanged(.store)
    }
}
