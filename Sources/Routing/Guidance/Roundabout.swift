import Atlas

/// A whole roundabout, followed once around from its entry.
struct Roundabout {
    /// OSRM's three types (github.com/Project-OSRM/osrm-backend, src/guidance/roundabout_handler.cpp).
    enum Sort {
        case roundabout
        /// Large, and with a name that none of its streets has.
        case rotary
        /// Small, and with streets as distinct as those of a crossing.
        case crossing
    }

    let sort: Sort
    /// The only name on it; empty if there is none, or if there are several.
    let name: StringID

    /// From this radius in metres, a roundabout is large.
    private static let bigRadius = 15.0
    /// The minimum angle between distinct streets, in degrees.
    private static let distinctAngle = 40.0
    /// The maximum number of arcs; it bounds the walk if the data never returns to the entry.
    private static let maximumArcs = 500

    /// Follows the ring from its entry arc. A ring that forks or does not return is a plain roundabout.
    init(enteredBy first: ArcID, in network: RoadNetwork, _ profile: Profile) {
        var arc = first, millimetres: Int64 = 0, names: [StringID] = []
        var streetNames: [StringID] = [], bearings: [Double] = [], junctions = 0, isSimple = true
        for _ in 0..<Self.maximumArcs {
            let way = network.way(of: arc.edge)
            millimetres += Int64(network.edges[arc.edge.rawValue].lengthMillimetres)
            if !way.name.isEmpty, !names.contains(way.name) { names.append(way.name) }
            let arms = Corner.arms(at: network.head(of: arc), in: network, profile)
            let streets = arms.filter { !network.way(of: $0.arc.edge).has(.roundabout) }
            streetNames += streets.map { network.way(of: $0.arc.edge).name }
            bearings += streets.map { $0.bearing }
            if !streets.isEmpty { junctions += 1 }
            if streets.count > 1 { isSimple = false }
            let ahead = arms.filter { each in
                each.canEnter && each.arc != arc.reversed && network.way(of: each.arc.edge).has(.roundabout)
            }
            guard ahead.count == 1 else { break }
            arc = ahead[0].arc
            guard arc == first else { continue }
            name = names.count == 1 ? names[0] : .empty
            let radius = Double(millimetres) / 1000 / (2 * .pi)
            if !name.isEmpty, radius > Self.bigRadius, !streetNames.contains(name) {
                sort = .rotary
            } else if junctions == 1
                || isSimple && junctions <= 4 && radius < Self.bigRadius && Self.areDistinct(bearings)
            {
                sort = .crossing
            } else {
                sort = .roundabout
            }
            return
        }
        sort = .roundabout
        name = .empty
    }

    /// Whether no two directions are nearly the same.
    private static func areDistinct(_ bearings: [Double]) -> Bool {
        let sorted = bearings.sorted()
        return sorted.indices.allSatisfy { index in
            let next = sorted[(index + 1) % sorted.count]
            return Corner.difference(from: sorted[index], to: next).magnitude > distinctAngle
        }
    }
}
