package import Community
package import GeoCore

/// A person's location, as others may see it.
package enum Whereabouts: Sendable, Equatable {
    /// In this home area, or in none that is named, from one hour to another: each time is the start of an hour.
    case atHome(HomeGrid.Cell?, sinceHour: Timestamp, lastHour: Timestamp)
    /// At this point since `since`, with the last report at `last`.
    case at(PointE7, since: Timestamp, last: Timestamp)

    /// The time of the last report, as precisely as others may see it.
    package var last: Timestamp {
        switch self {
        case .atHome(_, _, let hour): hour
        case .at(_, _, let last): last
        }
    }
}

/// The noise that hides one person, derived from their key once: to derive a key for each position takes longer than
/// all other work on it.
struct LocationNoise: Sendable {
    fileprivate let departures: KeyedDraw
    fileprivate let approximate: ApproximateGrid

    init(_ key: PersonKey) {
        departures = KeyedDraw(key, for: "departures 1")
        approximate = ApproximateGrid(key)
    }
}

/// Follows one person's positions and decides what others may see.
///
/// Positions must come in the order of times; others change nothing.
struct WhereaboutsRule: Sendable, Equatable {
    /// The time between leaving home and being visible again: how far and how long, drawn for each trip.
    private struct Departure: Sendable, Equatable {
        let from: PointE7
        let at: Timestamp
        let metres: Double
        let milliseconds: Milliseconds
    }

    /// A stay in a square: the square, its approximate location, and the first position's time.
    private struct Spot: Sendable, Equatable {
        let square: ApproximateGrid.Square
        let point: PointE7
        let since: Timestamp

        func has(_ point: PointE7) -> Bool {
            ApproximateGrid.isIn(square, point, orWithin: WhereaboutsRule.squareMargin)
        }
    }

    /// The most metres and milliseconds after leaving home during which the location stays hidden.
    private static let mostMetres = 600.0
    private static let mostMilliseconds: Milliseconds = 600_000
    /// The most new squares in a day: each reveals a little about its neighbours.
    private static let squaresPerDay = 10
    /// A person who moves less than this has not moved, in metres.
    private static let sameSpotMetres = 50.0
    /// The server publishes approximate locations, and their times, in steps of this length.
    private static let publicationStep: Milliseconds = 300_000
    /// The server publishes an approximate location once reports from its square span `leastStay`, or once
    /// `leastSilence` has passed after one report with none from another square. The squares of a trip would point back
    /// to where it began.
    private static let leastStay: Milliseconds = 600_000
    private static let leastSilence: Milliseconds = 1_800_000
    /// A person this far beside their square is still in it, in metres: the error of a receiver that does not move.
    private static let squareMargin = 50.0

    /// The location for viewers with exact precision, and for all others.
    private(set) var exact = Delayed<Whereabouts>()
    private(set) var approximate = Delayed<Whereabouts>()
    /// The hour in which the person came home; `nil` elsewhere.
    private var homeSince: Timestamp?
    private var departure: Departure?
    /// The current square, and the one before until a second report from the current one: a single position elsewhere
    /// is as likely an error as a departure.
    private var spot: Spot?
    private var left: Spot?
    /// The squares that were visible on `day`, which is counted since 1970 in UTC.
    private var squares: Set<ApproximateGrid.Square> = []
    private var day: Int64 = 0
    /// The day whose visible squares are not all known.
    private var unknownDay: Int64?
    /// The time of the last position.
    private(set) var last: Timestamp = .min

    init() {}

    /// Returns when an approximate location is first published for a person who stays from `since` on and goes on
    /// reporting. It takes 10 to 15 minutes.
    static func firstPublication(ofStayFrom since: Timestamp) -> Timestamp {
        since - since % publicationStep + leastStay + publicationStep
    }

    /// Returns when others first see the current location if the person stays there and goes on reporting; `nil` if
    /// nothing waits at `time`. Only the person may know, because it reveals when they came.
    func due(_ precision: Sharing.Precision, after time: Timestamp) -> Timestamp? {
        guard precision == .approximate else { return exact.due(after: time) }
        guard let due = approximate.due(after: time) else { return nil }
        // Until a phone has reported for long enough, it counts as one that reports rarely.
        guard case .at = approximate.newest, let spot else { return due }
        let first = Self.firstPublication(ofStayFrom: spot.since)
        return time < first ? min(first, due) : due
    }

    /// Follows the next position, which arrived at `arrival`.
    mutating func follow(_ position: Position, at arrival: Timestamp, _ sharing: Sharing, _ noise: LocationNoise) {
        guard position.time > last else { return }
        last = position.time
        countPublished(at: arrival)
        guard !position.isAtHome, !sharing.isAtHome(position.point, at: position.time) else {
            return publishHome(in: home(of: position, sharing), at: position.time, arrivedAt: arrival, sharing)
        }
        if homeSince != nil {
            homeSince = nil
            // Without the key nobody knows how much of the trip is hidden, and the length differs each time.
            let (distance, wait, _) = noise.departures.three([position.time])
            departure = Departure(
                from: position.point, at: position.time, metres: distance * Self.mostMetres,
                milliseconds: Milliseconds(wait * Double(Self.mostMilliseconds)))
        }
        if let departure {
            let isFar = departure.from.distance(inMetresTo: position.point) >= departure.metres
            guard isFar, position.time - departure.at >= departure.milliseconds else { return }
            self.departure = nil
        }
        publishExact(position, at: arrival)
        publishApproximate(position, at: arrival, noise.approximate)
    }

    /// Applies that the person declared at `time` to be at home.
    mutating func declareHome(at time: Timestamp, _ sharing: Sharing) {
        guard time > last else { return }
        // Later reports from before do not undo it.
        last = time
        countPublished(at: time)
        var area = sharing.homes.first
        if case .atHome(let home?, _, _) = exact.newest { area = home }
        publishHome(in: area, at: time, arrivedAt: time, sharing)
    }

    /// Starts in the middle of the recorded positions; the first has the time `time`. The person may be on their way
    /// from home then, and ten squares may have been visible that day.
    mutating func begin(amidFrom time: Timestamp) {
        homeSince = time - time % UTCHour.milliseconds
        day = UTCDay.number(at: time)
        unknownDay = day
    }

    /// Holds back, at `time`, the result of all positions so far: their arrivals are unknown, and they may have arrived
    /// just now.
    mutating func holdBack(at time: Timestamp) {
        countPublished(at: time)
        if case .atHome = exact.newest { exact.hold(at: time, step: UTCHour.milliseconds) }
        if case .at = approximate.newest {
            approximate.hold(at: time, step: Self.publicationStep)
        } else {
            approximate.hold(at: time, step: UTCHour.milliseconds)
        }
    }

    /// Takes over what `before`, a rule for the same person, knows and recorded positions may no longer show: that the
    /// person is at home or has just left, and which squares were visible until `time`.
    mutating func resume(from before: WhereaboutsRule, at time: Timestamp) {
        var before = before
        before.countPublished(at: time)
        if before.day == day {
            squares.formUnion(before.squares)
            if before.unknownDay != day { unknownDay = nil }
        } else if before.day > day {
            (day, squares, unknownDay) = (before.day, before.squares, before.unknownDay)
        }
        guard homeSince == nil, departure == nil else { return }
        departure = before.departure
        if departure != nil { forgetPublished(at: time) }
        if last < before.last { (homeSince, last) = (before.homeSince, before.last) }
    }

    /// Removes the positions visible until `time`. The distance from home and the number of visible squares stay.
    mutating func forgetPublished(at time: Timestamp) {
        countPublished(at: time)
        (exact, approximate) = (Delayed(), Delayed())
        (spot, left) = (nil, nil)
    }

    private mutating func publishHome(
        in area: HomeGrid.Cell?, at time: Timestamp, arrivedAt arrival: Timestamp, _ sharing: Sharing
    ) {
        let length = UTCHour.milliseconds
        let hour = time - time % length, since = homeSince ?? hour
        let home = Whereabouts.atHome(area, sinceHour: since, lastHour: hour)
        // A person who declares to be at home wants others to see it now. A person who comes home does not reveal when.
        let step = sharing.hasDeclaredAtHome(at: arrival) ? nil : length
        exact.become(home, at: arrival, step: step)
        approximate.become(home, at: arrival, step: step)
        homeSince = since
        // A person who passes there later has not stayed there since.
        (departure, spot, left) = (nil, nil, nil)
    }

    /// Returns the area to publish; `nil` for an area that the person has removed, because no other area stands for it.
    private func home(of position: Position, _ sharing: Sharing) -> HomeGrid.Cell? {
        position.isAtHome ? sharing.homes.first { $0.isNear(position.point) } : sharing.home(at: position.point)
    }

    private mutating func publishExact(_ position: Position, at arrival: Timestamp) {
        var (point, since) = (position.point, position.time)
        if case .at(let earlier, let first, _) = exact.newest, earlier.distance(inMetresTo: point) < Self.sameSpotMetres
        {
            (point, since) = (earlier, first)
        }
        exact.become(.at(point, since: since, last: position.time), at: arrival, step: nil)
    }

    private mutating func publishApproximate(_ position: Position, at arrival: Timestamp, _ grid: ApproximateGrid) {
        let day = UTCDay.number(at: position.time)
        if day != self.day { (self.day, squares) = (day, []) }
        if let left, left.has(position.point) {
            approximate.withdraw(at: arrival)
            (spot, self.left) = (left, nil)
        } else if spot?.has(position.point) == true {
            left = nil
        } else {
            // Others see the earlier location until the person stays somewhere else.
            approximate.withdraw(at: arrival)
            left = spot
            let square = ApproximateGrid.square(of: position.point)
            let mayBePublished =
                squares.contains(square) || day != unknownDay && squares.count < Self.squaresPerDay
            spot = mayBePublished ? Spot(square: square, point: grid.point(for: square), since: position.time) : nil
        }
        guard let spot else { return }
        let time = position.time - position.time % Self.publicationStep
        var since = spot.since - spot.since % Self.publicationStep
        if case .at(spot.point, let first, _) = approximate.newest { since = first }
        let isStay = position.time - spot.since >= Self.leastStay
        approximate.become(
            .at(spot.point, since: since, last: time), at: arrival, step: Self.publicationStep,
            notBefore: since + (isStay ? Self.leastStay : Self.leastSilence))
    }

    /// Counts the current square if it was visible by `time`.
    private mutating func countPublished(at time: Timestamp) {
        if let spot, case .at(spot.point, _, _) = approximate.published(at: time) { squares.insert(spot.square) }
    }
}
