/// Takes words away that nobody on foot needs: corners a few steps apart are told as one.
///
/// Sidewalks, crossings and the links between them are drawn as short unnamed ways; crossing a street and going on
/// along it would otherwise be three turns.
struct StepJoining {
    /// Corners up to this far apart are joined, in millimetres: a wide street and both its kerbs.
    private static let shortStretch: Int64 = 25_000
    /// Nor may all corners joined into one lie farther apart than this.
    private static let joinedStretch: Int64 = 40_000
    /// A departure this short is not worth a direction of its own.
    private static let fewSteps: Int64 = 12_000

    private let pieces: [RoutePiece]
    private let roads: [RoadName]

    init(_ pieces: [RoutePiece], _ roads: [RoadName]) {
        self.pieces = pieces
        self.roads = roads
    }

    func joined(_ drafts: [StepBuilder.Draft]) -> [StepBuilder.Draft] {
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
            let isNear =
                length(corner..<draft.firstPiece) <= Self.shortStretch
                && length(last.firstPiece..<draft.firstPiece) <= Self.joinedStretch
            corner = draft.firstPiece
            guard isNear, isJoinable(last, draft, after: previous) else {
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
        return kept
    }

    /// Whether two corners can be told as one: what lies between is nameless, or of the street before or after it.
    private func isJoinable(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName?) -> Bool
    {
        guard !first.isTold, !second.isTold else { return false }
        guard let previous else { return length(0..<second.firstPiece) <= Self.fewSteps }
        return !first.road.isNamed || first.road.isSameStreet(as: second.road) || first.road.isSameStreet(as: previous)
    }

    /// A departure that overlooks the first few steps.
    private func departing(_ departure: StepBuilder.Draft, along next: StepBuilder.Draft) -> StepBuilder.Draft {
        var draft = departure
        draft.maneuver.bearingAfter = next.maneuver.bearingAfter
        draft.maneuver.intersection.streets = [.init(bearing: next.maneuver.bearingAfter, canEnter: true)]
        draft.road = next.road
        return draft
    }

    /// Both corners as one, or `nil` when the street before simply goes on.
    private func join(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName)
        -> StepBuilder.Draft?
    {
        let between = Corner.difference(
            from: Double(first.maneuver.bearingAfter), to: Double(second.maneuver.bearingBefore))
        // Added up and not compared at the ends: round a hairpin the ends do not tell left from right.
        let turn = Corner.bounded(first.turn + between + second.turn)
        let goesOn = turn.magnitude <= 40
        let staysOn = previous.isSameStreet(as: second.road) && !previous.isTold
        if goesOn, staysOn { return nil }
        var joined = first
        joined.maneuver.kind = goesOn ? .newName : staysOn && previous.isNamed ? .continue : .turn
        joined.turn = turn
        joined.maneuver.turn = Turn(degrees: turn)
        joined.maneuver.bearingAfter = second.maneuver.bearingAfter
        joined.road = second.road
        return joined
    }

    private func length(_ range: Range<Int>) -> Int64 {
        range.reduce(0) { $0 + Int64(pieces[$1].lengthMillimetres) }
    }
}
