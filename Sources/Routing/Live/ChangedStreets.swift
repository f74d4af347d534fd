package import Atlas
package import GeoCore

/// A summary of the streets that a change affects: their number, length and names.
package struct ChangedStreets: Sendable, Equatable {
    /// The number of streets: all edges with one name are one street, and so is each way without a name.
    package fileprivate(set) var count = 0
    /// The total length of their edges.
    package fileprivate(set) var lengthMillimetres: Int64 = 0
    /// The names, longest street first; of equal lengths, the name that comes first in the atlas.
    package fileprivate(set) var names: [StringID] = []
    /// The edges between junctions, each in its drawing's order.
    package fileprivate(set) var lines: [[PointE7]] = []
    /// Whether the lines include all edges.
    package fileprivate(set) var areAllDrawn = true
}

extension RouteEngine {
    /// Returns the edges that a change affects for any of its profiles, ascending: a closure for cars does not affect a
    /// footpath. Compares with ordinary days, regardless of other changes. `isStopped` says when the caller has given
    /// up; the result is then incomplete.
    package func edges(changedBy change: StreetChange, until isStopped: () -> Bool = { false }) -> [EdgeID] {
        let times = Profile.allCases.filter { change.profiles.contains(ProfileSet($0)) }.map { graph($0).usual.times }
        var edges: [UInt32] = []
        network.forEachStreet(concernedBy: change, until: isStopped) { edge, direction in
            let differs = times.contains { change.effect.changes(edge, direction, $0) }
            if differs { edges.append(edge.rawValue) }
        }
        edges.sort()
        return edges.map { EdgeID($0) }
    }

    /// Summarises the streets that a change affects; see `edges(changedBy:until:)`. Draws lines while `room`, a number
    /// of points, lasts, and subtracts them from it.
    package func streets(
        changedBy change: StreetChange, drawing room: inout Int, until isStopped: () -> Bool = { false }
    ) -> ChangedStreets {
        var streets = ChangedStreets(), lengths = WayLengths()
        for edge in edges(changedBy: change, until: isStopped) {
            lengths.add(edge, network)
            // An edge has two points at least.
            let points = room >= 2 ? network.points(of: edge) : []
            guard !points.isEmpty, points.count <= room else {
                streets.areAllDrawn = false
                continue
            }
            room -= points.count
            streets.lines.append(points)
        }
        let named = lengths.named
        streets.count = named.count + lengths.withoutName
        streets.lengthMillimetres = lengths.all
        streets.names = named.sorted { ($1.length, $0.name.rawValue) < ($0.length, $1.name.rawValue) }.map { $0.name }
        return streets
    }
}

/// The total length of each way's edges, in millimetres.
private struct WayLengths {
    /// In ascending order: a way's edges come one after the other.
    private var ways: [(way: RoadWay, length: Int64)] = []

    /// Adds an edge; edges must ascend.
    mutating func add(_ edge: EdgeID, _ network: RoadNetwork) {
        let way = network.way(of: edge), length = Int64(network.edges[edge.rawValue].lengthMillimetres)
        guard let last = ways.indices.last, ways[last].way.osmID == way.osmID else { return ways.append((way, length)) }
        // All lines across a square together would add up to kilometres: the longest of them counts.
        ways[last].length = way.has(.areaOutline) ? max(ways[last].length, length) : ways[last].length + length
    }

    var all: Int64 { ways.reduce(0) { $0 + $1.length } }

    /// The number of ways without a name.
    var withoutName: Int { ways.count { $0.way.name.isEmpty } }

    /// The names, with the total length of all ways with that name.
    var named: [(name: StringID, length: Int64)] {
        var named: [(name: StringID, length: Int64)] = []
        for (way, length) in ways.sorted(by: { $0.way.name.rawValue < $1.way.name.rawValue }) {
            if way.name.isEmpty { continue }
            if let last = named.indices.last, named[last].name == way.name {
                named[last].length += length
            } else {
                named.append((way.name, length))
            }
        }
        return named
    }
}

extension StreetChange.Effect {
    /// Whether it changes anything about an edge with these times on ordinary days.
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
