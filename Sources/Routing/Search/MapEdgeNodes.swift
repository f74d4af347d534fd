import Atlas
import GeoCore

/// The junctions at which the extract cut a street off, and what they mean for an answer.
struct MapEdgeNodes {
    private let nodes: [UInt32]
    private let points: [PointE7]

    init(_ network: RoadNetwork) {
        var nodes: [UInt32] = []
        for index in network.nodeFlags.indices where network.nodeFlags[index] & NodeFlags.mapEdge != 0 {
            nodes.append(UInt32(index))
        }
        self.nodes = nodes
        points = nodes.map { network.points[$0] }
    }

    /// Whether the last search, having found nothing, met a cut street on the side that it searched to the end.
    func wereReached(_ workspace: borrowing RouteWorkspace) -> Bool {
        for node in nodes {
            if workspace.forward.queue.isEmpty, workspace.forward.time(node) != .max { return true }
            if workspace.backward.queue.isEmpty, workspace.backward.time(node) != .max { return true }
        }
        return false
    }

    /// Whether a way out of the map and back in could be quicker than the one the last search found.
    ///
    /// It would leave at a node reached from the start and come back at one that reaches the end; between them it is
    /// taken for a straight line at `usualTopSpeed`. Looks at the nearest few of each side.
    func allowShorter(than timeMillis: UInt32, _ profile: Profile, _ workspace: borrowing RouteWorkspace) -> Bool {
        var exits: [(time: UInt32, index: Int)] = [], entries = exits
        for (index, node) in nodes.enumerated() {
            let ahead = workspace.forward.time(node), behind = workspace.backward.time(node)
            if ahead < timeMillis { exits.append((ahead, index)) }
            if behind < timeMillis { entries.append((behind, index)) }
        }
        guard !exits.isEmpty, !entries.isEmpty else { return false }
        exits.sort { ($0.time, $0.index) < ($1.time, $1.index) }
        entries.sort { ($0.time, $0.index) < ($1.time, $1.index) }
        for exit in exits.prefix(Self.few) {
            for entry in entries.prefix(Self.few) where exit.index != entry.index {
                let metres = points[exit.index].distance(inMetresTo: points[entry.index])
                let outside = metres / Self.usualTopSpeed(profile) * 1000
                if Double(exit.time) + Double(entry.time) + outside < Double(timeMillis) { return true }
            }
        }
        return false
    }

    private static let few = 16

    /// Metres a second that hardly a street outside the map exceeds.
    ///
    /// Some do, motorways without a limit and ferries with a timetable: then a notice may be missing. At the highest
    /// speed that any street allows, nearly every route close to the edge would carry one, and nobody would heed it.
    private static func usualTopSpeed(_ profile: Profile) -> Double {
        switch profile {
        case .foot, .wheelchair: 5 / 3.6
        case .bicycle: 20 / 3.6
        case .car: 110 / 3.6
        }
    }
}

extension RoadNetwork {
    /// Returns the distance from a point inside the map to the nearest side of its bounds.
    func distanceInMetresToBounds(from point: Coordinate) -> Double {
        let here = PointE7(point)
        var nearest = Double.infinity
        for (latitude, longitude) in [
            (bounds.minY, here.longitudeE7), (bounds.maxY, here.longitudeE7), (here.latitudeE7, bounds.minX),
            (here.latitudeE7, bounds.maxX),
        ] {
            let side = PointE7(latitudeE7: latitude, longitudeE7: longitude)
            nearest = min(nearest, here.distance(inMetresTo: side))
        }
        return nearest
    }
}
