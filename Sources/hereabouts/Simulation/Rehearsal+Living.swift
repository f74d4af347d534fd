import Atlas
import Crowd
import GeoCore
import HereaboutsAPI

extension Rehearsal {
    /// A simulated person who has joined, with the credentials for requests and for the phone's reports.
    struct Member {
        let client: HereaboutsClient
        let phone: HereaboutsClient
        let tokens: Tokens
        let password: String
        /// The home area: inside it, the server knows nothing else of them.
        let home: SeenPerson.Area?

        func isAtHome(_ point: PointE7) -> Bool {
            let point = Coordinate(point)
            return home.map {
                ($0.south...$0.north).contains(point.latitude) && ($0.west...$0.east).contains(point.longitude)
            } ?? false
        }
    }

    /// The tokens of a person's account and phone.
    struct Tokens {
        let account: String
        let phone: String
    }

    /// The events of a day, for comparison with the server's statistics.
    struct LivedDay {
        let number: Int
        /// The days by resident.
        let days: [Day]
        let waiting: Waiting
        let remarks: [Remark]
    }

    /// The numbers of reports that the people sent.
    struct Reported {
        var positions = 0
        var waits = 0
        var posts = 0
    }

    /// The number of connections; people take turns on each.
    private static let connections = 16
    /// Phones send their positions this many seconds after each full hour.
    private static let delay = 300
    /// An ordinary Wednesday, long ago.
    private static let ordinaryDay = 20_000 - 20_000 % 7 + 6

    /// Registers everybody: they agree to be counted, and their home is an area.
    func join(at port: Int) async throws -> [Member] {
        let people = crowd.residents
        return try await shared(people.count) { numbers in
            let transport = try await ServerConnection(to: ServerAddress(localPort: port))
            var members: [Member] = []
            for number in numbers {
                let guest = HereaboutsClient(transport)
                let credentials = Credentials(name: "visitor-\(number + 1)", password: Self.password())
                _ = try await guest.register(credentials)
                let token = try await guest.logIn(credentials, label: "simulation").token
                let client = HereaboutsClient(transport, token: token), home = Coordinate(people[number].home)
                let area = try await client.homeArea(lat: home.latitude, lon: home.longitude)
                let sharing = try await client.changeSharing(
                    revision: 0, SharingFields(statistics: true, homes: [area.home]))
                let phone = try await client.add(NewDevice(kind: .program, name: "phone")).token
                members.append(
                    Member(
                        client: client, phone: HereaboutsClient(transport, token: phone),
                        tokens: Tokens(account: token, phone: phone), password: credentials.password,
                        home: sharing.areas.first?.around))
            }
            return members
        }
    }

    private static func password() -> String {
        String((0..<32).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
    }

    /// Simulates everybody through all days; returns the number of reports. The caller gets each finished day by
    /// `lived`, and every ten minutes of a day, with its second, by `watch`.
    func live(
        _ members: [Member], lived: (LivedDay) async throws -> Void, watch: (LivedDay, Int) async throws -> Void
    ) async throws -> Reported {
        var workspace = crowd.workspace(), reported = Reported()
        func days(_ number: Int) -> [Day] {
            crowd.residents.indices.map { crowd.day(number, of: $0, &workspace) }
        }
        let services = Waiting.Services(crowd, ordinary: days(Self.ordinaryDay))
        for number in self.days {
            let days = days(number)
            let day = LivedDay(
                number: number, days: days, waiting: Waiting(crowd, days, number: number, services),
                remarks: crowd.remarks(on: days, number: number))
            var second = 0
            for next in Array(stride(from: Self.delay, to: 86_400, by: 3600)) + [86_400] {
                try await speak(in: day, second..<next, members, &reported, watch)
                clock.set(number, second: next)
                reported.positions += try await report(day, second..<next, members)
                second = next
            }
            try await lived(day)
        }
        return reported
    }

    /// Sends reports of waits, and posts.
    private func speak(
        in day: LivedDay, _ seconds: Range<Int>, _ members: [Member], _ reported: inout Reported,
        _ watch: (LivedDay, Int) async throws -> Void
    ) async throws {
        var turns = day.waiting.turns.filter { $0.isReported && seconds.contains($0.end) }[...]
        var remarks = day.remarks.filter { seconds.contains($0.second) }[...]
        for second in seconds
        where second % 600 == 0 || second == turns.first?.end || second == remarks.first?.second {
            clock.set(day.number, second: second)
            while let turn = turns.first, turn.end == second {
                turns.removeFirst()
                reported.waits += try await report(turn, members[turn.resident])
            }
            while let remark = remarks.first, remark.second == second {
                remarks.removeFirst()
                try await post(remark, members[remark.resident])
                reported.posts += 1
            }
            if second % 600 == 0 { try await watch(day, second) }
        }
    }

    private func post(_ remark: Remark, _ member: Member) async throws {
        let here = Coordinate(remark.point)
        let location = NewPost.Location(lat: here.latitude, lon: here.longitude)
        _ = try await member.client.add(NewPost(message: remark.message, location: location))
    }

    private func report(_ turn: Waiting.Turn, _ member: Member) async throws -> Int {
        let spot = crowd.town.spots[turn.spot], here = Coordinate(spot.point)
        let report = NewQueueReport(
            place: spot.id, minutes: turn.minutes, lat: here.latitude, lon: here.longitude)
        do {
            _ = try await member.client.report(report)
            return 1
        } catch let error as ErrorBody where error.code == .tooSoon {
            // The connection is back for more within twenty minutes.
            return 0
        }
    }

    /// Sends the positions of phones.
    private func report(_ day: LivedDay, _ seconds: Range<Int>, _ members: [Member]) async throws -> Int {
        let begin = RehearsalClock.milliseconds(day.number, second: 0)
        return try await shared(members.count) { numbers in
            var added = 0
            for number in numbers {
                let fixes = crowd.fixes(of: number, on: day.days[number], number: day.number, in: seconds)
                guard !fixes.isEmpty else { continue }
                let positions = fixes.map { fix in
                    let point = Coordinate(fix.point)
                    return ReportedPosition(
                        millisecondsSince1970: begin + Int64(fix.second) * 1000, lat: point.latitude,
                        lon: point.longitude, accuracy: fix.accuracyMetres, speed: fix.speed)
                }
                added += try await members[number].phone.report(positions).added
            }
            return [added]
        }.reduce(0, +)
    }

    /// Divides numbers below `count` among connections; returns the results of each, in order.
    private func shared<Part: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Range<Int>) async throws -> [Part]
    ) async throws -> [Part] {
        try await withThrowingTaskGroup(of: (index: Int, parts: [Part]).self) { group in
            for index in 0..<Self.connections {
                let numbers = index * count / Self.connections..<(index + 1) * count / Self.connections
                group.addTask { (index, try await body(numbers)) }
            }
            var all: [(index: Int, parts: [Part])] = []
            for try await one in group { all.append(one) }
            return all.sorted { $0.index < $1.index }.flatMap(\.parts)
        }
    }
}

extension Town.Spot {
    /// The id in the server's form.
    var id: String { Town.id(reference) }
}

extension Town {
    /// Returns the id in the server's form.
    static func id(_ reference: PlaceRef) -> String {
        var id: [UInt8] = []
        reference.append(to: &id)
        return String(decoding: id, as: UTF8.self)
    }
}
