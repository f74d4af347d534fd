import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence
import Search

extension Routes {
    /// Adds the routes for how busy places are.
    mutating func addBusyness(_ sources: PresenceSources, _ engines: Engines, _ authentication: Authentication) {
        let atlas = engines.atlas, busyness = sources.presence.busyness
        on(PlaceBusynessRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let places = atlas.current.search.places
            guard let reference = PlaceRef(request.id), let place = places.place(reference) else {
                throw ErrorBody(.notFound, "there is no place with this id on the map", field: "id")
            }
            let found = try await sources.busyness(of: reference, id: request.id)
            return try await exchange.encoded(
                PlaceBusyness(
                    id: request.id, levels: found.levels, weeks: found.weeks, now: found.now,
                    clock: engines.clock.time?.local.text ?? "",
                    parameters: BusynessParameters(busyness),
                    hasQueue: VisitedPlaces(atlas: atlas).queue(for: place, in: places) != nil,
                    isSimulated: found.isOther ? true : nil),
                isList: true, cacheControl: Self.fresh)
        }
        on(BusynessRequest.self, authentication) { _, _, exchange in
            try exchange.spendAnswer()
            let busy = try await sources.busyPlaces(atlas.current.search.places)
            return try await exchange.encoded(BusyPlaces(places: busy), isList: true, cacheControl: Self.fresh)
        }
    }

    /// Busyness changes once an hour.
    private static let fresh = "private, max-age=60"
}

extension BusynessState {
    init(_ now: BusynessNow) {
        let compared: Compared =
            switch now.comparison {
            case .quieter: .quieter
            case .usual: .usual
            case .busier: .busier
            }
        self.init(level: now.level, compared: compared, hour: LocalTime(minutes: Int(now.hour) * 60)?.text ?? "")
    }
}

extension BusynessParameters {
    fileprivate init(_ busyness: Busyness) {
        let least = ReleaseRule.threshold(weeks: ReleaseRule.leastWeeks, atLeast: busyness.leastContributors)
        self.init(
            epsilon: ReleaseRule.epsilon, delta: ReleaseRule.delta, noiseScale: ReleaseRule.scale,
            placesPerDay: Contribution.mostPerDay, leastContributors: Int(least.rounded(.up)),
            leastPresent: Int(ReleaseRule.leastPresent), leastMinutes: Int(StayRule.leastDwell / 60_000),
            leastWeeks: ReleaseRule.leastWeeks)
    }
}
