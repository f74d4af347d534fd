import MeshRows
import Presence

extension Routes {
    /// Adds posts; returns the pages of the timeline.
    mutating func addTimelineFeature(
        _ parts: ServerParts, _ gallery: PictureGallery, _ presence: PresenceService, _ rows: MeshRows?
    ) -> TimelinePages {
        let pages = TimelinePages(
            parts.timeline, guestPosts: parts.process.limits.guestPosts, feed: parts.feed,
            packers: parts.packers, workers: parts.workers)
        addTimeline(pages, parts.authentication, parts.atlas, gallery, presence, rows)
        return pages
    }
}
