import Atlas
package import Routing
import GeoCore

/// Compares routes over an atlas with plain Dijkstra over the data it was made from: the heavy check of an import.
package enum RoutingCheck {
    /// What came of a comparison.
    package struct Report: Sendable, CustomStringConvertible {
        package var profile: Profile
        /// Pairs that both answered, that neither could connect, and that could not be compared because an end was moved.
        package var compared = 0
        package var unconnected = 0
        package var skipped = 0
        /// Greatest difference in seconds.
        package var worst = 0.0
        /// One line for each pair that differs by more than rounding allows.
        package var faults: [String] = []

        package var description: String {
            "\(profile.name): \(compared) equal, \(unconnected) unconnected in both, \(skipped) skipped, "
                + "worst difference \(worst) s, \(faults.count) faults"
        }
    }

    /// Asks for the way from each of `sources` random nodes of the streets to others, until `targets` of them were compared.
    ///
    /// A source on an island, from which most others cannot be compared, is replaced by another; never for ever.
    package static func run(
        _ engine: RouteEngine, _ data: OSMData, profile: Profile, sources: Int = 100, targets: Int = 100,
        using random: inout some RandomNumberGenerator
    ) -> Report {
        let plain = PlainNetwork(data, profile)
        var report = Report(profile: profile)
        guard !plain.nodes.isEmpty else { return report }
        func pick() -> UInt32 { plain.nodes[Int(random.next() % UInt64(plain.nodes.count))] }
        var workspace = RouteWorkspace()
        for _ in 0..<(10 * sources) where report.compared < sources * targets {
            let start = pick(), truth = plain.seconds(from: start), before = report.compared
            for asked in 0..<(10 * targets) where report.compared < before + targets {
                if asked == 20, report.compared == before { break }
                let end = pick()
                compare(engine, data, start, end, truth[Int(end)], &workspace, &report)
            }
        }
        return report
    }

    private static func compare(
        _ engine: RouteEngine, _ data: OSMData, _ start: UInt32, _ end: UInt32, _ truth: Double,
        _ workspace: inout RouteWorkspace, _ report: inout Report
    ) {
        let points = [start, end].map { data.nodes.points[Int($0)] }
        var request = RouteQuestion(points.map { Coordinate($0) }, profile: report.profile)
        request.ignoresTurnRestrictions = true  // The oracle knows none.
        do throws(RouteError) {
            let route = try engine.route(request, workspace: &workspace)
            // An end in a small component is moved to the big one, and one below a bridge may go to the bridge: other questions
            // than the oracle's.
            guard isAt(start, route.waypoints[0], engine, data), isAt(end, route.waypoints[1], engine, data) else {
                return report.skipped += 1
            }
            let difference = (route.durationInSeconds - truth).magnitude
            report.compared += 1
            guard difference > tolerance(route, engine) else { return report.worst = max(report.worst, difference) }
            report.faults.append(
                "node \(data.nodes.ids[Int(start)]) to \(data.nodes.ids[Int(end)]): \(route.durationInSeconds) s, "
                    + "plain Dijkstra \(truth) s")
        } catch {
            guard case .noRoute = error else { return report.skipped += 1 }
            if truth == .infinity { return report.unconnected += 1 }
            guard isFound(start, engine, data, report.profile), isFound(end, engine, data, report.profile) else {
                return report.skipped += 1
            }
            report.faults.append(
                "node \(data.nodes.ids[Int(start)]) to \(data.nodes.ids[Int(end)]): \(error.code), plain Dijkstra \(truth) s"
            )
        }
    }

    /// Whether a route that begins at the node's coordinate may begin at the node: not where one is aboard a ferry.
    private static func isFound(_ node: UInt32, _ engine: RouteEngine, _ data: OSMData, _ profile: Profile) -> Bool {
        let point = Coordinate(data.nodes.points[Int(node)])
        let waypoints = (try? engine.nearest(point, profile: profile, count: 16)) ?? []
        return waypoints.contains { isAt(node, $0, engine, data) }
    }

    /// Whether the waypoint is the node, on a way that passes it.
    private static func isAt(_ node: UInt32, _ waypoint: Waypoint, _ engine: RouteEngine, _ data: OSMData) -> Bool {
        let osmID = engine.network.way(of: waypoint.position.edge).osmID
        return waypoint.position.point == data.nodes.points[Int(node)]
            && data.ways.index(of: osmID).map { data.ways.refs(of: $0).contains(node) } ?? false
    }

    /// Half a millisecond for each edge, and at both ends half of a 65535th of the edge's time.
    private static func tolerance(_ route: PlannedRoute, _ engine: RouteEngine) -> Double {
        let pieces = route.legs[0].pieces, times = engine.network.layer(route.profile).times
        let ends = [pieces[0], pieces[pieces.count - 1]].reduce(0.0) { $0 + Double(times[$1.arc.rawValue]) }
        return (Double(pieces.count) * 0.5 + ends / 65_535 + 1) / 1000
    }
}
