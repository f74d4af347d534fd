import FoundationEssentials
import GeoCore
import HereaboutsAPI

/// Reports what gpsd says to a server: the first position, then one whenever it is time and there is something to tell.
/// What the server could not take waits. In a home area its middle goes out in place of where this is, and nothing does
/// before it is known where those are.
actor Tracker {
    private let server: ServerAddress
    private let token: String
    private let interval: Duration
    private let told: @Sendable (String) -> Void
    private var connection: ServerConnection?
    /// What is not sent yet, the oldest first.
    private var waiting: [Report] = []
    private var last: (place: Coordinate, at: ContinuousClock.Instant)?
    /// Where home areas were when the server was asked last.
    private var homes: DeviceHomes?
    private var isFailing = false
    /// When something was sent last.
    private var tried = ContinuousClock.now

    /// Who is nearer than so many metres to where they were stands still, and says so only now and then.
    private static let stillness = 25.0
    private static let rest = Duration.seconds(1800)
    /// Two months of one every ten minutes; older ones go first.
    private static let mostWaiting = 10_000
    /// A server that did not take them is asked again after so long, and waited for so long.
    private static let pause = Duration.seconds(30)
    private static let patience = Duration.seconds(20)
    /// So many are sent at once.
    private static let batch = 500

    init(server: ServerAddress, token: String, interval: Duration, told: @escaping @Sendable (String) -> Void) {
        (self.server, self.token, self.interval, self.told) = (server, token, interval, told)
    }

    /// Takes a line of gpsd, which says something each second; throws `CommandFault` when the server knows no such
    /// token.
    func heard(_ line: String) async throws {
        let now = ContinuousClock.now
        if isFailing, now - tried >= Self.pause { try await send() }
        guard let fix = GPSDLines.Fix(line: line),
            let place = Coordinate(latitude: fix.lat ?? 91, longitude: fix.lon ?? 181)
        else { return }
        if let last {
            let isStill = last.place.distance(inMetresTo: place) < Self.stillness
            guard now - last.at >= (isStill ? max(Self.rest, interval) : interval) else { return }
        }
        last = (place, now)
        // What was at home by what is known now stays so, whatever is said of homes when it is sent.
        guard let report = Report(line).concealed(homes) else { return }
        waiting.append(report)
        if waiting.count > Self.mostWaiting { waiting.removeFirst() }
        try await send()
    }

    /// Sends what waits, as far as the server takes it.
    func send() async throws {
        tried = .now
        while !waiting.isEmpty {
            let reports = Array(waiting.prefix(Self.batch))
            do {
                let asked = try await answer(
                    to: TransportRequest(
                        method: "GET", target: try DeviceHomesRequest().target,
                        headers: ["authorization": "Bearer \(token)"]))
                if asked.status == 401 { throw Self.unknownToken }
                guard asked.status == 200 else { return await failed("the server answers \(asked.status)") }
                homes = try JSONDecoder().decode(DeviceHomes.self, from: Data(asked.body))
                let tellable = reports.compactMap { $0.concealed(homes)?.line }
                guard !tellable.isEmpty else {
                    waiting.removeFirst(reports.count)
                    recovered()
                    continue
                }
                let answer = try await answer(
                    to: TransportRequest(
                        method: "POST", target: try ReportPositionsRequest([]).target,
                        headers: ["authorization": "Bearer \(token)", "content-type": "application/x-ndjson"],
                        body: Array((tellable.joined(separator: "\n") + "\n").utf8)))
                switch answer.status {
                // Whoever else answers in its place has taken nothing.
                case 200..<300 where (try? JSONDecoder().decode(PositionsTaken.self, from: Data(answer.body))) != nil:
                    waiting.removeFirst(reports.count)
                case 401: throw Self.unknownToken
                // What it can never take must not hold up the rest.
                case 400, 422:
                    told("the server refuses \(reports.count) positions with \(answer.status); they are dropped")
                    waiting.removeFirst(reports.count)
                default: return await failed("the server answers \(answer.status)")
                }
                recovered()
            } catch let fault as CommandFault {
                throw fault
            } catch {
                return await failed("the server cannot be reached")
            }
        }
    }

    private static var unknownToken: CommandFault {
        CommandFault("no device of the kind gpsd or program has this token; add one in the page under Devices")
    }

    /// What the server says within its time; throws when it says nothing.
    private func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let connection = try await connected()
        return try await withThrowingTaskGroup(of: TransportAnswer?.self) { group in
            group.addTask { try await connection.send(request) }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                // What waits for it ends, too.
                await connection.close()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let answer = first else { throw CancellationError() }
            return answer
        }
    }

    private func connected() async throws -> ServerConnection {
        if let connection { return connection }
        let made = try await ServerConnection(to: server)
        connection = made
        return made
    }

    private func recovered() {
        if isFailing { told("the server is there again") }
        isFailing = false
    }

    private func failed(_ reason: String) async {
        if !isFailing { told("\(reason); what is not sent waits") }
        isFailing = true
        await connection?.close()
        connection = nil
    }
}

/// A line that says where this was, as gpsd said it or as it may be told.
private struct Report {
    let line: String
    private let isConcealed: Bool

    /// What gpsd said.
    init(_ line: String) { (self.line, isConcealed) = (line, false) }

    private init(concealed line: String) { (self.line, isConcealed) = (line, true) }

    /// What may leave this machine of it: at home the area's middle and the time; `nil` for nothing. As it is while it
    /// is not known where homes are.
    func concealed(_ homes: DeviceHomes?) -> Report? {
        guard !isConcealed, let homes else { return self }
        guard let fix = GPSDLines.Fix(line: line), let lat = fix.lat, let lon = fix.lon else { return nil }
        switch homes.tellable(lat: lat, lon: lon) {
        case .place: return self
        case .nothing: return nil
        case .middle(let middle):
            guard let time = fix.time?.millisecondsSince1970 else { return nil }
            let position = ReportedPosition(millisecondsSince1970: time, lat: middle.lat, lon: middle.lon)
            return (try? JSONEncoder().encode(position)).map { Report(concealed: String(decoding: $0, as: UTF8.self)) }
        }
    }
}
