extension Maneuver.Kind {
    /// Classifies a corner as a maneuver, if it needs an instruction.
    ///
    /// A street that continues as expected needs none. Angles: within 20° is straight, within 40° nearly straight; an
    /// alternative within 40° of straight makes a corner ambiguous.
    init?(at corner: Corner, from: RoadName, to: RoadName, _ profile: Profile) {
        let kind: Self?
        if let special = Self.special(corner, from, to, profile) {
            kind = special
        } else if !corner.hasOther() {
            // There is no alternative: only a new name is worth an instruction.
            kind = !from.isSameStreet(as: to) && to.isNamed ? .newName : nil
        } else if from.isSameStreet(as: to) {
            kind = Self.onSameStreet(corner, isNamed: to.isNamed)
        } else {
            kind = Self.ontoOtherStreet(corner)
        }
        guard let kind else { return nil }
        self = kind
    }

    private static let straight = 20.0
    private static let nearlyStraight = 40.0

    /// Classifies ways that always need an instruction: stairs, escalators, lifts and ferries; for vehicles also ramps.
    private static func special(_ corner: Corner, _ from: RoadName, _ to: RoadName, _ profile: Profile)
        -> Maneuver.Kind?
    {
        if to.isAlwaysAnnounced {
            guard from.displayKind != to.displayKind else { return nil }
            return corner.turn.magnitude <= nearlyStraight || !corner.hasOther() ? .notification : .turn
        }
        switch to.kind {
        case let kind where kind.isLink && !from.kind.isLink && profile == .car:
            guard kind == .motorwayLink || kind == .trunkLink else { return nil }
            return from.kind == .motorway || from.kind == .trunk ? .offRamp : .onRamp
        case .motorway, .trunk:
            return from.kind.isLink && corner.turn.magnitude <= 60 ? .merge : nil
        default: return nil
        }
    }

    private static func onSameStreet(_ corner: Corner, isNamed: Bool) -> Maneuver.Kind? {
        let turn = corner.turn.magnitude, other = corner.straightestOther
        if turn <= nearlyStraight {
            // A street that forks into two of its own kind is ambiguous; a side street is not.
            let isStraighter = turn <= straight && other > straight
            return !isNamed && !isStraighter && other <= nearlyStraight && other < turn + straight ? .fork : nil
        }
        // The street bends, and no other street is straighter.
        if other > turn, isNamed || other > nearlyStraight + turn { return nil }
        return isNamed ? .continue : ontoOtherStreet(corner)
    }

    private static func ontoOtherStreet(_ corner: Corner) -> Maneuver.Kind? {
        let turn = corner.turn.magnitude, other = corner.straightestOther
        if turn <= nearlyStraight {
            if other <= nearlyStraight, turn > other || turn > straight { return .fork }
            return .newName
        }
        let isBlockedAhead = other > 45
        let hasOpposite = corner.hasOther { $0 * corner.turn < 0 && $0.magnitude < 135 }
        return isBlockedAhead && hasOpposite ? .endOfRoad : .turn
    }
}
