import FoundationEssentials
import GeoCore
import HereaboutsAPI

/// Sends gpsd's positions to a server: the first position, then one whenever the interval is over and there is
/// something to report. Reports that the server could not accept wait.
///
/// In a home area, it sends the area's centre instead of the position. It sends nothing before it knows the home areas.
actor Tracker {
    private let server: ServerAddress
    private let token: String
    private let interval: Duration
    private let log: @Sendable (String) -> Void
    private var connection: ServerConnection?
    /// Unsent reports, oldest first.
    private var waiting: [Report] = []
    private var last: (place: Coordinate, at: ContinuousClock.Instant)?
    /// The home areas at the last request.
    private var homes: DeviceHomes?
    private var isFailing = false
    /// The time of the last attempt.
    private var tried = ContinuousClock.now

    /// Nearer than this to the last report, in metres, the machine stands still and reports rarely.
    private static let stillness = 25.0
    private static let rest = Duration.seconds(1800)
    /// The maximum number of waiting reports: two months of one every ten minutes. The oldest ones go first.
    private static let mostWaiting = 10_000
    /// The delay before retrying a server that did not accept reports, and the time to wait for its answer.
    private static let pause = Duration.seconds(30)
    private static let patience = Duration.seconds(20)
    /// The number of reports in one request.
    private static let batch = 500

    init(server: ServerAddress, token: String, interval: Duration, log: @escaping @Sendable (String) -> Void) {
        (self.server, self.token, self.interval, self.log) = (server, token, interval, log)
    }

    /// Takes a line of gpsd, which sends one each second; throws `CommandFault` if the server does not know the token.
    func receive(_ line: String) async throws {
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
        // A position at home by the areas known now stays concealed, even if the server later returns other areas.
        guard let report = Report(line).concealed(homes) else { return }
        waiting.append(report)
        if waiting.count > Self.mostWaiting { waiting.removeFirst() }
        try await send()
    }

    /// Sends waiting reports, as far as the server accepts them.
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
                let lines = reports.compactMap { $0.concealed(homes)?.line }
                guard !lines.isEmpty else {
                    waiting.removeFirst(reports.count)
                    recovered()
                    continue
                }
                let answer = try await answer(
                    to: TransportRequest(
                        method: "POST", target: try ReportPositionsRequest([]).target,
                        headers: ["authorization": "Bearer \(token)", "content-type": "application/x-ndjson"],
                        body: Array((lines.joined(separator: "\n") + "\n").utf8)))
                switch answer.status {
                // A different server in its place has accepted nothing.
                case 200..<300 where (try? JSONDecoder().decode(PositionsTaken.self, from: Data(answer.body))) != nil:
                    waiting.removeFirst(reports.count)
                case 401: throw Self.unknownToken
                // Reports that the server can never accept must not hold up the rest.
                case 400, 422:
                    log("the server refuses \(reports.count) positions with \(answer.status); they are dropped")
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
        CommandFault("no device of type gpsd or program has this token; add one in the page under Devices")
    }

    /// Returns the server's answer within the time limit; throws if there is none.
    private func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let connection = try await connected()
        return try await withThrowingTaskGroup(of: TransportAnswer?.self) { group in
            group.addTask { try await connection.send(request) }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                // Requests on this connection end, too.
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
        if isFailing { log("the server answers again") }
        isFailing = false
    }

    private func failed(_ reason: String) async {
        if !isFailing { log("\(reason); unsent positions wait") }
        isFailing = true
        await connection?.close()
        connection = nil
    }
}

/// A line with this machine's position, as gpsd sent it or as it may be sent on.
private struct Report {
    let line: String
    private let isConcealed: Bool

    /// Takes the line from gpsd.
    init(_ line: String) { (self.line, isConcealed) = (line, false) }

    private init(concealed line: String) { (self.line, isConcealed) = (line, true) }

    /// Returns the part that may leave this machine: at home, the area's centre and the time; `nil` for nothing. While
    /// the home areas are unknown, returns the report unchanged.
    func concealed(_ homes: DeviceHomes?) -> Report? {
        guard !isConcealed, let homes else { return self }
        guard let fix = GPSDLines.Fix(line: line), let lat = fix.lat, let lon = fix.lon else { return nil }
        switch homes.publishable(lat: lat, lon: lon) {
        case .place: return self
        case .nothing: return nil
        case .middle(let middle):
            guard let time = fix.time?.millisecondsSince1970 else { return nil }
            let position = ReportedPosition(millisecondsSince1970: time, lat: middle.lat, lon: middle.lon)
            return (try? JSONEncoder().encode(position)).map { Report(concealed: String(decoding: $0, as: UTF8.self)) }
        }
    }
}
