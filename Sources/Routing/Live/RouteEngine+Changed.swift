package import Atlas
package import GeoCore

/// A street piece between two junctions that a change makes different.
package struct ChangedStreet: Sendable, Equatable {
    package let edge: EdgeID
    package let lengthMillimetres: UInt32
    /// The street's name, `.none` where it has none.
    package let name: StringID
    /// The OSM id of its way.
    package let way: Int64
    /// Whether it is a square's, whose pieces are its border and lines across it from everywhere to everywhere.
    package let isOfSquare: Bool
    /// In the drawing's order, junctions included.
    package let points: [PointE7]
}

extension RouteEngine {
    /// Returns the street pieces on which a change makes a difference to somebody whom it concerns, by their numbers:
    /// what is closed to cars changes no footpath. Compares with ordinary days, whatever else holds.
    package func streets(changedBy change: StreetChange) -> [ChangedStreet] {
        let times = Profile.allCases.filter { change.profiles.contains(ProfileSet($0)) }.map { graph($0).usual.times }
        var edges: [UInt32] = []
        network.forEachStreet(concernedBy: change) { edge, direction in
            let differs = times.contains { change.effect.changes(edge, direction, $0) }
            if differs { edges.append(edge.rawValue) }
        }
        edges.sort()
        var streets: [ChangedStreet] = []
        // A way may be named twice.
        for number in edges where number != streets.last?.edge.rawValue {
            let edge = EdgeID(number), way = network.way(of: edge)
            streets.append(
                ChangedStreet(
                    edge: edge, lengthMillimetres: network.edges[number].lengthMillimetres, name: way.name,
                    way: way.osmID, isOfSquare: way.has(.areaOutline), points: network.points(of: edge)))
        }
        return streets
    }
}

extension StreetChange.Effect {
    /// Whether it changes anything about a street that has these times on ordinary days.
    fileprivate func changes(_ edge: EdgeID, _ direction: DrawnLine.Direction, _ times: ArcTimes) -> Bool {
        let forward = times[edge.forward.rawValue] != ArcTimes.never
        let backward = times[edge.backward.rawValue] != ArcTimes.never
        switch self {
        case .closed, .fence: return forward || backward
        case .oneWay: return direction == .along ? backward : forward
        case .slower(let factor): return factor > 1 && (forward || backward)
        }
    }
}
