import Atlas

/// Which of a street's lanes lead where somebody goes at its end.
struct LaneChoice {
    let lanes: Lanes
    /// For each lane.
    let isValid: [Bool]

    /// A street that one could turn into, and by how many degrees one turns, clockwise, −180 ... 180.
    private typealias Way = (arc: ArcID, degrees: Double)

    /// What marks mean, from left to right, and the turn that they stand for.
    private static let meanings: [(mark: LaneMarks, degrees: Double)] = [
        (.sharpLeft, -135), (.left, -90), (.slightLeft, -45), (.straight, 0), (.slightRight, 45), (.right, 90),
        (.sharpRight, 135),
    ]
    /// A turn is no nearer to what a mark stands for than this where there are more or fewer marks than streets.
    private static let likeness = 60.0
    /// The same where each mark has its street.
    private static let leastLikeness = 90.0

    /// Chooses among the lanes of the street that leads to a corner with these arms; `nil` where none is known, or none
    /// of them leads to `after`: then what is mapped there is not what it seems to be.
    init?(before: ArcID, after: ArcID, _ arms: borrowing [Corner.Arm], in network: borrowing RoadNetwork) {
        guard let lanes = network.lanes(before: before) else { return nil }
        let heading = Corner.opposite(network.bearing(leaving: before.reversed))
        var ways: [Way] = []
        for place in arms.indices where arms[place].canEnter && arms[place].arc != before.reversed {
            ways.append((arms[place].arc, Corner.difference(from: heading, to: arms[place].bearing)))
        }
        ways.sort { $0.degrees < $1.degrees }
        let destination = ways.firstIndex { $0.arc == after }, isReturn = after == before.reversed
        let served = Self.served(by: lanes.marks, ways)
        isValid = zip(lanes.marks, served).map { marks, served in
            isReturn ? marks.contains(.uturn) : destination.map { served.contains($0) } ?? false
        }
        guard isValid.contains(true) else { return nil }
        self.lanes = lanes
    }

    /// The positions of the streets that each lane leads to.
    private static func served(by lanes: [LaneMarks], _ ways: [Way]) -> [[Int]] {
        let marked = meanings.filter { meaning in lanes.contains { isMarked($0, meaning.mark) } }
        var wayOfMark: [(mark: LaneMarks, way: Int)] = []
        let isOneEach =
            marked.count == ways.count
            && zip(marked, ways).allSatisfy { ($0.degrees - $1.degrees).magnitude <= leastLikeness }
        for (place, meaning) in marked.enumerated() {
            if let way = isOneEach ? place : nearest(to: meaning.degrees, ways) {
                wayOfMark.append((meaning.mark, way))
            }
        }
        var served = lanes.map { lane in wayOfMark.filter { isMarked(lane, $0.mark) }.map { $0.way } }
        let told = served
        let others = ways.indices.filter { way in !wayOfMark.contains { $0.way == way } }
        let ahead = nearest(to: 0, ways), middle = ahead.map { ways[$0].degrees } ?? 0
        for place in lanes.indices where lanes[place] == .none {
            // Where the marks leave streets over, lanes without a mark lead there if none of the others is in between;
            // of several side by side, to the left the left one alone, and so on the right.
            let leftmost = told[..<place].compactMap { $0.last }.max() ?? 0
            let rightmost = told[place...].compactMap { $0.first }.min() ?? ways.count
            let isFirst = place == 0 || lanes[place - 1] != .none
            let isLast = place == lanes.count - 1 || lanes[place + 1] != .none
            served[place] = others.filter { way in
                way >= leftmost && way <= rightmost
                    && (way == ahead || (ways[way].degrees < middle ? isFirst : isLast))
            }
            if served[place].isEmpty, let ahead { served[place] = [ahead] }
        }
        return served
    }

    /// A lane that ends goes straight on until then.
    private static func isMarked(_ lane: LaneMarks, _ mark: LaneMarks) -> Bool {
        lane.contains(mark) || mark == .straight && !lane.isDisjoint(with: [.mergeToLeft, .mergeToRight])
    }

    private static func nearest(to degrees: Double, _ ways: [Way]) -> Int? {
        let best = ways.indices.min { (ways[$0].degrees - degrees).magnitude < (ways[$1].degrees - degrees).magnitude }
        return best.flatMap { (ways[$0].degrees - degrees).magnitude <= likeness ? $0 : nil }
    }
}

extension RoadNetwork {
    /// The lanes of a street where an arc ends, as far as something is painted on them.
    func lanes(before arc: ArcID) -> Lanes? {
        let way = wayMarks[arc.edge.rawValue], place = lanes.partitionPoint { $0.way < way }
        guard place < lanes.count, lanes[place].way == way else { return nil }
        let text = arc.isBackward ? lanes[place].backward : lanes[place].forward
        return text.isEmpty ? nil : Lanes(self.text.string(text))
    }
}
