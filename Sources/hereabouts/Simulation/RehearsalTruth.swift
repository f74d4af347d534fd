import Atlas
import Community
import Crowd
import GeoCore
import Presence
import Server

/// The true number of people by place and hour, for comparison with the server's busyness. People count as the server
/// counts them: in at most four hours at places a day, the first ones.
struct RehearsalTruth {
    /// People in each hour of the week, Monday 00:00 first, all weeks together: by the place that they went to, and by
    /// the place on the map at their position.
    private(set) var byDestination: [String: [Double]] = [:]
    private(set) var byPosition: [String: [Double]] = [:]
    private(set) var days = 0
    /// The stays of the first people, by person.
    private(set) var visits: [[Visit]] = []

    /// A stay at a spot.
    struct Visit {
        let spot: Int
        let point: PointE7
        let arrival: Timestamp
        let departure: Timestamp
    }

    /// The number of people whose stays are compared.
    private static let mostVisitors = 500
    private static let mostPerDay = 4
    private static let leastStay = 600

    /// The ids of all spots' places, in the server's form.
    let ids: [String]
    /// Returns the id of the map's place at a point.
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
            Self.count(lived.hours { $0.spot.map { ids[$0] } }, from: monday, in: &byDestination)
            Self.count(lived.hours { $0.spot == nil ? nil : place($0.point) }, from: monday, in: &byPosition)
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

/// Returns Pearson's correlation coefficient; 0 if one side is constant.
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
