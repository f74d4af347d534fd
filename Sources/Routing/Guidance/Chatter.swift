/// Takes words away that nobody on foot needs: corners a few steps apart are told as one.
///
/// Sidewalks, crossings and the links between them are drawn as short unnamed ways; crossing a street and going on along it
/// would otherwise be three turns.
struct Chatter {
    /// Unnamed stretches up to this long are joined with what follows, in millimetres: a wide street and both its kerbs.
    private static let shortStretch: Int64 = 25_000
    /// Nor may the corners joined into one lie farther apart than this.
    private static let joinedStretch: Int64 = 40_000

    private let pieces: [RoutePiece]
    private let roads: [RoadName]

    init(_ pieces: [RoutePiece], _ roads: [RoadName]) {
        self.pieces = pieces
        self.roads = roads
    }

    func collapse(_ drafts: [StepBuilder.Draft]) -> [StepBuilder.Draft] {
        var kept: [StepBuilder.Draft] = [drafts[0]]
        // How long the stretch is that the last kept draft has swallowed.
        var swallowed: Int64 = 0
        for draft in drafts.dropFirst() {
            let last = kept[kept.count - 1]
            let stretch = length(last.firstPiece..<draft.firstPiece)
            guard kept.count > 1, isJoinable(last, stretch), stretch <= Self.joinedStretch,
                swallowed + stretch <= Self.joinedStretch,
                !draft.road.kind.isTold
            else {
                kept.append(draft)
                swallowed = 0
                continue
            }
            swallowed += stretch
            kept.removeLast()
            if let joined = join(last, draft, after: kept[kept.count - 1].road) {
                kept.append(joined)
            } else {
                swallowed = 0
            }
        }
        return kept
    }

    private func isJoinable(_ draft: StepBuilder.Draft, _ stretch: Int64) -> Bool {
        !draft.road.isNamed && !draft.road.kind.isTold && stretch <= Self.shortStretch
    }

    /// Both corners as one, or `nil` when the street before simply goes on.
    private func join(_ first: StepBuilder.Draft, _ second: StepBuilder.Draft, after previous: RoadName)
        -> StepBuilder.Draft?
    {
        let angle = Corner.difference(
            from: Double(first.maneuver.bearingBefore), to: Double(second.maneuver.bearingAfter))
        let turn = Turn(degrees: angle)
        let goesOn = angle.magnitude <= 40
        if goesOn, previous.isSameStreet(as: second.road), !previous.kind.isTold { return nil }
        var joined = first
        joined.maneuver.kind = goesOn && second.road.isNamed ? .newName : .turn
        joined.maneuver.turn = turn
        joined.maneuver.bearingAfter = second.maneuver.bearingAfter
        joined.road = second.road
        return joined
    }

    private func length(_ range: Range<Int>) -> Int64 {
        range.reduce(0) { $0 + Int64(pieces[$1].lengthMillimetres) }
    }
}

extension RoadClass {
    /// Always worth a word, however short.
    var isTold: Bool { self == .steps || self == .elevator || self == .ferry }
}
