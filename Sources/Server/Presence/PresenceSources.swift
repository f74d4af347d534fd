import Atlas
import Community
import GeoCore
import HereaboutsAPI
import Presence
import Search

/// Joins people, busyness and queues from the reports of devices and from the other source. Where real people were, the
/// other source adds nobody.
struct PresenceSources: Sendable {
    let presence: PresenceService
    let other: any PresenceSource
    let accounts: Accounts

    /// Returns everybody whom `viewer` may see; `nil` is a guest.
    func people(seenBy viewer: AccountID?) async throws -> [SeenPerson] {
        let seen = try await presence.people.seen(by: viewer)
        return try await accounts.named(seen, presence.people.circles) + other.people
    }

    /// Returns the places that are busy now.
    func busyPlaces(_ places: PlaceTable) async throws -> [BusyPlace] {
        let busy = try await presence.busyness.present().compactMap { key, now -> BusyPlace? in
            // A newer map may lack the place.
            guard let place = places.mapObject(key) else { return nil }
            return BusyPlace(
                id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude,
                now: BusynessState(now))
        }
        let known = Set(busy.map(\.id))
        return busy + other.busyPlaces.filter { !known.contains($0.id) }
    }

    /// Returns how busy a place is, and whether the other source says so.
    func busyness(
        of place: PlaceRef, id: String
    ) async throws -> (levels: [[Int]]?, weeks: Int, now: BusynessState?, isOther: Bool) {
        let key = PlaceKey(place), pattern = try await presence.busyness.pattern(of: key)
        let now = try await presence.busyness.present(at: key).map { BusynessState($0) }
        if pattern == nil, now == nil, let other = other.busyness(of: id) {
            return (other.levels, other.weeks, other.now, true)
        }
        return (pattern?.levels, pattern?.weeks ?? 0, now, false)
    }

    /// Returns the queues now.
    func queues(_ places: PlaceTable) async throws -> [QueueAtPlace] {
        let list = try await presence.queues.now().compactMap { key, queue -> QueueAtPlace? in
            // A newer map may lack the place.
            guard let place = places.mapObject(key) else { return nil }
            return QueueAtPlace(
                id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude,
                now: QueueState(queue))
        }
        let known = Set(list.map(\.id))
        return list + other.queues.filter { !known.contains($0.id) }
    }

    /// Returns the queue at a place, from reports if there are any.
    func queue(at key: PlaceKey, id: String) async throws -> PlaceQueue {
        let queue = PlaceQueue(id, try await presence.queues.queue(at: key))
        guard queue.now == nil, queue.usual.isEmpty else { return queue }
        return other.queue(at: id) ?? queue
    }
}
