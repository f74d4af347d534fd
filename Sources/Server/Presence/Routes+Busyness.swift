import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence
import Search

extension Routes {
    /// Adds how busy places are.
    mutating func addBusyness(
        _ busyness: Busyness, _ engines: Engines, _ door: Doorkeeper, _ life: SimulatedLife
    ) {
        let atlas = engines.atlas
        on(PlaceBusynessRequest.self, at: door) { request, _, exchange in
            try exchange.spendAnswer()
            let places = atlas.current.search.places
            guard let reference = PlaceRef(request.id), let place = places.place(reference) else {
                throw ErrorBody(.notFound, "there is no place with this id on the map", field: "id")
            }
            let key = PlaceKey(reference), pattern = try await busyness.pattern(of: key)
            let now = try await busyness.present(at: key).map { BusynessState($0) }
            // Where somebody was, nobody is made up.
            let simulated = pattern == nil && now == nil ? life.busyness(of: request.id) : nil
            return try await exchange.encoded(
                PlaceBusyness(
                    id: request.id, levels: pattern?.levels ?? simulated?.levels,
                    weeks: pattern?.weeks ?? (simulated == nil ? 0 : SimulatedScene.weeks),
                    now: now ?? simulated?.now, clock: engines.clock.time?.local.text ?? "",
                    parameters: BusynessParameters(busyness),
                    hasQueue: VisitedPlaces(atlas: atlas).queue(for: place, in: places) != nil,
                    isSimulated: simulated == nil ? nil : true),
                isList: true, cacheControl: Self.fresh)
        }
        on(BusynessRequest.self, at: door) { _, _, exchange in
            try exchange.spendAnswer()
            let places = atlas.current.search.places
            let busy = try await busyness.present().compactMap { key, now -> BusyPlace? in
                // What was counted may be gone from the map meanwhile.
                guard let place = places.told(key) else { return nil }
                return BusyPlace(
                    id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude,
                    now: BusynessState(now))
            }
            let known = Set(busy.map(\.id))
            let simulated = life.busy.filter { !known.contains($0.id) }
            return try await exchange.encoded(
                BusyPlaces(places: busy + simulated), isList: true, cacheControl: Self.fresh)
        }
    }

    /// It changes once an hour.
    private static let fresh = "private, max-age=60"
}

extension BusynessState {
    fileprivate init(_ now: BusynessNow) {
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
