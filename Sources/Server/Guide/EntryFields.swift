import Community
import HereaboutsAPI

/// The fields that curators send for an entry of one kind, and the answer that shows it.
protocol EntryFields: Codable, Sendable {
    associatedtype Shown: Encodable & Sendable

    static var kind: GuideKind { get }

    /// Returns an entry of this kind as `editor` sees it; throws `notFound` for another kind.
    static func shown(
        _ entry: GuideEntry, on cache: GuideCache, to editor: Community.Account
    ) async throws -> Shown

    /// Returns the entry's draft; throws `invalid`.
    func draft() throws(CommunityFault) -> GuideDraft
}

extension VenueFields: EntryFields {
    static var kind: GuideKind { .venue }

    func draft() throws(CommunityFault) -> GuideDraft { try GuideDraft(self) }

    static func shown(
        _ entry: GuideEntry, on cache: GuideCache, to editor: Community.Account
    ) async throws -> Venue { try await cache.venue(entry.id, for: editor).venue }
}

extension WorkFields: EntryFields {
    static var kind: GuideKind { .work }

    func draft() throws(CommunityFault) -> GuideDraft { try GuideDraft(self) }

    static func shown(
        _ entry: GuideEntry, on cache: GuideCache, to editor: Community.Account
    ) async throws -> Work {
        guard case .work(let work) = entry.content, let venue = entry.venue else { throw CommunityFault.notFound }
        return Work(entry, work, try await cache.guide.votes(in: venue, by: editor)[entry.id])
    }
}

extension TourFields: EntryFields {
    static var kind: GuideKind { .tour }

    func draft() throws(CommunityFault) -> GuideDraft { try GuideDraft(self) }

    static func shown(
        _ entry: GuideEntry, on cache: GuideCache, to editor: Community.Account
    ) async throws -> Tour {
        guard case .tour(let tour) = entry.content else { throw CommunityFault.notFound }
        return Tour(entry, tour) { _ in true }
    }
}
