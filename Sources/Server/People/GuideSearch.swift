import Community
import Search
import Synchronization

/// The guide as search looks through it: one index of what everybody sees, and one of everything, for curators.
///
/// A class because all requests share the indexes that were made last.
final class GuideSearch: Sendable {
    /// What an index was made from.
    private struct Source: Equatable {
        let changed: HybridTime
        let expires: Int64
        let atlas: String
    }

    private let shelf: GuideShelf
    private let made = Mutex<[Bool: (source: Source, index: GuideIndex)]>([:])

    init(_ shelf: GuideShelf) { self.shelf = shelf }

    /// What who asks may find, folded as `generation` folds; `nil` for a guest where only members look.
    func index(
        _ exchange: Exchange, _ door: Doorkeeper, in generation: AtlasGeneration
    ) async throws -> GuideIndex? {
        let viewer = try await door.viewer(exchange)
        do {
            try door.checkLooks(viewer)
        } catch {
            return nil
        }
        let reading = try await shelf.reading(), seesAll = Guide.seesAll(viewer.account)
        let source = Source(changed: reading.changed, expires: reading.expires, atlas: generation.identity)
        if let known = made.withLock({ $0[seesAll] }), known.source == source { return known.index }
        let index = GuideIndex(shelf.topics(of: reading, seesAll: seesAll), with: generation.search.folding)
        made.withLock { $0[seesAll] = (source, index) }
        return index
    }
}

extension GuideShelf {
    /// The venues, works and tours that everybody sees, or all of them, in the curators' order.
    fileprivate func topics(of reading: Reading, seesAll: Bool) -> [GuideTopic] {
        let now = guide.milliseconds
        let isShown = { (entry: GuideEntry) in seesAll || entry.draft.isPublic(at: now) }
        var topics: [GuideTopic] = []
        for entry in reading.venues where isShown(entry) {
            guard case .venue(let venue) = entry.content else { continue }
            topics.append(GuideTopic(.venue, id: entry.id.text, name: venue.name, point: venue.point))
            for shown in reading.works[entry.id] ?? [] where isShown(shown) {
                guard case .work(let work) = shown.content else { continue }
                topics.append(
                    GuideTopic(
                        .work, id: shown.id.text, name: work.title, artist: work.artist,
                        venue: (entry.id.text, venue.name), point: venue.point))
            }
        }
        for entry in reading.tours where isShown(entry) {
            topics.append(GuideTopic(.tour, id: entry.id.text, name: entry.content.name))
        }
        return topics
    }
}
