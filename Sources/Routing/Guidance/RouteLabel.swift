import Atlas
import GeoCore

/// The label that distinguishes a route from its alternatives.
package enum RouteLabel: Equatable, Sendable {
    /// Up to two streets that it follows longer than any other route, in the order of travel.
    case streets([RoadName])
    /// All other routes use stairs.
    case withoutStairs
    /// A kind of unnamed way that it follows longer than any other route.
    case ways(RoadKind)
    /// It lies farther in this direction than all other routes; one of the four cardinal directions.
    case farther(CompassPoint)
    /// It has no other distinction, but each of the other routes has one.
    case quickest
}

/// Finds distinct labels for alternative routes.
struct RouteLabels {
    /// The minimum excess length of a street or kind for a label, in millimetres.
    private static let noticeable: Int64 = 40_000
    /// The minimum excess offset of a route's middle in a direction for a label, in metres.
    private static let noticeableOffset = 15.0

    /// The content of a route, for comparison.
    private struct Parts {
        /// The streets in the order of travel.
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

    /// Labels each route, and leaves out those after the quickest that have no distinction: they offer no choice. The
    /// quickest comes first and always stays.
    static func distinguish(_ routes: [PlannedRoute], _ network: RoadNetwork) -> [PlannedRoute] {
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

    /// Returns the label of a route; `nil` if nothing distinguishes it.
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

    /// Returns the one or two streets that a route follows longest in excess of all other routes, in the order of
    /// travel.
    private func streets(of mine: Parts, beyond others: [Parts]) -> [RoadName] {
        var excesses: [(position: Int, excess: Int64)] = []
        for (position, street) in mine.streets.enumerated() {
            let most = others.reduce(Int64(0)) { most, other in
                max(most, other.streets.first { $0.road.isSameStreet(as: street.road) }?.length ?? 0)
            }
            if street.length - most >= Self.noticeable { excesses.append((position, street.length - most)) }
        }
        excesses.sort { ($1.excess, $0.position) < ($0.excess, $1.position) }
        // A second street helps if it is about as long as the first.
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
        for span in route.legs.flatMap({ $0.spans }) {
            let road = RoadName(network.way(of: span.arc.edge), for: route.profile)
            let length = Int64(span.lengthMillimetres)
            if road.displayKind == .stairs { parts.stairs += length }
            guard road.isNamed else {
                if let kind = RoadKind.allCases.firstIndex(of: road.displayKind) { parts.kinds[kind] += length }
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
