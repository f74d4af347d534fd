/// How long the way takes from each of some points to each other one, in milliseconds; `nil` where there is none.
package struct TravelTimes: Sendable {
    package let count: Int
    private let millis: [UInt32]

    /// Times row by row, from each point to all; `UInt32.max` where there is no way. `nil` when they are no square.
    package init?(count: Int, millis: [UInt32]) {
        guard count >= 0, millis.count == count * count else { return nil }
        self.count = count
        self.millis = millis
    }

    package subscript(from: Int, to: Int) -> UInt32? {
        let time = millis[from * count + to]
        return time == .max ? nil : time
    }

    /// The points in groups: from each point of a group one can go to each other one and back, maybe by way of a third.
    ///
    /// Groups are ordered by their first point, and points within.
    package var groups: [[Int]] {
        var groups: [[Int]] = [], isGrouped = [Bool](repeating: false, count: count)
        for point in 0..<count where !isGrouped[point] {
            let onward = reached(from: point, backward: false), back = reached(from: point, backward: true)
            let group = (point..<count).filter { onward[$0] && back[$0] }
            for member in group { isGrouped[member] = true }
            groups.append(group)
        }
        return groups
    }

    /// The times between some of the points, in the order given.
    package func among(_ points: [Int]) -> TravelTimes {
        var some: [UInt32] = []
        for from in points { for to in points { some.append(millis[from * count + to]) } }
        return TravelTimes(count: points.count, millis: some)!  // A square.
    }

    private func reached(from start: Int, backward: Bool) -> [Bool] {
        var isReached = [Bool](repeating: false, count: count), open = [start]
        isReached[start] = true
        while let point = open.popLast() {
            for next in 0..<count where !isReached[next] {
                guard (backward ? self[next, point] : self[point, next]) != nil else { continue }
                isReached[next] = true
                open.append(next)
            }
        }
        return isReached
    }
}
