/// The travel times between some points, in milliseconds; `nil` if there is no route.
package struct TravelTimes: Sendable {
    package let count: Int
    private let millis: [UInt32]

    /// Makes the table from a row for each point; `UInt32.max` means no route. `nil` if the table is not square.
    package init?(count: Int, millis: [UInt32]) {
        guard count >= 0, millis.count == count * count else { return nil }
        self.count = count
        self.millis = millis
    }

    package subscript(from: Int, to: Int) -> UInt32? {
        let time = millis[from * count + to]
        return time == .max ? nil : time
    }

    /// Groups of points that can all reach each other, possibly through other points.
    ///
    /// Groups are ordered by their first point, and points within them ascend.
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

    /// Returns the times between some of the points, in the order given.
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
