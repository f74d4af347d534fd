import Atlas

/// A roundabout as a whole, walked round once from where it is entered.
struct Roundabout {
    /// OSRM's three sorts (github.com/Project-OSRM/osrm-backend, src/guidance/roundabout_handler.cpp).
    enum Sort {
        case roundabout
        /// Big, and with a name that none of its streets has.
        case rotary
        /// Small, and with streets as easy to tell apart as those of a crossing.
        case crossing
    }

    let sort: Sort
    /// The only name on it; empty when there is none, or several.
    let name: StringID

    /// From this radius on in metres a roundabout is big.
    private static let bigRadius = 15.0
    /// Streets are told apart from this angle on, in degrees.
    private static let distinctAngle = 40.0
    /// No roundabout has more pieces; bounds the walk on data that never comes back.
    private static let maximumPieces = 500

    /// Walks round from the arc by which the roundabout is entered. One that forks or does not come back has no sort
    /// but the plain one.
    init(enteredBy first: ArcID, in network: RoadNetwork, _ profile: Profile) {
        var arc = first, millimetres: Int64 = 0, names: [StringID] = []
        var streetNames: [StringID] = [], bearings: [Double] = [], junctions = 0, isSimple = true
        for _ in 0..<Self.maximumPieces {
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
