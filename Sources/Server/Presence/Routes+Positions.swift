import Community
import FoundationEssentials
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds what devices report, in our own form and in those of apps that people have.
    mutating func addPositions(_ desk: PositionDesk, _ accounts: Accounts) {
        report(ReportPositionsRequest.self) { request, exchange in
            let device = try await desk.device(exchange.bearerToken)
            let taken = try await desk.take(try PositionReports.read(request.content), from: device)
            return exchange.json(PositionsTaken(taken).json, cacheControl: Exchange.personal)
        }
        on(DeviceHomesRequest.self) { _, exchange in
            let device = try await desk.device(exchange.bearerToken)
            // Other apps know nothing of areas: their tokens are good for less.
            guard device.kind == .gpsd || device.kind == .program else {
                throw ErrorBody(.notLoggedIn, "a device of this kind may report, and nothing else")
            }
            let (sharing, _) = try await desk.people.sharing(of: device.person)
            return try exchange.encoded(
                DeviceHomes(areas: sharing.homes.map { HomePlace($0) }, atHome: sharing.atHomeUntil > 0),
                cacheControl: Exchange.personal)
        }
        addOwnTracks(desk, accounts)
        addOsmAnd(desk)
        // Dawarich's address, for programs that report to one.
        report(OverlandRequest.self, aliases: ["/api/v1/points"]) { request, exchange in
            let device = try await desk.device(
                exchange.bearerToken ?? (request.token ?? request.key).map { Token(text: $0) })
            _ = try await desk.take(try OverlandReport.read(request.content), from: device)
            return exchange.json(Array(#"{"result":"ok"}"#.utf8), cacheControl: Exchange.personal)
        }
    }

    private mutating func addOwnTracks(_ desk: PositionDesk, _ accounts: Accounts) {
        // The Recorder's address is what many apps are set to.
        report(OwnTracksRequest.self, aliases: ["/pub"]) { request, exchange in
            let device = try await desk.device(exchange.basicPassword ?? exchange.bearerToken)
            _ = try await desk.take(try OwnTracksReport.read(request.content).map { [$0] } ?? [], from: device)
            // What other devices' tokens are good for is to report.
            guard device.kind == .ownTracks else {
                return exchange.json(Array("[]".utf8), cacheControl: Exchange.personal)
            }
            let friends = try await accounts.named(
                desk.people.seen(by: device.person).filter { $0.person != nil }, desk.people.circles)
            let known = try await desk.people.acquaintances(of: device.person),
                names = try await accounts.accounts(known)
            let labels = OwnTracksFriends.labels(known.compactMap { names[$0]?.name.text })
            return exchange.json(OwnTracksFriends.list(friends, labels), cacheControl: Exchange.personal)
        }
    }

    private mutating func addOsmAnd(_ desk: PositionDesk) {
        on(OsmAndQueryRequest.self, isBrief: true, refusal: OsmAndReport.refusal) { request, exchange in
            try await Self.take(request.values, desk)
        }
        report(OsmAndRequest.self, refusal: OsmAndReport.refusal) { request, exchange in
            // The clients before version 9 send nothing in the body; those from there on say all in it.
            if request.values.id != nil || request.values.deviceID != nil {
                return try await Self.take(request.values, desk)
            }
            if request.content.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
                let form = String(decoding: request.content, as: UTF8.self).trimmedBlanks
                return try await Self.take(try OsmAndValues(form: form), desk)
            }
            let json = try OsmAndReport.JSON.read(request.content)
            guard let device = try await desk.devices.device(Token(text: json.device)) else {
                throw ErrorBody(.notFound, "no device has this identifier", field: "device_id")
            }
            _ = try await desk.take([json.report], from: device)
            return OsmAndReport.arrived
        }
    }

    private static func take(_ values: OsmAndValues, _ desk: PositionDesk) async throws -> Response {
        let device = try await desk.device((values.id ?? values.deviceID).map { Token(text: $0) })
        _ = try await desk.take([OsmAndReport.read(values, of: device.kind, now: desk.now())], from: device)
        return OsmAndReport.arrived
    }

    /// Lets `answer` answer what a device reports: its body is read whatever it says that it is, and the device tells by a token of its own who
    /// it is.
    mutating func report<Question: UploadRequest>(
        _ question: Question.Type, aliases: [PathTemplate] = [],
        refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response = { error, _ in Response(error) },
        _ answer: @escaping @Sendable (Question, Exchange) async throws -> Response
    ) {
        on(question, isBrief: true, aliases: aliases, refusal: refusal) { (question: Question, exchange: Exchange) in
            try exchange.spendAnswer()
            var question = question
            question.content = try await exchange.file(upTo: Question.maximumLength)
            do {
                return try await answer(question, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension OsmAndReport {
    /// A text would be a command for the device.
    static var arrived: Response {
        Response(status: .ok, headers: [.contentType: "text/plain", .cacheControl: Exchange.personal])
    }

    /// The app is told 400 for an identifier that nothing has, as Traccar does.
    static func refusal(_ error: ErrorBody, _ exchange: Exchange) -> Response {
        var response = Response(error)
        if error.code == .notLoggedIn { response.status = .badRequest }
        return response
    }
}

extension PositionsTaken {
    init(_ taken: PositionDesk.Taken) {
        self.init(
            added: taken.outcome.added, repeated: taken.outcome.repeated,
            refused: taken.refused.prefix(100).map { Refusal(index: $0.index, reason: $0.fault.sentence) })
    }

    /// The wire form: the coder that all others go through takes a fiftieth of all that a report costs.
    var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 64)
        json.beginObject()
        json.key("added")
        json.value(added)
        json.key("refused")
        json.beginArray()
        for one in refused {
            json.beginObject()
            json.key("index")
            json.value(one.index)
            json.key("reason")
            json.value(one.reason)
            json.endObject()
        }
        json.endArray()
        json.key("repeated")
        json.value(repeated)
        json.endObject()
        return json.bytes
    }
}

extension String {
    /// Without blanks and line ends around it.
    fileprivate var trimmedBlanks: Substring {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text.drop { $0.isWhitespace }
    }
}
