import Presence

extension Routes {
    /// Adds the interfaces of other programs: Nominatim, Photon, OSRM, Valhalla, and the classic lab server.
    mutating func addCompatibilityFeature(
        _ parts: ServerParts, _ pages: TimelinePages, _ presence: PresenceService
    ) {
        addNominatim(parts.engines, version: parts.version)
        addPhoton(parts.engines)
        addOSRM(parts.engines)
        addOSRMTours(parts.engines)
        addIsochrones(parts.engines)
        addClassic(pages, parts.authentication, parts.atlas, presence)
        addClassicPresence(
            presence, parts.engines, parts.settings.queues, feed: parts.feed, parts.authentication)
    }
}
