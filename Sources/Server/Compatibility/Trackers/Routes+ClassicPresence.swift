import Atlas
import Community
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence
import Search

extension Routes {
    /// Adds the forms of the classic lab clients: a position, and the waiting time at an address.
    mutating func addClassicPresence(
        _ presence: PresenceService, _ engines: Engines, _ policy: ServerSettings.QueuePolicy, feed: LiveFeed,
        _ authentication: Authentication
    ) {
        report(ClassicPositionRequest.self, to: presence, authentication) { request, exchange in
            let values = try Self.values(request.values, request.content)
            let device = try await presence.device(exchange.tokens([values.user]))
            _ = try await presence.record(
                try ClassicPresence.positions(values, in: exchange.settings.zone), from: device)
            return ClassicPresence.taken
        }
        report(ClassicLineRequest.self, to: presence, authentication) { request, exchange in
            let values = try Self.values(request.values, request.content)
            let device = try await presence.device(exchange.tokens([values.user]))
            // An app's token may only report positions.
            guard device.kind == .program else { throw CommunityFault.notAllowed }
            try authentication.spendPost(exchange)
            let minutes = try ClassicPresence.minutes(values), now = presence.now()
            if let time = try ClassicPresence.time(values, in: exchange.settings.zone),
                abs(now - time) > ClassicPresence.patience
            {
                throw ErrorBody(.invalidBody, "date and time are not within the last minutes", field: "time")
            }
            let search = engines.atlas.current.search
            let (key, place) = try await Self.place(at: values.address ?? "", in: search, engines)
            var metres: Double?
            if policy == .near {
                // The form has no position, so the device's latest report counts.
                let lately = try await presence.positions.positions(
                    of: device.person, in: max(0, now - ClassicPresence.patience)...now + Presence.Position.maximumLead)
                metres =
                    lately.last.flatMap { last in
                        last.isAtHome ? nil : search.distance(to: place, from: Coordinate(last.point))
                    } ?? .infinity
            }
            do {
                try await presence.queues.report(minutes, at: key, by: device.person, metres: metres)
            } catch let fault as QueueFault {
                throw ErrorBody(fault)
            }
            feed.queuesChanged()
            return ClassicPresence.taken
        }
    }

    /// Returns the values of the query, or, if it has none, those of the form in the body.
    private static func values(
        _ values: ClassicPresenceValues, _ content: [UInt8]
    ) throws(ErrorBody) -> ClassicPresenceValues {
        guard values == ClassicPresenceValues() else { return values }
        return try ClassicPresenceValues(form: Substring(decoding: content, as: UTF8.self))
    }

    /// Returns the place with a name or address at which people queue; throws `notFound` when there is none.
    private static func place(
        at address: String, in search: SearchEngine, _ engines: Engines
    ) async throws -> (key: PlaceKey, place: PlaceID) {
        let visited = VisitedPlaces(atlas: engines.atlas)
        let found: (PlaceKey, PlaceID)? = try await engines.compute { workspace in
            let answer = search.places(SearchRequest(text: address, limit: 10), workspace: &workspace.search)
            let results = try JSONDecoder().decode(SearchResults.self, from: Data(HitJSON.write(answer, search)))
                .results
            let found = results.filter { $0.named != false && $0.estimated != true && $0.partial != true }
                .compactMap { PlaceRef($0.id).flatMap { search.places.place($0) } }
            // A place of that name comes before a place that a house number stands for.
            let sorted = found.filter { search.places.hasQueue($0) } + found
            return sorted.lazy.compactMap { visited.queue(for: $0, in: search.places) }.first.flatMap { key in
                search.places.place(key.reference).map { (key, $0) }
            }
        }
        guard let found else {
            throw ErrorBody(.notFound, "no place at which people queue has this name or address", field: "address")
        }
        return found
    }
}

/// The classic lab clients' forms of positions and waiting times.
private enum ClassicPresence {
    /// The largest age of a reported waiting time.
    static let patience: Milliseconds = 1_200_000

    static var taken: Response { Response(json: Array(#"{"result":"ok"}"#.utf8)) }

    /// Returns a device's position, and its arrival there if the form says how long it stayed.
    static func positions(
        _ values: ClassicPresenceValues, in zone: PlaceZone
    ) throws(ErrorBody) -> [PositionReport] {
        guard let time = try time(values, in: zone) else {
            throw ErrorBody(.invalidBody, "tDate and tTime are needed: yyyy-MM-dd and HH:mm", field: "tDate")
        }
        var report = PositionReport()
        report.latitude = values.latitude.flatMap { LooseNumber.read($0) }
        report.longitude = values.longitude.flatMap { LooseNumber.read($0) }
        report.time = time
        guard report.latitude != nil, report.longitude != nil else {
            throw ErrorBody(.invalidBody, "tLatitude and tLongitude are not numbers of degrees", field: "tLatitude")
        }
        let stay = values.timeAtLocation.flatMap { LooseNumber.read($0) } ?? 0
        guard (1...1440).contains(stay) else { return [report] }
        var arrival = report
        arrival.time = time - Int64(stay * 60_000)
        return [arrival, report]
    }

    static func minutes(_ values: ClassicPresenceValues) throws(ErrorBody) -> Int {
        guard let minutes = values.minutes.flatMap({ Int($0) }) else {
            throw ErrorBody(.invalidBody, "minutes is not a whole number", field: "minutes")
        }
        return minutes
    }

    /// Returns a local time as a `Timestamp`; `nil` without one. Throws `invalidBody` for an invalid time.
    static func time(_ values: ClassicPresenceValues, in zone: PlaceZone) throws(ErrorBody) -> Timestamp? {
        guard values.date?.isEmpty == false || values.time?.isEmpty == false else { return nil }
        let seconds = values.time?.count(where: { $0 == ":" }) == 1 ? ":00" : ""
        guard let date = values.date, let time = values.time, let local = DateTime.read("\(date)T\(time)\(seconds)Z")
        else {
            throw ErrorBody(.invalidBody, "date and time are not yyyy-MM-dd and HH:mm", field: "tDate")
        }
        // The clock's offset from UTC at about that time, and then at that time.
        let ahead = { (time: Timestamp) in zone.minutes(at: time) * 60_000 - time / 60_000 * 60_000 }
        return local - ahead(local - ahead(local))
    }
}
