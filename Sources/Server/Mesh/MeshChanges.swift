import Community
import HereaboutsAPI
import Logging
import Merging
import MeshHost
import MeshRows
import Presence
import ServiceLifecycle
import Synchronization

/// Shows pages the changes that messages of the mesh made here, and wakes the mesh when people write here.
///
/// A class because the features that it tells are made after what gives it the changes.
final class MeshChanges: Sendable {
    private struct Features {
        let pages: TimelinePages
        let guide: GuideCache
        let overlay: LiveOverlay
    }

    private let parts: ServerParts
    private let queues: Queues
    private let features = Mutex<Features?>(nil)

    init(_ parts: ServerParts, _ queues: Queues) { (self.parts, self.queues) = (parts, queues) }

    /// Returns what joins a node and the stores; `nil` without a node.
    func rows(
        _ host: MeshHost?, _ store: some CommunityStore, _ keys: DerivedAuthorKeys?, _ gallery: PictureGallery
    ) -> MeshRows? {
        guard let host, let keys else { return nil }
        let logger = parts.logger
        let rows = MeshRows(
            host, store: store, keys: keys, queues: queues, pictures: MeshPictures(gallery: gallery), now: parts.now,
            changed: { await self.show($0) },
            report: { error in
                let cause = (error as? MeshFault)?.description ?? error.inLog
                logger.error("the server exchanges posts with its node of the mesh again within a minute: \(cause)")
            })
        parts.feed.observe { [weak rows] written in
            switch written {
            case .posts: rows?.written(.posts)
            case .plan: rows?.written(.plan)
            }
        }
        return rows
    }

    /// Names the features that show the changes.
    func begin(_ pages: TimelinePages, _ guide: GuideCache, _ overlay: LiveOverlay) {
        features.withLock { $0 = Features(pages: pages, guide: guide, overlay: overlay) }
    }

    private func show(_ outcome: MeshMerge.Outcome) async {
        guard let features = features.withLock({ $0 }) else { return }
        switch outcome {
        case .post: features.pages.changed()
        case .guide: features.guide.changed()
        case .overlay:
            if let overlay = try? await parts.overlays.current() { await features.overlay.apply(overlay) }
            parts.feed.overlayChanged()
        case .queue: parts.feed.queuesChanged()
        case .helpPins: parts.feed.send(MeshNews(pins: true))
        case .nothing, .meaningless, .notAllowed, .notMerged: break
        }
    }
}

/// Merges and sends as long as the server runs.
struct MeshRowsRunning: Service {
    let rows: MeshRows

    func run() async throws { await cancelWhenGracefulShutdown { [rows] in await rows.run() } }
}
