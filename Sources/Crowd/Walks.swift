package import GeoCore
import Routing

/// A route that a resident travels at a constant speed.
package struct Walk: Sendable {
    package let line: [PointE7]
    /// The distance from the start to each point of the line, in metres.
    private let lengths: [Double]
    /// The speed in metres a second.
    package let speed: Double

    init(_ line: [PointE7], speed: Double) {
        self.line = line
        self.speed = speed
        var length = 0.0
        lengths = line.indices.map { index in
            if index > 0 { length += LocalPlane(around: line[index - 1]).distance(to: line[index]) }
            return length
        }
    }

    var seconds: Double { (lengths.last ?? 0) / speed }

    /// Returns the position after a time in seconds.
    func point(after seconds: Double) -> PointE7 {
        let metres = seconds * speed
        let next = lengths.partitionPoint { $0 < metres }
        guard next > 0 else { return line[0] }
        guard next < line.count else { return line[line.count - 1] }
        let piece = lengths[next] - lengths[next - 1]
        return PointE7(from: line[next - 1], to: line[next], share: (metres - lengths[next - 1]) / piece)
    }

    /// The same route in the other direction.
    var reversed: Walk { Walk(line.reversed(), speed: speed) }
}

/// Finds the routes of residents, with the speeds of the routing engine, and remembers them for reuse.
struct WalkFinder: ~Copyable {
    private struct Ends: Hashable {
        let start: PointE7
        let end: PointE7
    }

    private let routes: RouteEngine
    private var workspace = RouteWorkspace()
    private var known: [Ends: Walk] = [:]

    /// The speed on a straight line if no route is known, in metres a second.
    private static let walkingSpeed = 1.35
    private static let leastSpeed = 0.5
    /// Longer trips than this are by bicycle, and still longer ones by car; in metres.
    private static let longestWalk = 2500.0
    private static let longestRide = 6000.0
    private static let mostKnown = 60_000

    init(_ routes: RouteEngine) { self.routes = routes }

    /// Returns the route between two places; the way back uses the same line.
    mutating func walk(from start: PointE7, to end: PointE7) -> Walk {
        if let walk = known[Ends(start: start, end: end)] { return walk }
        if let back = known[Ends(start: end, end: start)] { return back.reversed }
        let walk = find(from: start, to: end)
        if known.count >= Self.mostKnown { known = [:] }
        known[Ends(start: start, end: end)] = walk
        return walk
    }

    private mutating func find(from start: PointE7, to end: PointE7) -> Walk {
        let distance = start.distance(inMetresTo: end)
        let profile: Profile =
            distance < Self.longestWalk ? .foot : distance < Self.longestRide ? .bicycle : .car
        var question = RouteQuestion([Coordinate(start), Coordinate(end)], profile: profile)
        question.wantsSteps = false
        question.reportsMapEdge = false
        guard let route = try? routes.route(question, workspace: &workspace), route.durationInSeconds > 1 else {
            return Walk([start, end], speed: Self.walkingSpeed)
        }
        let speed = max(Self.leastSpeed, route.distanceInMetres / route.durationInSeconds)
        return Walk([start] + route.geometry + [end], speed: speed)
    }
}

extension [Double] {
    /// Returns the first position whose element is not small, in an array that begins with the small ones.
    fileprivate func partitionPoint(_ isSmall: (Double) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isSmall(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
