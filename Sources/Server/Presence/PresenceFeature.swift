import Community
import Presence

/// Positions, people, busyness and queues: the parts that live as long as the server.
struct PresenceFeature: Sendable {
    let sources: PresenceSources
    let tidying: PresenceTidying
    let feed: PeopleFeed

    init(
        _ parts: ServerParts, _ presence: PresenceService, _ other: any PresenceSource, _ following: any PlaceFollowing
    ) {
        let accounts = parts.authentication.accounts
        sources = PresenceSources(presence: presence, other: other, accounts: accounts)
        tidying = PresenceTidying(
            presence: presence, accounts: accounts, timeline: parts.timeline, logger: parts.logger,
            following: following)
        feed = PeopleFeed(people: presence.people, accounts: accounts, feed: parts.feed, logger: parts.logger)
    }
}

extension Routes {
    /// Adds positions, devices, people, busyness and queues.
    mutating func addPresenceFeature(
        _ parts: ServerParts, _ presence: PresenceService, _ other: any PresenceSource, _ access: StandingAccess,
        _ grids: some HomeGridStore, _ gallery: PictureGallery, _ following: any PlaceFollowing
    ) -> PresenceFeature {
        let feature = PresenceFeature(parts, presence, other, following), sources = feature.sources
        let (atlas, workers, authentication) = (parts.atlas, parts.workers, parts.authentication)
        addPositions(presence, authentication)
        addDevices(presence, atlas, workers, access)
        addQuotas(presence, parts.timeline, gallery.rules, parts.settings, authentication)
        addPeople(sources, access, HomeGrids(store: grids, atlas: atlas), workers)
        addBusyness(sources, parts.engines, authentication)
        addPresenceFiles(sources, atlas, authentication, workers)
        addQueues(sources, atlas, parts.settings.queues, feed: parts.feed, authentication)
        addCrowd(other, authentication)
        return feature
    }
}

extension PresenceService {
    /// Makes the service that stores the reports of devices in `store`, sealed with `keys`.
    convenience init(
        _ parts: ServerParts, _ store: some PresenceStore, _ keys: some PersonKeyStore,
        _ following: some PlaceFollowing = OnlyServer()
    ) {
        let settings = parts.settings
        self.init(
            store: store, keys: keys, places: VisitedPlaces(atlas: parts.atlas),
            leastContributors: settings.busynessPeople, limits: settings.accountLimits,
            positionLimits: settings.positionLimits, work: PresenceWork(workers: parts.workers),
            following: following, now: parts.now,
            localMinutes: { [zone = settings.zone] in zone.minutes(at: $0) })
    }
}

extension SourceContext {
    init(_ parts: ServerParts, _ pages: TimelinePages) {
        self.init(
            atlas: parts.atlas, workers: parts.workers, feed: parts.feed, timeline: parts.timeline,
            timelineChanged: { pages.changed() }, logger: parts.logger, now: parts.now)
    }
}
