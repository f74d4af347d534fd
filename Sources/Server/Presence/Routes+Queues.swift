import Atlas
import Community
import GeoCore
package import HereaboutsAPI
import Hummingbird
package import Presence
import Search

extension Routes {
    /// Adds the routes for waiting times.
    mutating func addQueues(
        _ sources: PresenceSources, _ atlas: LiveAtlas, _ policy: ServerSettings.QueuePolicy, feed: LiveFeed,
        _ authentication: Authentication
    ) {
        let queues = sources.presence.queues
        on(ReportQueueRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member, report = request.body
            try authentication.spendPost(exchange)
            let (key, id, metres) = try Self.place(report.place, in: atlas, from: report)
            let isLate: Bool
            do {
                isLate = try await queues.report(
                    report.minutes, at: key, by: account.id, metres: policy == .near ? metres ?? .infinity : nil,
                    key: report.key, written: try WireTime.writing(report.writtenAt))
            } catch let fault as QueueFault {
                throw ErrorBody(fault)
            }
            feed.queuesChanged()
            return try await exchange.created(PlaceQueue(id, try await queues.queue(at: key), isLate: isLate))
        }
        on(PlaceQueueRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let (key, id, _) = try Self.place(request.id, in: atlas, field: "id")
            return try await exchange.encoded(
                try await sources.queue(at: key, id: id), cacheControl: Exchange.personal)
        }
        on(QueuesRequest.self, authentication) { _, _, exchange in
            try exchange.spendAnswer()
            let list = try await sources.queues(atlas.current.search.places)
            return try await exchange.encoded(
                QueueList(queues: list), isList: true, cacheControl: Exchange.personal)
        }
    }

    /// Returns the place of an id, or the likeliest place at a house number, and the reporter's distance from it in
    /// metres if the report has a position. Throws `notFound` for a place without queues.
    private static func place(
        _ id: String, in atlas: LiveAtlas, from report: NewQueueReport? = nil, field: String = "place"
    ) throws -> (key: PlaceKey, id: String, metres: Double?) {
        let search = atlas.current.search, visited = VisitedPlaces(atlas: atlas)
        guard let reference = PlaceRef(id), let asked = search.places.place(reference),
            let key = visited.queue(for: asked, in: search.places), let place = search.places.place(key.reference),
            let object = search.places.mapObject(key)
        else { throw ErrorBody(.notFound, "the map has no place with this id at which people queue", field: field) }
        guard let lat = report?.lat, let lon = report?.lon else { return (key, object.id, nil) }
        guard let here = Coordinate(latitude: lat, longitude: lon) else {
            throw ErrorBody(.invalidBody, "lat or lon is not on Earth", field: "lat")
        }
        return (key, object.id, search.distance(to: place, from: here))
    }
}

extension SearchEngine {
    /// Returns the distance from a position to a place in metres; 0 inside its outline.
    func distance(to place: PlaceID, from position: Coordinate) -> Double {
        let point = PointE7(position)
        if places.shape(place)?.contains(point) == true { return 0 }
        return places.point(place).distance(inMetresTo: point)
    }
}

extension ErrorBody {
    init(_ fault: QueueFault) {
        switch fault {
        case .tooFar:
            self.init(
                .notNear, "you can report a wait within \(Int(Queues.reach)) m of the place only; send your position",
                field: "lat")
        case .tooSoon(let seconds):
            self.init(
                .tooSoon, "you have reported a wait already; report again in \(seconds) s", field: "place")
        }
    }
}

extension QueueState {
    package init(_ queue: QueueEstimate) {
        self.init(minutes: queue.minutes, reports: queue.reports, last: WireTime.text(queue.last))
    }
}

extension PlaceQueue {
    /// `isLate` says that the report which this answers counts in averages only.
    init(_ id: String, _ queue: Queues.Queue, isLate: Bool = false) {
        let usual = queue.usual.cells.enumerated().flatMap { day, hours in
            hours.enumerated().compactMap { hour, cell in UsualQueue(day: day, hour: hour, cell) }
        }
        let usually = usual.first { $0.day == queue.slot.day && $0.hour == queue.slot.hour }
        self.init(
            id: id, now: queue.now.map { QueueState($0) }, usually: usually, usual: usual, isLate: isLate ? true : nil)
    }
}

extension UsualQueue {
    init?(day: Int, hour: Int, _ cell: (reports: Int, minutes: Double)) {
        guard cell.reports > 0 else { return nil }
        self.init(day: day, hour: hour, minutes: (cell.minutes * 10).rounded() / 10, reports: cell.reports)
    }
}
