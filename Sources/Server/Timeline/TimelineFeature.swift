import Fairness
import Presence

extension Routes {
    /// Adds posts; returns the pages of the timeline.
    mutating func addTimelineFeature(
        _ parts: ServerParts, _ gallery: PictureGallery, _ presence: PresenceService
    ) -> TimelinePages {
        let pages = TimelinePages(
            parts.timeline, guestPosts: RateLimiter(perDay: parts.settings.guestPostsPerDay), feed: parts.feed,
            packers: parts.packers, workers: parts.workers)
        addTimeline(pages, parts.authentication, parts.atlas, gallery, presence)
        return pages
    }
}
