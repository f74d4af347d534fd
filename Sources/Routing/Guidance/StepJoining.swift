/// Joins corners that lie a few steps apart: nobody turns right for three metres, they cross over.
///
/// Sidewalks, crossings, the two carriageways of an avenue and the links between them are drawn as short ways of their
/// own; each would otherwise be a maneuver. The cases are those of OSRM's guidance (github.com/Project-OSRM/osrm-backend,
/// src/engine/guidance/collapse_turns.cpp) and Valhalla's (github.com/valhalla/valhalla, src/odin/maneuversbuilder.cc):
/// staggered crossings, names that change over a short stretch, turning round over two carriageways, and a first or last
/// stretch of a few metres.
struct StepJoining {
    /// Lengths in millimetres up to which corners are joined.
    private struct Limits {
        /// Corners this near to each other are one, whatever the street between them is called.
        var tiny: Int64
        /// A stretch straight on and this short is part of the turn behind it, for those who drive.
        var straight: Int64 = 10_000
        /// Corners this near to each other are one where the stretch between them has no name, or that of the street
        /// before or after: a wide street and both its kerbs.
        var short: Int64
        /// A street that bears another name for this long goes on.
        var otherName: Int64
        /// The two carriageways of a street are this far apart at most.
        var median: Int64
        /// No corners that are joined into one may lie farther apart than this.
        var joined: Int64
        /// A departure or an end this short is not worth a maneuver of its own.
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
                // Whoever drives needs to know of each turn of the wheel.
                (tiny, short, otherName, median, joined) = (5_000, 5_000, 30_000, 30_000, 40_000)
                (departure, end) = (10_000, 10_000)
            }
        }
    }

    /// A landing between two flights of stairs is this long at most.
    private static let landing: Int64 = 15_000
    /// Less than this, in degrees, is straight on.
    private static let straightOn = 40.0
    private static let straight = 20.0
    /// More than this, in degrees, is turning round.
    private static let turnsRound = 150.0

    /// The steps that remain, and where the last corner was left out, which the end lies just behind.
    struct Result {
        var drafts: [StepBuilder.Draft]
        var lastCorner: Maneuver?
    }

    private let pieces: [RoutePiece]
    private let roads: [RoadName]
    private let limits: Limits
    private let isVehicle: Bool

    init(_ pieces: [RoutePiece], _ roads: [RoadName], _ profile: Profile) {
        self.pieces = pieces
        self.roads = roads
        limits = Limits(profile)
        isVehicle = profile.isVehicle
    }

    func joined(_ drafts: [StepBuilder.Draft]) -> Result {
        var kept: [StepBuilder.Draft] = [drafts[0]]
        // The piece at the latest corner, which the last kept draft may have swallowed.
        var corner = 0
        for draft in drafts.dropFirst() {
            // The name comes back after a nameless gap that nothing was said about.
            if draft.maneuver.kind == .newName, draft.road.isNamed,
                kept[kept.count - 1].road.isSameStreet(as: draft.road)
            {
                corner = draft.firstPiece
                continue
            }
            let last = kept[kept.count - 1], previous = kept.count > 1 ? kept[kept.count - 2].road : nil
            let gap = length(corner..<draft.firstPiece), whole = length(last.firstPiece..<draft.firstPiece)
            corner = draft.firstPiece
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

    /// Whether two corners can be one, with so many millimetres between them.
    private func isJoinable(
        _ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName?, _ gap: Int64
    ) -> Bool {
        guard !first.isTold, second.isPlainCorner else { return false }
        guard let previous else {
            return !second.isTold && length(0..<second.firstPiece) <= limits.departure
                && (!isVehicle || gap <= limits.departure)
        }
        guard first.isPlainCorner else { return false }
        // Stairs just behind a corner are turned onto; a ferry is boarded at its pier.
        if second.isTold { return gap <= limits.tiny && second.isStairsOrLift }
        if gap <= limits.tiny { return true }
        // What merely goes on is part of the turn just behind it.
        if isVehicle, gap <= limits.straight, first.turn.magnitude <= Self.straight { return true }
        let isBetweenTheirs =
            !first.road.isNamed || first.road.isSameStreet(as: second.road) || first.road.isSameStreet(as: previous)
        if gap <= limits.short, isBetweenTheirs { return true }
        guard previous.isNamed, previous.isSameStreet(as: second.road) else { return false }
        let turn = turn(first, second).magnitude
        return gap <= limits.otherName && turn <= Self.straightOn
            || gap <= limits.median && turn > Self.turnsRound && first.turn * second.turn > 0
    }

    /// A departure that overlooks the first few steps.
    private func departing(_ departure: StepBuilder.Draft, along next: StepBuilder.Draft) -> StepBuilder.Draft {
        var draft = departure
        draft.maneuver.bearingAfter = next.maneuver.bearingAfter
        draft.maneuver.intersection.streets = [.init(bearing: next.maneuver.bearingAfter, canEnter: true)]
        draft.road = next.road
        return draft
    }

    /// The change of direction over both corners. Added up and not compared at the ends: round a hairpin the ends do not
    /// tell left from right.
    private func turn(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft) -> Double {
        let between = Corner.difference(
            from: Double(first.maneuver.bearingAfter), to: Double(second.maneuver.bearingBefore))
        return Corner.bounded(first.turn + between + second.turn)
    }

    /// Both corners as one, or `nil` when the street before simply goes on.
    private func join(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName)
        -> StepBuilder.Draft?
    {
        let turn = turn(first, second), goesOn = turn.magnitude <= Self.straightOn
        let staysOn = previous.isSameStreet(as: second.road) && !previous.isTold
        let isFork = first.maneuver.kind == .fork || second.maneuver.kind == .fork
        if goesOn, staysOn, previous.isNamed || !isFork { return nil }
        var joined = first
        joined.turn = turn
        joined.maneuver.turn = Turn(degrees: turn)
        joined.maneuver.bearingAfter = second.maneuver.bearingAfter
        joined.road = second.road
        joined.climb = second.climb
        if second.isTold {
            joined.maneuver.kind = goesOn ? .notification : .turn
        } else if goesOn {
            let isJog = first.turn.magnitude > Self.straightOn
            joined.maneuver.kind = !second.road.isNamed && (isFork || isJog) ? .fork : .newName
            // Of a way without a name the side says which is meant.
            if isJog, joined.maneuver.kind == .fork {
                joined.maneuver.turn = first.turn > 0 ? .slightRight : .slightLeft
            }
        } else {
            joined.maneuver.kind = staysOn && previous.isNamed ? .continue : .turn
            if isVehicle, staysOn, turn.magnitude > Self.turnsRound { joined.maneuver.turn = .uturn }
        }
        return joined
    }

    /// Stairs that go on behind a landing are the same stairs.
    private func joiningFlights(_ drafts: [StepBuilder.Draft]) -> [StepBuilder.Draft] {
        var kept: [StepBuilder.Draft] = []
        for draft in drafts {
            guard let last = kept.last, draft.maneuver.kind == .notification, last.isStairs, draft.isStairs,
                last.road.toldKind == draft.road.toldKind, last.climb?.isUp == draft.climb?.isUp,
                landing(last.firstPiece..<draft.firstPiece, last.road.toldKind) <= Self.landing
            else {
                kept.append(draft)
                continue
            }
            if let level = draft.climb?.level {
                kept[kept.count - 1].climb = LevelChange(isUp: last.climb?.isUp, level: level)
            }
        }
        return kept
    }

    /// The part of a stretch that is not of a kind, in millimetres.
    private func landing(_ range: Range<Int>, _ kind: RoadKind) -> Int64 {
        range.reduce(0) { roads[$1].toldKind == kind ? $0 : $0 + Int64(pieces[$1].lengthMillimetres) }
    }

    /// Leaves out a last corner that the end lies a few steps behind, and in sight of.
    private func withoutEnd(_ drafts: [StepBuilder.Draft]) -> Result {
        guard drafts.count > 1, let last = drafts.last, last.isPlainCorner, !last.isTold,
            length(last.firstPiece..<pieces.count) <= limits.end
        else { return Result(drafts: drafts, lastCorner: nil) }
        return Result(drafts: drafts.dropLast(), lastCorner: last.maneuver)
    }

    private func length(_ range: Range<Int>) -> Int64 {
        range.reduce(0) { $0 + Int64(pieces[$1].lengthMillimetres) }
    }
}

extension StepBuilder.Draft {
    /// Whether it is a corner like others: no departure, roundabout, ramp or lift.
    fileprivate var isPlainCorner: Bool {
        switch maneuver.kind {
        case .turn, .newName, .continue, .endOfRoad, .fork: true
        case .notification: isStairsOrLift
        default: false
        }
    }

    /// A lift that is drawn as a way, not one at a junction.
    fileprivate var isStairsOrLift: Bool {
        isStairs || climb?.isLift != true && road.toldKind == .elevator
    }

    fileprivate var isStairs: Bool {
        guard climb?.isLift != true else { return false }
        switch road.toldKind {
        case .stairs, .stairRamp, .escalator: return true
        default: return false
        }
    }
}
