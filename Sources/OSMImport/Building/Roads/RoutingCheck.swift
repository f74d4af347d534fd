import Atlas
package import Routing
package import GeoCore

/// Compares routes over an atlas with plain Dijkstra over its source data: the thorough check of an import.
package enum RoutingCheck {
    /// The result of a comparison.
    package struct Report: Sendable, CustomStringConvertible {
        package var profile: Profile
        /// The number of pairs that both answered, that neither could connect, and that could not be compared because
        /// an end was moved.
        package var compared = 0
        package var unconnected = 0
        package var skipped = 0
        /// The greatest difference in seconds.
        package var worst = 0.0
        /// One line for each pair that differs by more than rounding allows.
        package var faults: [String] = []

        package var description: String {
            "\(profile.name): \(compared) equal, \(unconnected) unconnected in both, \(skipped) skipped, "
                + "worst difference \(worst) s, \(faults.count) faults"
        }
    }

    /// Computes the route from each of `sources` random nodes to others, until `targets` of them are compared.
    ///
    /// A source on an island, from which most others cannot be compared, is replaced by another, a limited number of
    /// times.
    package static func run(
        _ engine: RouteEngine, against plain: some RoutingOracle, sources: Int = 100, targets: Int = 100,
        using random: inout some RandomNumberGenerator
    ) -> Report {
        var report = Report(profile: plain.profile)
        // For a point of two nodes, either node is right.
        var shared: [PointE7: Int] = [:]
        for node in plain.nodes { shared[plain.point(of: node), default: 0] += 1 }
        let nodes = plain.nodes.filter { shared[plain.point(of: $0)] == 1 }
        guard !nodes.isEmpty else { return report }
        func pick() -> UInt32 { nodes[Int(random.next() % UInt64(nodes.count))] }
        var workspace = RouteWorkspace()
        for _ in 0..<(10 * sources) where report.compared < sources * targets {
            let start = pick(), truth = plain.seconds(from: start), before = report.compared
            for asked in 0..<(10 * targets) where report.compared < before + targets {
                if asked == 20, report.compared == before { break }
                let end = pick()
                compare(engine, plain, start, end, truth[Int(end)], &workspace, &report)
            }
        }
        return report
    }

    private static func compare(
        _ engine: RouteEngine, _ plain: some RoutingOracle, _ start: UInt32, _ end: UInt32, _ truth: Double,
        _ workspace: inout RouteWorkspace, _ report: inout Report
    ) {
        let points = [start, end].map { Coordinate(plain.point(of: $0)) }
        var request = RouteQuestion(points, profile: report.profile)
        request.reportsMapEdge = false
        do throws(RouteError) {
            let route = try engine.route(request, workspace: &workspace)
            // An end in a small component moves to the large one, and an end below a bridge may move to the bridge: the
            // oracle would answer another question.
            guard isAt(start, route.waypoints[0], engine, plain), isAt(end, route.waypoints[1], engine, plain) else {
                return report.skipped += 1
            }
            let difference = (route.durationInSeconds - truth).magnitude
            report.compared += 1
            guard difference > plain.tolerance(of: route, engine) else {
                return report.worst = max(report.worst, difference)
            }
            report.faults.append(
                "\(plain.name(of: start)) to \(plain.name(of: end)): \(route.durationInSeconds) s, plain Dijkstra \(truth) s"
            )
        } catch {
            guard case .noRoute = error else { return report.skipped += 1 }
            if truth == .infinity { return report.unconnected += 1 }
            guard isFound(start, engine, plain, &workspace), isFound(end, engine, plain, &workspace) else {
                return report.skipped += 1
            }
            report.faults.append(
                "\(plain.name(of: start)) to \(plain.name(of: end)): \(error.code), plain Dijkstra \(truth) s")
        }
    }

    /// Whether a route from the node's coordinate begins at the node; not aboard a ferry, or in a tunnel below streets.
    private static func isFound(
        _ node: UInt32, _ engine: RouteEngine, _ plain: some RoutingOracle, _ workspace: inout RouteWorkspace
    ) -> Bool {
        let point = Coordinate(plain.point(of: node)), question = RouteQuestion([point, point], profile: plain.profile)
        guard let route = try? engine.route(question, workspace: &workspace) else { return false }
        return isAt(node, route.waypoints[0], engine, plain)
    }

    /// Whether the waypoint is the node, on a way through it, and not a line across a square that passes very near.
    private static func isAt(
        _ node: UInt32, _ waypoint: Waypoint, _ engine: RouteEngine, _ plain: some RoutingOracle
    ) -> Bool {
        waypoint.position.point == plain.point(of: node)
            && engine.network.points(of: waypoint.position.edge).contains(waypoint.position.point)
            && plain.passes(node, engine.network.way(of: waypoint.position.edge).osmID)
    }
}

/// Computes travel times independently.
package protocol RoutingOracle {
    var profile: Profile { get }
    /// The nodes where routes may begin and end, in its own numbers.
    var nodes: [UInt32] { get }
    func point(of node: UInt32) -> PointE7
    func name(of node: UInt32) -> String
    /// Whether a street leads over the node.
    func passes(_ node: UInt32, _ osmID: Int64) -> Bool
    /// Returns the seconds from a node to every other, infinity if there is no route.
    func seconds(from node: UInt32) -> [Double]
    /// Returns how far the route of an exact engine may differ from that, in seconds.
    func tolerance(of route: PlannedRoute, _ engine: RouteEngine) -> Double
}
