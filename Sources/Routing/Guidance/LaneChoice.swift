import Atlas

/// The lanes of a street that lead to the route's next street.
struct LaneChoice {
    let lanes: Lanes
    /// For each lane, whether it leads there.
    let isValid: [Bool]

    /// A street at the corner, and the turn into it in degrees, clockwise, −180 ... 180.
    private typealias Exit = (arc: ArcID, degrees: Double)

    /// The turn that each mark means, from left to right.
    private static let meanings: [(mark: LaneMarks, degrees: Double)] = [
        (.sharpLeft, -135), (.left, -90), (.slightLeft, -45), (.straight, 0), (.slightRight, 45), (.right, 90),
        (.sharpRight, 135),
    ]
    /// The maximum deviation of a turn from its mark, in degrees, if there are more or fewer marks than streets.
    private static let maximumDeviation = 60.0
    /// The maximum deviation if each mark has its street.
    private static let maximumDeviationIfPaired = 90.0

    /// Chooses among the lanes of the street before a corner with these arms. `nil` if no lanes are known, or none
    /// leads to `after`: the mapped lanes are then unreliable.
    init?(before: ArcID, after: ArcID, _ arms: borrowing [Corner.Arm], in network: borrowing RoadNetwork) {
        guard let lanes = network.lanes(before: before) else { return nil }
        let heading = Corner.opposite(network.bearing(leaving: before.reversed))
        var exits: [Exit] = []
        for place in arms.indices where arms[place].canEnter && arms[place].arc != before.reversed {
            exits.append((arms[place].arc, Corner.difference(from: heading, to: arms[place].bearing)))
        }
        exits.sort { $0.degrees < $1.degrees }
        let destination = exits.firstIndex { $0.arc == after }, isReturn = after == before.reversed
        let served = Self.served(by: lanes.marks, exits)
        isValid = zip(lanes.marks, served).map { marks, served in
            isReturn ? marks.contains(.uturn) : destination.map { served.contains($0) } ?? false
        }
        guard isValid.contains(true) else { return nil }
        self.lanes = lanes
    }

    /// Returns the indices of the streets that each lane leads to.
    private static func served(by lanes: [LaneMarks], _ exits: [Exit]) -> [[Int]] {
        let marked = meanings.filter { meaning in lanes.contains { isMarked($0, meaning.mark) } }
        var streetOfMark: [(mark: LaneMarks, street: Int)] = []
        let isOneEach =
            marked.count == exits.count
            && zip(marked, exits).allSatisfy { ($0.degrees - $1.degrees).magnitude <= maximumDeviationIfPaired }
        for (place, meaning) in marked.enumerated() {
            if let street = isOneEach ? place : nearest(to: meaning.degrees, exits) {
                streetOfMark.append((meaning.mark, street))
            }
        }
        var served = lanes.map { lane in streetOfMark.filter { isMarked(lane, $0.mark) }.map { $0.street } }
        let byMarks = served
        let others = exits.indices.filter { street in !streetOfMark.contains { $0.street == street } }
        let ahead = nearest(to: 0, exits), middle = ahead.map { exits[$0].degrees } ?? 0
        for place in lanes.indices where lanes[place] == .none {
            // If the marks do not cover all streets, unmarked lanes lead to the rest, unless another street lies
            // between. Of several unmarked lanes side by side, only the leftmost leads left, and only the rightmost
            // right.
            let leftmost = byMarks[..<place].compactMap { $0.last }.max() ?? 0
            let rightmost = byMarks[place...].compactMap { $0.first }.min() ?? exits.count
            let isFirst = place == 0 || lanes[place - 1] != .none
            let isLast = place == lanes.count - 1 || lanes[place + 1] != .none
            served[place] = others.filter { street in
                street >= leftmost && street <= rightmost
                    && (street == ahead || (exits[street].degrees < middle ? isFirst : isLast))
            }
            if served[place].isEmpty, let ahead { served[place] = [ahead] }
        }
        return served
    }

    /// Whether a lane has a mark. A lane that ends leads straight on until then.
    private static func isMarked(_ lane: LaneMarks, _ mark: LaneMarks) -> Bool {
        lane.contains(mark) || mark == .straight && !lane.isDisjoint(with: [.mergeToLeft, .mergeToRight])
    }

    private static func nearest(to degrees: Double, _ exits: [Exit]) -> Int? {
        let best = exits.indices.min {
            (exits[$0].degrees - degrees).magnitude < (exits[$1].degrees - degrees).magnitude
        }
        return best.flatMap { (exits[$0].degrees - degrees).magnitude <= maximumDeviation ? $0 : nil }
    }
}

extension RoadNetwork {
    /// Returns the lanes of a street where an arc ends, if they have marks.
    func lanes(before arc: ArcID) -> Lanes? {
        let way = wayMarks[arc.edge.rawValue], place = lanes.partitionPoint { $0.way < way }
        guard place < lanes.count, lanes[place].way == way else { return nil }
        let text = arc.isBackward ? lanes[place].backward : lanes[place].forward
        return text.isEmpty ? nil : Lanes(self.text.string(text))
    }
}
