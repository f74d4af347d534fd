import Community
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

/// What hides one person, made of their key once: deriving a key for each position takes longer than all else that is
/// done with it.
struct Hiding: Sendable {
    fileprivate let departures: KeyedDraw
    fileprivate let fuzzy: FuzzyGrid

    init(_ key: PersonKey) {
        departures = KeyedDraw(key, for: "departures 1")
        fuzzy = FuzzyGrid(key)
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

    /// Where somebody is among squares: in one, told to be at a point, since so many milliseconds.
    private struct Spot: Sendable, Equatable {
        let square: FuzzyGrid.Square
        let point: PointE7
        let since: Int64

        func has(_ point: PointE7) -> Bool { FuzzyGrid.isIn(square, point, orWithin: WhereaboutsRule.fuzzyMargin) }
    }

    /// The most metres and milliseconds beyond the home area that nothing is told of.
    private static let mostMetres = 600.0
    private static let mostMilliseconds: Int64 = 600_000
    /// New squares a day: each tells a little of the others around it.
    private static let squaresPerDay = 10
    /// Who moves less than this is where they were, in metres.
    private static let sameSpotMetres = 50.0
    /// Fuzzy places, and their times, are told in steps of so many milliseconds.
    private static let fuzzyStep: Int64 = 300_000
    /// Fuzzy places are told of who was heard of in a square for so many milliseconds, or in none since for the longer
    /// time: squares along a way would point back to where it began.
    private static let fuzzyStay: Int64 = 600_000
    private static let fuzzySilence: Int64 = 1_800_000
    /// Who is so many metres beside their square is still in it: receivers that lie still are off by as much.
    private static let fuzzyMargin = 50.0

    /// As those are told who are told exactly, and those who are not.
    private(set) var exact = Delayed<Whereabouts>()
    private(set) var fuzzy = Delayed<Whereabouts>()
    /// The hours in which they were at home since they came; `nil` elsewhere.
    private var homeSince: Int64?
    private var departure: Departure?
    /// The square that they are in, and the one before until they are heard of in this one again: what is off once is
    /// as likely an error as a departure.
    private var spot: Spot?
    private var left: Spot?
    /// The squares that were told on the day that is counted since 1970, in UTC.
    private var squares: Set<FuzzyGrid.Square> = []
    private var day: Int64 = 0
    /// The day of which it is not known which squares were told.
    private var unknownDay: Int64?
    /// The time of the last position.
    private(set) var last: Int64 = .min

    init() {}

    /// When somebody who stays from `since` on, and goes on reporting, is first told somewhere around: both in
    /// milliseconds since 1970. It takes 10 to 15 minutes.
    static func firstPublication(ofStayFrom since: Int64) -> Int64 { since - since % fuzzyStep + fuzzyStay + fuzzyStep }

    /// When others are first told where they are, in milliseconds since 1970, if they stay there and go on reporting;
    /// `nil` when nothing waits to be told at `time`. Only the person may know: it says when they came.
    func due(_ precision: Sharing.Precision, after time: Int64) -> Int64? {
        guard precision == .fuzzy else { return exact.due(after: time) }
        guard let due = fuzzy.due(after: time) else { return nil }
        // Until their phone has reported for long enough it counts as one that reports rarely.
        guard case .at = fuzzy.newest, let spot else { return due }
        let first = Self.firstPublication(ofStayFrom: spot.since)
        return time < first ? min(first, due) : due
    }

    /// Learns of the next position, which arrived at `arrival`, milliseconds since 1970.
    mutating func follow(_ position: Position, at arrival: Int64, _ sharing: Sharing, _ hiding: Hiding) {
        guard position.time > last else { return }
        last = position.time
        countPublished(at: arrival)
        guard !position.isAtHome, !sharing.isAtHome(position.point, at: position.time) else {
            return tellHome(in: home(of: position, sharing), at: position.time, arrivedAt: arrival, sharing)
        }
        if homeSince != nil {
            homeSince = nil
            // Without the key nobody knows how much of the way is left out, and it is another length each time.
            let (way, wait, _) = hiding.departures.three([position.time])
            departure = Departure(
                from: position.point, at: position.time, metres: way * Self.mostMetres,
                milliseconds: Int64(wait * Double(Self.mostMilliseconds)))
        }
        if let departure {
            let isFar = departure.from.distance(inMetresTo: position.point) >= departure.metres
            guard isFar, position.time - departure.at >= departure.milliseconds else { return }
            self.departure = nil
        }
        tellExactly(position, at: arrival)
        tellFuzzily(position, at: arrival, hiding.fuzzy)
    }

    /// Learns that they said at `time`, in milliseconds since 1970, that they are at home.
    mutating func sayHome(at time: Int64, _ sharing: Sharing) {
        guard time > last else { return }
        // What is told later of the time before does not take it back.
        last = time
        countPublished(at: time)
        var area = sharing.homes.first
        if case .atHome(let home?, _, _) = exact.newest { area = home }
        tellHome(in: area, at: time, arrivedAt: time, sharing)
    }

    /// Begins amid what is recorded, whose first position is of `time`, milliseconds since 1970: what came before is
    /// not looked at. So they may be on the way from home, and may have been told ten squares that day.
    mutating func begin(amidFrom time: Int64) {
        homeSince = time - time % PositionRecords.hourInMilliseconds
        day = UTCDay.number(at: time)
        unknownDay = day
    }

    /// Holds back, at `time`, milliseconds since 1970, what was followed so far: it is not known when that arrived, and
    /// it may have been just now.
    mutating func holdBack(at time: Int64) {
        countPublished(at: time)
        if case .atHome = exact.newest { exact.hold(at: time, step: PositionRecords.hourInMilliseconds) }
        if case .at = fuzzy.newest {
            fuzzy.hold(at: time, step: Self.fuzzyStep)
        } else {
            fuzzy.hold(at: time, step: PositionRecords.hourInMilliseconds)
        }
    }

    /// Takes over what `before`, which followed the same person, knew and what is recorded may not tell any more: that
    /// they are at home or on their way from there, of which nothing is told, and in which squares they were told to be
    /// until `time`.
    mutating func goOn(from before: WhereaboutsRule, at time: Int64) {
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

    /// Leaves nothing of where they were told to be until `time`. How far they are from home, and how many squares were
    /// told, goes on to count.
    mutating func forgetPublished(at time: Int64) {
        countPublished(at: time)
        (exact, fuzzy) = (Delayed(), Delayed())
        (spot, left) = (nil, nil)
    }

    private mutating func tellHome(
        in area: HomeGrid.Cell?, at time: Int64, arrivedAt arrival: Int64, _ sharing: Sharing
    ) {
        let length = PositionRecords.hourInMilliseconds
        let hour = time - time % length, since = homeSince ?? hour
        let home = Whereabouts.atHome(area, sinceHour: since, lastHour: hour)
        // Who says that they are at home wants it told now; who comes there does not say when.
        let step = sharing.hasSaidAtHome(at: arrival) ? nil : length
        exact.become(home, at: arrival, step: step)
        fuzzy.become(home, at: arrival, step: step)
        homeSince = since
        // Whoever passes there later has not stayed there since.
        (departure, spot, left) = (nil, nil, nil)
    }

    /// The area that is told; `nil` for one that they do not name any more, which no other stands for.
    private func home(of position: Position, _ sharing: Sharing) -> HomeGrid.Cell? {
        position.isAtHome ? sharing.homes.first { $0.isNear(position.point) } : sharing.home(at: position.point)
    }

    private mutating func tellExactly(_ position: Position, at arrival: Int64) {
        var (point, since) = (position.point, position.time)
        if case .at(let earlier, let first, _) = exact.newest, earlier.distance(inMetresTo: point) < Self.sameSpotMetres
        {
            (point, since) = (earlier, first)
        }
        exact.become(.at(point, since: since, last: position.time), at: arrival, step: nil)
    }

    private mutating func tellFuzzily(_ position: Position, at arrival: Int64, _ grid: FuzzyGrid) {
        let day = UTCDay.number(at: position.time)
        if day != self.day { (self.day, squares) = (day, []) }
        if let left, left.has(position.point) {
            fuzzy.withdraw(at: arrival)
            (spot, self.left) = (left, nil)
        } else if spot?.has(position.point) == true {
            left = nil
        } else {
            // They are told to be where they were, until they stay somewhere else.
            fuzzy.withdraw(at: arrival)
            left = spot
            let square = FuzzyGrid.square(of: position.point)
            let mayBePublished =
                squares.contains(square) || day != unknownDay && squares.count < Self.squaresPerDay
            spot = mayBePublished ? Spot(square: square, point: grid.point(for: square), since: position.time) : nil
        }
        guard let spot else { return }
        let time = position.time - position.time % Self.fuzzyStep
        var since = spot.since - spot.since % Self.fuzzyStep
        if case .at(spot.point, let first, _) = fuzzy.newest { since = first }
        let isStay = position.time - spot.since >= Self.fuzzyStay
        fuzzy.become(
            .at(spot.point, since: since, last: time), at: arrival, step: Self.fuzzyStep,
            notBefore: since + (isStay ? Self.fuzzyStay : Self.fuzzySilence))
    }

    /// Counts the square that they are in, if it was told by `time`.
    private mutating func countPublished(at time: Int64) {
        if let spot, case .at(spot.point, _, _) = fuzzy.published(at: time) { squares.insert(spot.square) }
    }
}
