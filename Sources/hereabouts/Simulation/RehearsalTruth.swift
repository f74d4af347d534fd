import Atlas
import Crowd
import GeoCore
import Presence
import Server

/// How many were where, as it was: what the server tells of busyness is compared with this. People count as the server
/// counts them: in four hours at places a day at most, the first ones.
struct RehearsalTruth {
    /// People in each hour of the week, Monday 00:00 first, of all weeks together: by the place that they went to, and
    /// by the place that the map has where they sat.
    private(set) var went: [String: [Double]] = [:]
    private(set) var were: [String: [Double]] = [:]
    private(set) var days = 0
    /// The stays of the first people, by person.
    private(set) var visits: [[Visit]] = []

    /// A stay at a spot, in milliseconds since 1970.
    struct Visit {
        let spot: Int
        let point: PointE7
        let arrival: Int64
        let departure: Int64
    }

    /// Of so many people all stays are compared.
    private static let mostVisitors = 500
    private static let mostPerDay = 4
    private static let leastStay = 600

    /// The places of all spots, as the server names them.
    let ids: [String]
    /// The place that the map has at a point.
    let place: (PointE7) -> String?

    init(_ rehearsal: Rehearsal) {
        ids = rehearsal.crowd.town.spots.map(\.id)
        place = { rehearsal.places.place(at: $0).map { Town.id(PlaceRef(rawValue: UInt64(bitPattern: $0.rawValue))) } }
    }

    mutating func add(_ day: Rehearsal.LivedDay) {
        days += 1
        let monday = (day.number + 3) % 7 * 24
        let begin = RehearsalClock.milliseconds(day.number, second: 0)
        if visits.isEmpty { visits = Array(repeating: [], count: min(Self.mostVisitors, day.days.count)) }
        for person in visits.indices {
            for stay in day.days[person].stays where stay.until - stay.from >= Self.leastStay {
                guard let spot = stay.spot else { continue }
                visits[person].append(
                    Visit(
                        spot: spot, point: stay.point, arrival: begin + Int64(stay.from) * 1000,
                        departure: begin + Int64(stay.until) * 1000
                    ))
            }
        }
        for lived in day.days {
            Self.count(lived.hours { $0.spot.map { ids[$0] } }, from: monday, in: &went)
            Self.count(lived.hours { $0.spot == nil ? nil : place($0.point) }, from: monday, in: &were)
        }
    }

    private static func count(
        _ hours: [(hour: Int, place: String)], from monday: Int, in people: inout [String: [Double]]
    ) {
        for (hour, place) in hours.prefix(mostPerDay) {
            people[place, default: Array(repeating: 0, count: 168)][monday + hour] += 1
        }
    }
}

/// Pearson's coefficient of correlation; 0 where one side is the same everywhere.
func correlation(_ one: [Double], _ other: [Double]) -> Double {
    let count = Double(one.count), mean = one.reduce(0, +) / count, otherMean = other.reduce(0, +) / count
    var both = 0.0, squares = 0.0, otherSquares = 0.0
    for (a, b) in zip(one, other) {
        both += (a - mean) * (b - otherMean)
        squares += (a - mean) * (a - mean)
        otherSquares += (b - otherMean) * (b - otherMean)
    }
    return squares > 0 && otherSquares > 0 ? both / (squares * otherSquares).squareRoot() : 0
}
