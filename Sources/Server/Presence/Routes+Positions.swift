import Community
import Fairness
import FoundationEssentials
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds the routes for reports of devices, in our own form and in the forms of existing apps.
    mutating func addPositions(_ presence: PresenceService, _ authentication: Authentication) {
        let accounts = authentication.accounts
        report(ReportPositionsRequest.self, to: presence, authentication) { request, exchange in
            let device = try await presence.device(exchange.tokens())
            let result = try await presence.record(
                try await exchange.reports(request.content), from: device, refusingOld: true)
            return try await exchange.json(PositionsTaken(result).json, cacheControl: Exchange.personal)
        }
        on(DeviceHomesRequest.self) { _, exchange in
            let device = try await presence.device(exchange.tokens())
            // Other apps do not use home areas, so their tokens grant less.
            guard device.kind == .gpsd || device.kind == .program else {
                throw ErrorBody(.notLoggedIn, "a device of this kind may only report positions")
            }
            let (sharing, _) = try await presence.people.sharing(of: device.person)
            return try await exchange.encoded(
                DeviceHomes(areas: sharing.homes.map { HomePlace($0) }, atHome: sharing.atHomeUntil > 0),
                cacheControl: Exchange.personal)
        }
        // Many apps use the address of OwnTracks Recorder, or of Dawarich.
        report(OwnTracksRequest.self, to: presence, authentication, aliases: ["/pub", "/api/v1/owntracks/points"]) {
            request, exchange in
            try await Self.recordOwnTracks(
                request.content, by: exchange.tokens(of: request), exchange, to: presence, of: accounts)
        }
        addOsmAnd(presence, authentication)
        // Dawarich's addresses, for programs that report to it.
        report(
            OverlandRequest.self, to: presence, authentication, aliases: ["/api/v1/points", "/api/v1/overland/batches"]
        ) {
            request, exchange in
            try await Self.recordOverland(request.content, by: exchange.tokens(of: request), exchange, to: presence)
        }
    }

    private static func recordOverland(
        _ content: [UInt8], by tokens: [Token], _ exchange: Exchange, to presence: PresenceService
    ) async throws -> Response {
        let device = try await presence.device(tokens)
        let reports = try await exchange.reading(content) { try OverlandReport.read($0) }
        _ = try await presence.record(reports, from: device)
        return try await exchange.json(Array(#"{"result":"ok"}"#.utf8), cacheControl: Exchange.personal)
    }

    private static func recordOwnTracks(
        _ content: [UInt8], by tokens: [Token], _ exchange: Exchange, to presence: PresenceService,
        of accounts: Accounts
    ) async throws -> Response {
        let device = try await presence.device(tokens)
        let report = try await exchange.reading(content) { try OwnTracksReport.read($0) }
        _ = try await presence.record(report.map { [$0] } ?? [], from: device)
        // The tokens of other devices only grant reporting.
        guard device.kind == .ownTracks else {
            return try await exchange.json(Array("[]".utf8), cacheControl: Exchange.personal)
        }
        let friends = try await accounts.named(
            presence.people.seen(by: device.person).filter { $0.person != nil }, presence.people.circles)
        let known = try await presence.people.acquaintances(of: device.person),
            names = try await accounts.accounts(known)
        let labels = OwnTracksFriends.labels(known.compactMap { names[$0]?.name.text })
        return try await exchange.json(OwnTracksFriends.list(friends, labels), cacheControl: Exchange.personal)
    }

    private mutating func addOsmAnd(_ presence: PresenceService, _ authentication: Authentication) {
        let accounts = authentication.accounts
        on(OsmAndQueryRequest.self, isBrief: true, refusal: OsmAndReport.refusal) { request, exchange in
            try await Self.record(request.values, exchange.tokens(request.values.tokens), exchange, presence)
        }
        report(OsmAndRequest.self, to: presence, authentication, refusal: OsmAndReport.refusal) { request, exchange in
            // The page's own address accepts reports and nothing else.
            guard request.isReport || exchange.path != "/" else {
                throw ErrorBody(.methodNotAllowed, "this address answers GET and HEAD, and reports of trackers")
            }
            // Clients before version 9 send nothing in the body; later ones send everything in it.
            if request.values.hasPlace || !request.content.contains(where: { $0 > 0x20 }) {
                return try await Self.record(request.values, exchange.tokens(of: request), exchange, presence)
            }
            if request.content.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
                let values = try OsmAndValues(form: try request.content.form)
                return try await Self.record(
                    values, exchange.tokens(values.tokens + request.tokensOfQuery), exchange, presence)
            }
            switch try await exchange.reading(request.content, { try OsmAndReport.JSON.Sender.read($0) }) {
            // Apps that know the server's name only, without a path.
            case .ownTracks:
                return try await Self.recordOwnTracks(
                    request.content, by: exchange.tokens(of: request), exchange, to: presence, of: accounts)
            case .overland:
                return try await Self.recordOverland(
                    request.content, by: exchange.tokens(of: request), exchange, to: presence)
            case .traccar: break
            }
            let json = try await exchange.reading(request.content) { try OsmAndReport.JSON.read($0) }
            let tokens = exchange.tokens([json.device] + request.tokensOfQuery)
            guard let device = try await presence.devices.device(tokens) else {
                throw ErrorBody(.notFound, "no device has this identifier", field: "device_id")
            }
            _ = try await presence.record([json.report], from: device)
            return OsmAndReport.arrived
        }
    }

    private static func record(
        _ values: OsmAndValues, _ tokens: [Token], _ exchange: Exchange, _ presence: PresenceService
    ) async throws -> Response {
        let device = try await presence.device(tokens)
        let report = OsmAndReport.read(values, of: device.kind, now: presence.now())
        // A HEAD asks for the answer to a GET, and changes nothing (RFC 9110 §9.3.2).
        if exchange.request.method != .head { _ = try await presence.record([report], from: device) }
        return OsmAndReport.arrived
    }

    /// Bodies up to this many bytes are read before the token is checked: almost all reports are small.
    private static let smallBody = 16 << 10

    /// Adds a route for the reports of devices. It ignores the request's media type. The device
    /// identifies itself by its own token. The server reads a large body only after it has checked the token and
    /// reserved memory.
    mutating func report<Question: DeviceReport>(
        _ question: Question.Type, to presence: PresenceService, _ authentication: Authentication,
        aliases: [PathTemplate] = [],
        refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response = { error, _ in Response(error) },
        _ answer: @escaping @Sendable (Question, Exchange) async throws -> Response
    ) {
        on(question, isBrief: true, aliases: aliases, refusal: refusal) { (question: Question, exchange: Exchange) in
            try exchange.spendAnswer()
            if Question.maximumLength > ServerSettings.maximumBodyLength,
                try exchange.mayBring(moreThan: Self.smallBody)
            {
                _ = try await presence.device(exchange.tokens(of: question))
            }
            var question = question
            question.content = try await exchange.file(upTo: Question.maximumLength)
            do {
                guard question.content.count > Self.smallBody else { return try await answer(question, exchange) }
                // Work for each of many positions would block the event loop.
                return try await withTaskExecutorPreference(globalConcurrentExecutor) { [question] in
                    try await answer(question, exchange)
                }
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension Exchange {
    /// Reads our own form; plain and short bodies on the event loop.
    fileprivate func reports(_ content: [UInt8]) async throws -> [PositionReport] {
        if content.count <= PositionReports.mostAtOnce, let plain = PositionReports.plain(content.span) {
            return plain
        }
        return try await reading(content) { try PositionReports.read($0) }
    }
}

extension OsmAndRequest {
    /// Whether the query or the body has a member that the protocol knows.
    fileprivate var isReport: Bool {
        if values != OsmAndValues() || content.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return true }
        let form = try? OsmAndValues(form: try content.form)
        return form.map { $0 != OsmAndValues() } ?? false
    }
}

extension OsmAndReport {
    /// The answer to a report. It has no text, since a text would be a command for the device.
    static var arrived: Response {
        Response(status: .ok, headers: [.contentType: "text/plain", .cacheControl: Exchange.personal])
    }

    /// Makes the answer for an error. An unknown identifier gets 400, as in Traccar.
    static func refusal(_ error: ErrorBody, _ exchange: Exchange) -> Response {
        var response = Response(error)
        if error.code == .notLoggedIn { response.status = .badRequest }
        return response
    }
}

extension PositionsTaken {
    init(_ result: PresenceService.ReportResult) {
        self.init(
            added: result.outcome.added, repeated: result.outcome.repeated, refusedCount: result.refused.count,
            refused: result.refused.prefix(RefusalLimit.mostNamed).map {
                Refusal(index: $0.index, reason: $0.fault.sentence)
            }, leftOut: result.leftOut)
    }

    /// The wire form, written without the general encoder, which takes a fiftieth of a report's whole cost.
    var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 64)
        json.beginObject()
        json.key("added")
        json.value(added)
        if let leftOut {
            json.key("left_out")
            json.value(leftOut)
        }
        json.key("refused")
        json.beginArray()
        for refusal in refused {
            json.beginObject()
            json.key("index")
            json.value(refusal.index)
            json.key("reason")
            json.value(refusal.reason)
            json.endObject()
        }
        json.endArray()
        json.key("refused_count")
        json.value(refusedCount)
        json.key("repeated")
        json.value(repeated)
        json.endObject()
        return json.bytes
    }
}

extension String {
    /// The text without blanks and line ends around it.
    fileprivate var trimmedBlanks: Substring {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text.drop { $0.isWhitespace }
    }
}

extension [UInt8] {
    /// A body that is a form, without the blanks around it.
    fileprivate var form: Substring {
        get throws(ErrorBody) {
            guard !CombiningMarks.areTooMany(in: self) else { throw .tooManyMarks }
            return String(decoding: self, as: UTF8.self).trimmedBlanks
        }
    }
}
