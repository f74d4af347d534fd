package import GeoCore

/// Where somebody is, as others may be told.
package enum Whereabouts: Sendable, Equatable {
    /// In this area, or in none that is told, from one hour to another: when those begin, in milliseconds since 1970.
    case atHome(HomeGrid.Cell?, sinceHour: Int64, lastHour: Int64)
    /// At this point since `since`, and last heard of at `last`: milliseconds since 1970.
    case at(PointE7, since: Int64, last: Int64)

    /// When they were last heard of, as exactly as it may be told.
    package var last: Int64 {
        switch self {
        case .atHome(_, _, let hour): hour
        case .at(_, _, let last): last
        }
    }
}

/// Follows one person and knows what may be told of them, from one position to the next.
///
/// What follows must see positions in the order of time; others change nothing.
struct WhereaboutsRule: Sendable, Equatable {
    /// Between leaving home and being told somewhere: how far and how long, drawn for each trip.
    private struct Departure: Sendable, Equatable {
        let from: PointE7
        let at: Int64
        let metres: Double
        let milliseconds: Int64
    }

    /// The most metres and milliseconds beyond the home area that nothing is told of.
    private static let mostMetres = 600.0
    private static let mostMilliseconds: Int64 = 600_000
    /// New squares a day: each tells a little of the others around it.
    private static let squaresPerDay = 10
    /// Who moves less than this is where they were, in metres.
    private static let sameSpotMetres = 50.0
    /// Times of fuzzy places are told in steps of so many milliseconds.
    private static let fuzzyStep: Int64 = 300_000

    private(set) var exact: Whereabouts?
    private(set) var fuzzy: Whereabouts?
    private var isAtHome = false
    private var departure: Departure?
    /// The squares of the day that is counted since 1970, in UTC.
    private var squares: Set<FuzzyGrid.Square> = []
    private var day: Int64 = 0
    /// The time of the last position.
    private(set) var last: Int64 = .min

    init() {}

    /// Learns of the next position; returns whether it was one.
    mutating func follow(_ position: Position, _ sharing: Sharing, _ key: PersonKey) -> Bool {
        guard position.time > last else { return false }
        last = position.time
        let hour = position.time - position.time % PositionRecords.hourInMilliseconds
        if position.isAtHome || sharing.isAtHome(position.point, at: position.time) {
            var since = hour
            if isAtHome, case .atHome(_, let first, _) = exact { since = first }
            let cell = sharing.home(at: position.point)
            (exact, fuzzy) = (
                .atHome(cell, sinceHour: since, lastHour: hour), .atHome(cell, sinceHour: since, lastHour: hour)
            )
            isAtHome = true
            departure = nil
            return true
        }
        if isAtHome {
            isAtHome = false
            // Without the key nobody knows how much of the way is left out, and it is another length each time.
            let (way, wait, _) = KeyedDraw(key, for: "departures 1").three([position.time])
            departure = Departure(
                from: position.point, at: position.time, metres: way * Self.mostMetres,
                milliseconds: Int64(wait * Double(Self.mostMilliseconds)))
        }
        if let departure {
            let isFar = departure.from.distance(inMetresTo: position.point) >= departure.metres
            guard isFar, position.time - departure.at >= departure.milliseconds else { return true }
            self.departure = nil
        }
        tellExactly(position)
        tellFuzzily(position, FuzzyGrid(key))
        return true
    }

    private mutating func tellExactly(_ position: Position) {
        if case .at(let point, let since, _) = exact, point.distance(inMetresTo: position.point) < Self.sameSpotMetres {
            exact = .at(point, since: since, last: position.time)
        } else {
            exact = .at(position.point, since: position.time, last: position.time)
        }
    }

    private mutating func tellFuzzily(_ position: Position, _ grid: FuzzyGrid) {
        let square = FuzzyGrid.square(of: position.point)
        let day = position.time / 86_400_000
        if day != self.day { (self.day, squares) = (day, []) }
        if !squares.contains(square) {
            // They stay where they were last told to be, until tomorrow.
            guard squares.count < Self.squaresPerDay else { return }
            squares.insert(square)
        }
        let point = grid.point(for: square), time = position.time - position.time % Self.fuzzyStep
        if case .at(point, let since, _) = fuzzy {
            fuzzy = .at(point, since: since, last: time)
        } else {
            fuzzy = .at(point, since: time, last: time)
        }
    }
}
