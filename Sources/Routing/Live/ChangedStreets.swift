package import Atlas
package import GeoCore

/// What a change does to streets, in short: how many of them it makes different, how long and which.
package struct ChangedStreets: Sendable, Equatable {
    /// How many: all that has one name is one street, and so is a way without a name.
    package fileprivate(set) var count = 0
    /// How long their pieces are together.
    package fileprivate(set) var lengthMillimetres: Int64 = 0
    /// The longest first; of two as long, the one whose name comes first in the atlas.
    package fileprivate(set) var names: [StringID] = []
    /// The pieces between junctions, each in its drawing's order.
    package fileprivate(set) var lines: [[PointE7]] = []
    /// Whether the lines are all pieces.
    package fileprivate(set) var areAllDrawn = true
}

extension RouteEngine {
    /// Returns the street pieces on which a change makes a difference to somebody whom it concerns, in ascending order:
    /// what is closed to cars changes no footpath. Compares with ordinary days, whatever else holds. `isStopped` says
    /// when nobody wants to know any more: then it returns early, with some of them.
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

    /// Sums up the streets on which a change makes a difference; see `edges(changedBy:until:)`. Draws them as far as
    /// `room`, in points, goes, and takes what it draws from it.
    package func streets(
        changedBy change: StreetChange, drawing room: inout Int, until isStopped: () -> Bool = { false }
    ) -> ChangedStreets {
        var streets = ChangedStreets(), lengths = WayLengths()
        for edge in edges(changedBy: change, until: isStopped) {
            lengths.add(edge, network)
            // A piece has two points at least.
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

/// How long the pieces of each way are together, in millimetres.
private struct WayLengths {
    /// In ascending order: a way's pieces come one after the other.
    private var ways: [(way: RoadWay, length: Int64)] = []

    /// Adds a piece; those that were added before have lower numbers.
    mutating func add(_ edge: EdgeID, _ network: RoadNetwork) {
        let way = network.way(of: edge), length = Int64(network.edges[edge.rawValue].lengthMillimetres)
        guard let last = ways.indices.last, ways[last].way.osmID == way.osmID else { return ways.append((way, length)) }
        // All lines across a square together would make kilometres of it: the longest says how long it is.
        ways[last].length = way.has(.areaOutline) ? max(ways[last].length, length) : ways[last].length + length
    }

    var all: Int64 { ways.reduce(0) { $0 + $1.length } }

    /// How many ways have no name.
    var withoutName: Int { ways.count { $0.way.name.isEmpty } }

    /// The names, and how long all ways of each are together.
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
