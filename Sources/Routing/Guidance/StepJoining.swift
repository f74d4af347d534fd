/// Joins corners that lie a few metres apart: three metres between two corners are a crossing and not a turn.
///
/// Sidewalks, crossings, the two carriageways of an avenue and the links between them are short separate ways in the
/// data; each would otherwise be a maneuver. The cases are those of OSRM's guidance
/// (github.com/Project-OSRM/osrm-backend, src/engine/guidance/collapse_turns.cpp) and Valhalla's
/// (github.com/valhalla/valhalla, src/odin/maneuversbuilder.cc): staggered crossings, names that change over a short
/// stretch, U-turns over two carriageways, and a first or last stretch of a few metres.
struct StepJoining {
    /// The maximum lengths for joining corners, in millimetres.
    private struct Limits {
        /// Corners this near to each other are one corner; the name of the street between them does not matter.
        var tiny: Int64
        /// For vehicles, a straight stretch this short is part of the turn after it.
        var straight: Int64 = 10_000
        /// Corners this near to each other are one corner if the stretch between them has no name, or the name of the
        /// street before or after: a wide street and both its kerbs.
        var short: Int64
        /// A street that has another name for at most this length continues.
        var otherName: Int64
        /// The maximum distance between the two carriageways of a street.
        var median: Int64
        /// The maximum distance between joined corners.
        var joined: Int64
        /// A first or last stretch this short gets no maneuver of its own.
        var departure: Int64
        var end: Int64

        init(_ profile: Profile) {
            switch profile {
            case .foot, .wheelchair:
                (tiny, short, otherName, median, joined) = (10_000, 25_000, 25_000, 0, 40_000)
                (departure, end) = (12_000, 10_000)
            case .bicycle:
                (tiny, short, otherName, median, joined) = (10_000, 12_000, 25_000, 30_000, 40_000)
                (departure, end) = (10_000, 10_000)
            case .car:
                // Drivers need an instruction for each turn of the wheel.
                (tiny, short, otherName, median, joined) = (5_000, 5_000, 30_000, 30_000, 40_000)
                (departure, end) = (10_000, 10_000)
            }
        }
    }

    /// The maximum length of a landing between two flights of stairs.
    private static let landing: Int64 = 15_000
    /// Below this, in degrees, is straight on.
    private static let straightOn = 40.0
    private static let straight = 20.0
    /// Above this, in degrees, is a U-turn.
    private static let turnsRound = 150.0

    /// The remaining steps, and the place of a last corner that was left out because the end lies just after it.
    struct Result {
        var drafts: [StepBuilder.Draft]
        var lastCorner: Maneuver?
    }

    private let spans: [RouteSpan]
    private let roads: [RoadName]
    private let limits: Limits
    private let isVehicle: Bool

    init(_ spans: [RouteSpan], _ roads: [RoadName], _ profile: Profile) {
        self.spans = spans
        self.roads = roads
        limits = Limits(profile)
        isVehicle = profile.isVehicle
    }

    func joined(_ drafts: [StepBuilder.Draft]) -> Result {
        var kept: [StepBuilder.Draft] = [drafts[0]]
        // The span at the latest corner, which the last kept draft may include.
        var corner = 0
        for draft in drafts.dropFirst() {
            // The name returns after a nameless gap without an instruction.
            if draft.maneuver.kind == .newName, draft.road.isNamed,
                kept[kept.count - 1].road.isSameStreet(as: draft.road)
            {
                corner = draft.firstSpan
                continue
            }
            let last = kept[kept.count - 1], previous = kept.count > 1 ? kept[kept.count - 2].road : nil
            let gap = length(corner..<draft.firstSpan), whole = length(last.firstSpan..<draft.firstSpan)
            corner = draft.firstSpan
            guard whole <= limits.joined, isJoinable(last, draft, after: previous, gap) else {
                kept.append(draft)
                continue
            }
            kept.removeLast()
            if let previous {
                if let joined = join(last, draft, after: previous) { kept.append(joined) }
            } else {
                kept.append(departing(last, along: draft))
            }
        }
        return withoutEnd(joiningFlights(kept))
    }

    /// Whether two corners can be one, given the millimetres between them.
    private func isJoinable(
        _ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName?, _ gap: Int64
    ) -> Bool {
        guard !first.isAlwaysAnnounced, second.isPlainCorner else { return false }
        guard let previous else {
            return !second.isAlwaysAnnounced && length(0..<second.firstSpan) <= limits.departure
                && (!isVehicle || gap <= limits.departure)
        }
        guard first.isPlainCorner else { return false }
        // Stairs just after a corner are a turn onto them; a ferry is boarded at its pier.
        if second.isAlwaysAnnounced { return gap <= limits.tiny && second.isStairsOrLift }
        if gap <= limits.tiny { return true }
        // A continuing street is part of the turn just after it.
        if isVehicle, gap <= limits.straight, first.turn.magnitude <= Self.straight { return true }
        let isBetweenTheirs =
            !first.road.isNamed || first.road.isSameStreet(as: second.road) || first.road.isSameStreet(as: previous)
        if gap <= limits.short, isBetweenTheirs { return true }
        guard previous.isNamed, previous.isSameStreet(as: second.road) else { return false }
        let turn = turn(first, second).magnitude
        return gap <= limits.otherName && turn <= Self.straightOn
            || gap <= limits.median && turn > Self.turnsRound && first.turn * second.turn > 0
    }

    /// Returns a departure that skips the first few metres.
    private func departing(_ departure: StepBuilder.Draft, along next: StepBuilder.Draft) -> StepBuilder.Draft {
        var draft = departure
        draft.maneuver.bearingAfter = next.maneuver.bearingAfter
        draft.maneuver.intersection.streets = [.init(bearing: next.maneuver.bearingAfter, canEnter: true)]
        draft.road = next.road
        return draft
    }

    /// Returns the change of direction over both corners. It adds them up, because around a hairpin the directions at
    /// the ends do not give the side.
    private func turn(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft) -> Double {
        let between = Corner.difference(
            from: Double(first.maneuver.bearingAfter), to: Double(second.maneuver.bearingBefore))
        return Corner.bounded(first.turn + between + second.turn)
    }

    /// Returns both corners as one, or `nil` if the street before simply continues.
    private func join(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName)
        -> StepBuilder.Draft?
    {
        let turn = turn(first, second), goesOn = turn.magnitude <= Self.straightOn
        let staysOn = previous.isSameStreet(as: second.road) && !previous.isAlwaysAnnounced
        let isFork = first.maneuver.kind == .fork || second.maneuver.kind == .fork
        if goesOn, staysOn, previous.isNamed || !isFork { return nil }
        var joined = first
        joined.turn = turn
        joined.maneuver.turn = Turn(degrees: turn)
        joined.maneuver.bearingAfter = second.maneuver.bearingAfter
        joined.road = second.road
        joined.climb = second.climb
        if second.isAlwaysAnnounced {
            joined.maneuver.kind = goesOn ? .notification : .turn
        } else if goesOn {
            let isJog = first.turn.magnitude > Self.straightOn
            joined.maneuver.kind = !second.road.isNamed && (isFork || isJog) ? .fork : .newName
            // For an unnamed way, the side says which way is meant.
            if isJog, joined.maneuver.kind == .fork {
                joined.maneuver.turn = first.turn > 0 ? .slightRight : .slightLeft
            }
        } else {
            joined.maneuver.kind = staysOn && previous.isNamed ? .continue : .turn
            if isVehicle, staysOn, turn.magnitude > Self.turnsRound { joined.maneuver.turn = .uturn }
        }
        return joined
    }

    /// Stairs that continue after a landing are the same stairs.
    private func joiningFlights(_ drafts: [StepBuilder.Draft]) -> [StepBuilder.Draft] {
        var kept: [StepBuilder.Draft] = []
        for draft in drafts {
            guard let last = kept.last, draft.maneuver.kind == .notification, last.isStairs, draft.isStairs,
                last.road.displayKind == draft.road.displayKind, last.climb?.isUp == draft.climb?.isUp,
                landing(last.firstSpan..<draft.firstSpan, last.road.displayKind) <= Self.landing
            else {
                kept.append(draft)
                continue
            }
            if let climb = draft.climb, climb.level != nil {
                kept[kept.count - 1].climb = LevelChange(
                    isUp: last.climb?.isUp, level: climb.level, sign: climb.sign,
                    isLevel: climb.isLevel && last.climb?.isLevel != false)
            }
        }
        return kept
    }

    /// Returns the length of the part of a stretch that is of another kind, in millimetres.
    private func landing(_ range: Range<Int>, _ kind: RoadKind) -> Int64 {
        range.reduce(0) { roads[$1].displayKind == kind ? $0 : $0 + Int64(spans[$1].lengthMillimetres) }
    }

    /// Leaves out a last corner if the end lies a few metres after it, and in sight.
    private func withoutEnd(_ drafts: [StepBuilder.Draft]) -> Result {
        guard drafts.count > 1, let last = drafts.last, last.isPlainCorner, !last.isAlwaysAnnounced,
            length(last.firstSpan..<spans.count) <= limits.end
        else { return Result(drafts: drafts, lastCorner: nil) }
        return Result(drafts: drafts.dropLast(), lastCorner: last.maneuver)
    }

    private func length(_ range: Range<Int>) -> Int64 {
        range.reduce(0) { $0 + Int64(spans[$1].lengthMillimetres) }
    }
}

extension StepBuilder.Draft {
    /// Whether it is an ordinary corner: no departure, roundabout, ramp or lift.
    fileprivate var isPlainCorner: Bool {
        switch maneuver.kind {
        case .turn, .newName, .continue, .endOfRoad, .fork: true
        case .notification: isStairsOrLift
        default: false
        }
    }

    /// Whether it is stairs or a lift that is drawn as a way, and not a lift at a junction.
    fileprivate var isStairsOrLift: Bool {
        isStairs || climb?.isLift != true && road.displayKind == .elevator
    }

    fileprivate var isStairs: Bool {
        guard climb?.isLift != true else { return false }
        switch road.displayKind {
        case .stairs, .stairRamp, .escalator: return true
        default: return false
        }
    }
}
