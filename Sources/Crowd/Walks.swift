package import GeoCore
import Routing

/// A way that somebody goes, at one speed.
package struct Walk: Sendable {
    package let line: [PointE7]
    /// Metres to each point of the line.
    private let lengths: [Double]
    /// In metres a second.
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

    /// Where one is after so many seconds.
    func point(after seconds: Double) -> PointE7 {
        let metres = seconds * speed
        let next = lengths.partitionPoint { $0 < metres }
        guard next > 0 else { return line[0] }
        guard next < line.count else { return line[line.count - 1] }
        let piece = lengths[next] - lengths[next - 1]
        return PointE7(from: line[next - 1], to: line[next], share: (metres - lengths[next - 1]) / piece)
    }

    /// The other way round.
    var reversed: Walk { Walk(line.reversed(), speed: speed) }
}

/// Finds the ways that residents go, on streets and as fast as routes say, and remembers those that they go again.
struct WalkFinder: ~Copyable {
    private struct Ends: Hashable {
        let start: PointE7
        let end: PointE7
    }

    private let routes: RouteEngine
    private var workspace = RouteWorkspace()
    private var known: [Ends: Walk] = [:]

    /// Where no way is known, people go straight on so fast.
    private static let walkingSpeed = 1.35
    private static let leastSpeed = 0.5
    /// Farther than this people ride a bicycle, and farther still they drive; in metres.
    private static let longestWalk = 2500.0
    private static let longestRide = 6000.0
    private static let mostKnown = 60_000

    init(_ routes: RouteEngine) { self.routes = routes }

    /// The way between two places: there and back it is the same.
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
        question.tellsMapEdge = false
        guard let route = try? routes.route(question, workspace: &workspace), route.durationInSeconds > 1 else {
            return Walk([start, end], speed: Self.walkingSpeed)
        }
        let speed = max(Self.leastSpeed, route.distanceInMetres / route.durationInSeconds)
        return Walk([start] + route.geometry + [end], speed: speed)
    }
}

extension [Double] {
    /// The first position whose element is not small, in an array that begins with the small ones.
    fileprivate func partitionPoint(_ isSmall: (Double) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isSmall(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
