import Community
import Search
import Synchronization

/// Searches the guide with two indexes: one of the entries that everybody sees, and one of all entries, for curators.
///
/// A class because all requests share the latest indexes.
final class GuideSearch: Sendable {
    /// The state that an index was made from.
    private struct Source: Equatable {
        let changed: HybridTime
        let expires: Timestamp
        let atlas: String
    }

    /// An index that is ready, or being made; requests share the task.
    private struct CachedIndex {
        let source: Source
        let index: Task<GuideIndex, any Error>
    }

    private let cache: GuideCache
    private let workers: WorkerPool
    /// The indexes, by whether they hold all entries.
    private let cached = Mutex<[Bool: CachedIndex]>([:])

    init(_ cache: GuideCache, on workers: WorkerPool) { (self.cache, self.workers) = (cache, workers) }

    /// Returns the index of the entries that the viewer may find, for `generation`; `nil` for a guest where only
    /// members may read. Throws `unavailable` when the index has to be made and the server is busy.
    func index(
        _ exchange: Exchange, _ authentication: Authentication, in generation: AtlasGeneration
    ) async throws -> GuideIndex? {
        let viewer = try await authentication.viewer(exchange)
        do {
            try authentication.checkMayRead(viewer)
        } catch {
            return nil
        }
        let reading = try await cache.reading(), seesAll = Guide.seesAll(viewer.account)
        let source = Source(changed: reading.changed, expires: reading.expires, atlas: generation.identity)
        let index = cached.withLock { cached in
            if let known = cached[seesAll], known.source == source { return known.index }
            let index = Task { [cache, workers] in
                try await workers.run { GuideIndex(cache.topics(of: reading, seesAll: seesAll), in: generation.search) }
            }
            cached[seesAll] = CachedIndex(source: source, index: index)
            return index
        }
        do {
            return try await index.value
        } catch {
            // The next request tries again.
            cached.withLock { if $0[seesAll]?.source == source { $0[seesAll] = nil } }
            throw error
        }
    }
}

extension GuideCache {
    /// Returns the venues, works and tours that everybody sees, or all of them, in the curators' order.
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
            guard case .tour(let tour) = entry.content else { continue }
            let venues = tour.venues.lazy.compactMap { reading.venue[$0] }.filter(isShown)
            let starts = venues.compactMap { if case .venue(let venue) = $0.content { venue.point } else { nil } }
            topics.append(GuideTopic(.tour, id: entry.id.text, name: tour.name, start: starts.first))
        }
        return topics
    }
}
