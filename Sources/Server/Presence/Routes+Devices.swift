import Atlas
import Codes
import Community
import FoundationEssentials
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence
import Search

extension Routes {
    /// Adds the routes for a person's devices and their positions, visits and tracks.
    mutating func addDevices(
        _ presence: PresenceService, _ atlas: LiveAtlas, _ workers: WorkerPool, _ access: StandingAccess
    ) {
        let authentication = access.authentication
        on(DevicesRequest.self, authentication) { _, viewer, exchange in
            let devices = try await presence.devices.all(of: try viewer.member.id)
            return try await exchange.encoded(
                DeviceList(devices: devices.map { HereaboutsAPI.Device($0, presence.lastReport(of: $0.id)) }),
                isList: true, cacheControl: Exchange.personal)
        }
        on(AddDeviceRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member
            try authentication.spendPost(exchange)
            let (device, token) = try await access.inTurn(of: viewer, for: AddDeviceRequest.self, exchange) { account in
                try await access.noting(.deviceAdded, request.body.name, of: viewer) {
                    try await presence.devices.add(
                        Presence.Device.Kind(request.body.kind), named: request.body.name, of: account.id)
                }
            }
            return try await exchange.created(
                AddedDevice(
                    device: HereaboutsAPI.Device(device, nil), token: token.text,
                    setUp: try .init(device, token, account.name.text, at: exchange.address(of: ""))))
        }
        on(RemoveDeviceRequest.self, authentication) { request, viewer, _ in
            let id = try DeviceID(path: request.id), person = try viewer.member.id
            let name = try await presence.devices.all(of: person).first { $0.id == id }?.name
            try await access.noting(.deviceRemoved, name ?? "", of: viewer) {
                try await presence.devices.remove(id, of: person)
            }
            return Response(status: .noContent)
        }
        addOwnPositions(presence, atlas, workers, access)
        addPositionChanges(presence, workers, access)
    }

    /// Adds exporting a person's own positions, and listing the visits.
    private mutating func addOwnPositions(
        _ presence: PresenceService, _ atlas: LiveAtlas, _ workers: WorkerPool, _ access: StandingAccess
    ) {
        let authentication = access.authentication
        on(MyPositionsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            let times = try Self.span(from: request.from, until: request.until, now: presence.now())
            let person = try viewer.member.id
            let names = try await presence.devices.all(of: person).reduce(into: [:]) { $0[$1.id] = $1.name }
            let file = PositionFile(form: request.form, names: names)
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            try await access.note(.exported, of: viewer)
            var export = PositionExport(
                file, of: person, in: times, from: presence, on: workers,
                holding: try exchange.memory(upTo: PositionExport.memoryLength),
                whileRunning: { try await !authentication.accounts.running([session.id]).isEmpty })
            // Reads the first piece here: its error can still become the answer.
            let head = try await export.next() ?? []
            return .file(
                ResponseBody(head, then: export, on: exchange.eventLoop), type: file.mediaType,
                name: "positions.\(request.form.rawValue)")
        }
        on(MyVisitsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            let times = try Self.span(from: request.from, until: request.until, now: presence.now())
            let map = atlas.current.search.places
            let person = try viewer.member.id
            // The page shows the last day. A longer time discloses as much as a file does.
            if times.lowerBound < presence.now() - UTCDay.milliseconds - Self.dayTolerance {
                try authentication.checkConfirmed(viewer)
                try await access.note(.exported, of: viewer)
            }
            // Work for each of many positions would block the event loop.
            let visits = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await presence.visits(of: person, in: times)
                    .compactMap { visit in map.mapObject(visit.place).map { PlaceVisit(visit, at: $0) } }
            }
            return try await exchange.encoded(VisitList(visits: visits), isList: true, cacheControl: Exchange.personal)
        }
    }

    /// Adds importing tracks, and deleting all positions.
    private mutating func addPositionChanges(
        _ presence: PresenceService, _ workers: WorkerPool, _ access: StandingAccess
    ) {
        let authentication = access.authentication
        on(AddTrackRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            let content = request.content
            let (track, reports, recorders) = try await workers.run(costing: .reading(content.count)) {
                do throws(TrackFile.Fault) {
                    let track = try TrackFile(sent: content)
                    return (track, try track.reports, TrackRecorder.all(of: track))
                } catch {
                    throw ErrorBody(.invalidBody, error.reason)
                }
            }
            let person = try viewer.member.id
            // Work for each of many positions would block the event loop.
            let answer = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                PositionsTaken(try await presence.record(reports, of: recorders, of: person), of: track)
            }
            return try await exchange.json(answer.json, cacheControl: Exchange.personal)
        }
        on(DeleteMyPositionsRequest.self, authentication) { _, viewer, _ in
            try await access.note(.positionsDeleted, of: viewer)
            try await presence.forgetPositions(of: try viewer.member.id)
            return Response(status: .noContent)
        }
    }

    /// A tolerance for a page whose clock is behind, or whose local day was longer, when it asks for the last day.
    private static let dayTolerance: Milliseconds = 2 * UTCHour.milliseconds
    /// The most days in one answer.
    private static let mostDays: Int64 = 31

    private static func span(
        from: String?, until: String?, now: Timestamp
    ) throws(ErrorBody) -> ClosedRange<Timestamp> {
        let last = max(0, until.flatMap { DateTime.read($0) } ?? now)
        let first = max(0, from.flatMap { DateTime.read($0) } ?? last - UTCDay.milliseconds)
        guard first <= last, last - first <= mostDays * UTCDay.milliseconds else {
            throw ErrorBody(
                .invalidParameter, "from must be in the \(mostDays) days before until; ask for a shorter time",
                field: "from")
        }
        return first...last
    }
}

extension PlaceVisit {
    fileprivate init(_ visit: Visit, at place: MapObject) {
        self.init(
            id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude,
            arrival: WireTime.text(visit.arrival), departure: WireTime.text(visit.departure))
    }
}

extension AddedDevice.SetUp {
    /// Makes the settings with which the app of `device` reports to the server at `origin`.
    fileprivate init(_ device: Presence.Device, _ token: Token, _ person: String, at origin: String) throws {
        switch device.kind {
        case .ownTracks:
            let url = origin + OwnTracksRequest.endpoint.path.description
            // The app's own settings file (https://owntracks.org/booklet/features/remoteconfig/); mode 3 is HTTP.
            let settings = OwnTracksSettings(
                url: url, username: person, password: token.text, deviceId: device.id.text,
                tid: String(person.prefix(2)))
            let json = try JSONEncoder().encode(settings)
            self.init(url: url, opening: "owntracks:///config?inline=" + PercentCoding.encode(Base64.encoded(json)))
        case .traccar:
            self.init(url: origin + OsmAndRequest.endpoint.path.description)
        case .osmAnd:
            let values = "&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"
            self.init(url: origin + OsmAndQueryRequest.endpoint.path.description + "?id=" + token.text + values)
        case .overland:
            let url = origin + OverlandRequest.endpoint.path.description
            self.init(
                url: url,
                opening:
                    "overland://setup?url=\(PercentCoding.encode(url))&token=\(token.text)&device_id=\(device.id.text)")
        case .page, .gpsd, .program, .files:
            self.init(url: origin + ReportPositionsRequest.endpoint.path.description)
        }
    }

    private init(url: String, opening link: String? = nil) {
        self.init(url: url, link: link, code: link.flatMap { QRCode($0, correction: .low)?.svg })
    }

    private struct OwnTracksSettings: Encodable {
        let type = "configuration"
        let mode = 3
        let auth = true
        let url: String
        let username: String
        let password: String
        let deviceId: String
        let tid: String

        enum CodingKeys: String, CodingKey {
            case type = "_type"
            case mode, auth, url, username, password, deviceId, tid
        }
    }
}

extension HereaboutsAPI.Device {
    init(_ device: Presence.Device, _ lastReport: PresenceService.LastReport?) {
        self.init(
            id: device.id.text, kind: DeviceKind(device.kind), name: device.name,
            created: WireTime.text(device.created), heard: lastReport.map { WireTime.text($0.arrival) },
            refusal: lastReport?.refusal?.sentence)
    }
}

extension DeviceKind {
    init(_ kind: Presence.Device.Kind) {
        switch kind {
        case .page: self = .page
        case .ownTracks: self = .owntracks
        case .traccar: self = .traccar
        case .osmAnd: self = .osmand
        case .overland: self = .overland
        case .gpsd: self = .gpsd
        case .program: self = .program
        case .files: self = .files
        }
    }
}

extension Presence.Device.Kind {
    init(_ kind: DeviceKind) {
        switch kind {
        case .page: self = .page
        case .owntracks: self = .ownTracks
        case .traccar: self = .traccar
        case .osmand: self = .osmAnd
        case .overland: self = .overland
        case .gpsd: self = .gpsd
        case .program: self = .program
        case .files: self = .files
        }
    }
}
