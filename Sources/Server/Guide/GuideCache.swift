import Community
import Fairness
import Foundation
import HereaboutsAPI
import Synchronization

/// Keeps the whole guide in memory, and the answer for guests and users ready.
///
/// A class because all requests share that cache.
final class GuideCache: Sendable {
    private struct State {
        /// Counts the changes: a reading from before a change is not kept after it.
        var changes = 0
        var kept: Reading?
    }

    /// The whole guide at one moment.
    struct Reading: Sendable {
        let venues: [GuideEntry]
        /// The venues by id.
        let venue: [GuideID: GuideEntry]
        let works: [GuideID: [GuideEntry]]
        let tours: [GuideEntry]
        /// The pictures that everybody sees, and all pictures.
        let publicPictures: Set<PictureID>
        let allPictures: Set<PictureID>
        /// The reading contains all changes up to this one.
        let changed: HybridTime
        /// The answer for guests and users.
        let publicAnswer: CachedJSON
        /// When the reading becomes outdated because an embargo ends.
        let expires: Timestamp
    }

    let guide: Guide
    private let feed: LiveFeed
    private let packers: Pool<Gzip>
    private let workers: WorkerPool
    private let state = Mutex(State())

    init(_ guide: Guide, feed: LiveFeed, packers: Pool<Gzip>, workers: WorkerPool) {
        self.guide = guide
        self.feed = feed
        self.packers = packers
        self.workers = workers
    }

    /// Drops the cached guide after a change, and announces the change.
    func changed(_ origin: LiveFeed.Origin = .request) {
        state.withLock {
            $0.changes += 1
            $0.kept = nil
        }
        feed.guideChanged(origin)
    }

    func reading() async throws -> Reading {
        let now = guide.milliseconds
        let (kept, changes) = state.withLock { ($0.kept, $0.changes) }
        if let kept, now < kept.expires { return kept }
        let reading = try await read(at: now)
        state.withLock { if $0.changes == changes { $0.kept = reading } }
        return reading
    }

    private func read(at now: Timestamp) async throws -> Reading {
        // Read before the entries: a client that compares it with live events then reads once too often, never too
        // rarely.
        let changed = try await guide.lastChange()
        let entries = try await guide.entries(), packers = packers
        // On behalf of the machine, since the reading serves everybody.
        return try await Requester.$current.withValue(.machine) {
            try await workers.run { try Self.reading(entries, changed, at: now, packers) }
        }
    }

    private static func reading(
        _ entries: [GuideEntry], _ changed: HybridTime, at now: Timestamp, _ packers: Pool<Gzip>
    ) throws -> Reading {
        let venues = entries.filter { $0.content.kind == .venue }, tours = entries.filter { $0.content.kind == .tour }
        let works = Dictionary(grouping: entries.filter { $0.content.kind == .work }) { $0.venue ?? $0.id }
        let isPublic = { (entry: GuideEntry) in entry.draft.isPublic(at: now) }
        let answer = Self.answer(venues, works, tours, changed, isPublic)
        let publicVenues = Set(venues.filter(isPublic).map(\.id))
        let publicEntries = entries.filter { isPublic($0) && ($0.venue.map(publicVenues.contains) ?? true) }
        let embargoes = entries.compactMap(\.draft.embargo).filter { $0 > now }
        return Reading(
            venues: venues, venue: Dictionary(uniqueKeysWithValues: venues.map { ($0.id, $0) }), works: works,
            tours: tours, publicPictures: Set(publicEntries.flatMap(\.content.pictures).map(\.id)),
            allPictures: Set(entries.flatMap(\.content.pictures).map(\.id)), changed: changed,
            publicAnswer: CachedJSON(packedHere: [UInt8](try Self.encoder.encode(answer)), packers),
            expires: embargoes.min() ?? .max)
    }

    /// Returns the answer for curators.
    static func wholeAnswer(_ reading: Reading) -> GuideAnswer {
        answer(reading.venues, reading.works, reading.tours, reading.changed) { _ in true }
    }

    private static func answer(
        _ venues: [GuideEntry], _ works: [GuideID: [GuideEntry]], _ tours: [GuideEntry],
        _ changed: HybridTime, _ isShown: (GuideEntry) -> Bool
    ) -> GuideAnswer {
        let shown = venues.filter(isShown), ids = Set(shown.map(\.id))
        return GuideAnswer(
            venues: shown.compactMap { entry in
                guard case .venue(let venue) = entry.content else { return nil }
                return Venue(entry, venue, works: (works[entry.id] ?? []).count(where: isShown))
            },
            tours: tours.filter(isShown).compactMap { entry in
                guard case .tour(let tour) = entry.content else { return nil }
                return Tour(entry, tour) { ids.contains($0) }
            }, changed: changed.cursor)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Returns a venue that `viewer` may see, with its works; throws `notFound`.
    func venue(_ id: GuideID, for viewer: Community.Account?) async throws -> VenueAnswer {
        let reading = try await reading(), now = guide.milliseconds, seesAll = Guide.seesAll(viewer)
        let isShown = { (entry: GuideEntry) in seesAll || entry.draft.isPublic(at: now) }
        guard let entry = reading.venue[id], isShown(entry),
            case .venue(let venue) = entry.content
        else { throw CommunityFault.notFound }
        let works = (reading.works[id] ?? []).filter(isShown)
        let votes = try await guide.votes(in: id, by: viewer)
        return VenueAnswer(
            venue: Venue(entry, venue, works: works.count),
            works: works.compactMap { entry in
                guard case .work(let work) = entry.content else { return nil }
                return Work(entry, work, votes[entry.id])
            }, changed: reading.changed.cursor)
    }

    /// Whether `viewer` sees a picture somewhere in the guide.
    func shows(_ picture: PictureID, to viewer: Community.Account?) async throws -> Bool {
        let reading = try await reading()
        return (Guide.seesAll(viewer) ? reading.allPictures : reading.publicPictures).contains(picture)
    }

    /// Returns a work that `viewer` may see, which depends on its venue, too; throws `notFound`.
    func checkWork(_ id: GuideID, for viewer: Community.Account?) async throws -> GuideEntry {
        let reading = try await reading(), now = guide.milliseconds, seesAll = Guide.seesAll(viewer)
        for venue in reading.venues where seesAll || venue.draft.isPublic(at: now) {
            if let work = reading.works[venue.id]?.first(where: { $0.id == id }),
                seesAll || work.draft.isPublic(at: now)
            {
                return work
            }
        }
        throw CommunityFault.notFound
    }
}
