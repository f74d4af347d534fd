import Atlas
import GeoCore

/// What tells one of several routes between the same points from the others.
package enum RouteLabel: Equatable, Sendable {
    /// Up to two streets that it follows and no other does as far, in the order of travel.
    case streets([RoadName])
    /// All the others use stairs.
    case withoutStairs
    /// A kind of way without a name that it follows farther than any other.
    case ways(RoadKind)
    /// It lies farther in this direction than all others; one of the four main ones.
    case farther(CompassPoint)
    /// Nothing else tells it from the others, of which each has something of its own.
    case quickest
}

/// Finds labels for routes that are offered together, none of which fits two of them.
struct RouteLabels {
    /// A street or a kind of way counts when a route follows it so much farther than each other one, in millimetres.
    private static let noticeable: Int64 = 40_000
    /// A direction counts when the middle of a route lies so much farther in it, in metres.
    private static let noticeableOffset = 15.0

    /// What a route consists of.
    private struct Parts {
        /// In the order of travel.
        var streets: [(road: RoadName, length: Int64)] = []
        var kinds = [Int64](repeating: 0, count: RoadKind.allCases.count)
        var stairs: Int64 = 0
        /// The middle of its line, in metres east and north of its start.
        var east = 0.0
        var north = 0.0
    }

    private let parts: [Parts]

    init(_ routes: [PlannedRoute], _ network: RoadNetwork) {
        parts = routes.map { Self.parts(of: $0, network) }
    }

    /// Writes each route its label, and leaves out those after the quickest that nothing tells from the others: they
    /// are no choice. The quickest comes first, and is offered whatever it is called.
    static func tellApart(_ routes: [PlannedRoute], _ network: RoadNetwork) -> [PlannedRoute] {
        var routes = routes
        while routes.count > 1 {
            let labels = RouteLabels(routes, network)
            for index in routes.indices { routes[index].label = labels.label(of: index) }
            guard let same = routes.indices.last(where: { $0 > 0 && routes[$0].label == nil }) else {
                routes[0].label = routes[0].label ?? .quickest
                return routes
            }
            routes.remove(at: same)
        }
        return routes.map { route in
            var route = route
            route.label = nil
            return route
        }
    }

    /// The label of one of the routes; `nil` where nothing tells it from the others.
    func label(of index: Int) -> RouteLabel? {
        let mine = parts[index], others = parts.indices.filter { $0 != index }.map { parts[$0] }
        let streets = streets(of: mine, beyond: others)
        if !streets.isEmpty { return .streets(streets) }
        if mine.stairs == 0, others.allSatisfy({ $0.stairs > 0 }) { return .withoutStairs }
        var best: (kind: RoadKind, excess: Int64)?
        for (position, kind) in RoadKind.allCases.enumerated() {
            let excess = mine.kinds[position] - (others.map { $0.kinds[position] }.max() ?? 0)
            if excess >= max(Self.noticeable, (best?.excess ?? 0) + 1) { best = (kind, excess) }
        }
        if let best { return .ways(best.kind) }
        return direction(of: mine, beyond: others).map { .farther($0) }
    }

    /// The one or two streets that a route follows farthest beyond what any other does, in the order of travel.
    private func streets(of mine: Parts, beyond others: [Parts]) -> [RoadName] {
        var excesses: [(position: Int, excess: Int64)] = []
        for (position, street) in mine.streets.enumerated() {
            let most = others.reduce(Int64(0)) { most, other in
                max(most, other.streets.first { $0.road.isSameStreet(as: street.road) }?.length ?? 0)
            }
            if street.length - most >= Self.noticeable { excesses.append((position, street.length - most)) }
        }
        excesses.sort { ($1.excess, $0.position) < ($0.excess, $1.position) }
        // A second one helps when it is about as long as the first.
        let named = excesses.prefix(2).filter { $0.excess * 3 >= excesses[0].excess }
        return named.sorted { $0.position < $1.position }.map { mine.streets[$0.position].road }
    }

    private func direction(of mine: Parts, beyond others: [Parts]) -> CompassPoint? {
        let offsets: [(CompassPoint, Double)] = [
            (.north, mine.north - (others.map { $0.north }.max() ?? 0)),
            (.east, mine.east - (others.map { $0.east }.max() ?? 0)),
            (.south, (others.map { $0.north }.min() ?? 0) - mine.north),
            (.west, (others.map { $0.east }.min() ?? 0) - mine.east),
        ]
        var best: (point: CompassPoint, metres: Double)?
        for (point, metres) in offsets where metres >= max(Self.noticeableOffset, best?.metres ?? 0) {
            best = (point, metres)
        }
        return best?.point
    }

    private static func parts(of route: PlannedRoute, _ network: RoadNetwork) -> Parts {
        var parts = Parts()
        for piece in route.legs.flatMap({ $0.pieces }) {
            let road = RoadName(network.way(of: piece.arc.edge), for: route.profile)
            let length = Int64(piece.lengthMillimetres)
            if road.toldKind == .stairs { parts.stairs += length }
            guard road.isNamed else {
                if let kind = RoadKind.allCases.firstIndex(of: road.toldKind) { parts.kinds[kind] += length }
                continue
            }
            if let known = parts.streets.firstIndex(where: { $0.road.isSameStreet(as: road) }) {
                parts.streets[known].length += length
            } else {
                parts.streets.append((road, length))
            }
        }
        guard let first = route.geometry.first else { return parts }
        let plane = LocalPlane(around: first)
        var metres = 0.0
        for (from, to) in zip(route.geometry, route.geometry.dropFirst()) {
            let length = from.distance(inMetresTo: to)
            let (start, end) = (plane.position(of: from), plane.position(of: to))
            parts.east += length * (start.x + end.x) / 2
            parts.north += length * (start.y + end.y) / 2
            metres += length
        }
        guard metres > 0 else { return parts }
        parts.east /= metres
        parts.north /= metres
        return parts
    }
}
