import Atlas
import GeoCore
import Routing
import TestSupport
import Testing

/// Other ways, measured again by plain Dijkstra.
@Suite struct AlternativesTests {
    @Test(arguments: Profile.allCases)
    func `other ways of random towns are real, different, little longer and without needless detours`(
        _ profile: Profile
    ) throws {
        let grid = Grid(columns: 14, rows: 14, seed: 61), town = try grid.map.build()
        var random = SeededGenerator(seed: 62), workspace = RouteWorkspace(), others = 0, asked = 0
        for _ in 0..<60 {
            let ends = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...1300), random.uniform(in: 0...1300))
            }
            let question = RouteQuestion(ends, profile: profile), routes: [PlannedRoute]
            do throws(RouteError) {
                routes = try town.engine.routes(question, alternatives: 3, workspace: &workspace)
            } catch { continue }
            asked += 1
            others += routes.count > 1 ? 1 : 0
            #expect(routes.count <= 4)
            let quickest = try town.engine.route(question, workspace: &workspace)
            #expect(routes[0].timeMillis == quickest.timeMillis)
            #expect(routes.map(\.timeMillis) == routes.map(\.timeMillis).sorted())
            let walks = routes.map { StatePath($0, town.engine.graph(profile)) }
            for (index, route) in routes.enumerated().dropFirst() {
                #expect(Double(route.timeMillis) <= Double(quickest.timeMillis) * 1.25 + 1)
                #expect(route.geometry.first == quickest.geometry.first)
                #expect(route.geometry.last == quickest.geometry.last)
                #expect(walks[index].isReal)
                #expect(Set(walks[index].arcs.map(\.edge.rawValue)).count == walks[index].arcs.count)
                for other in walks[..<index] {
                    #expect(walks[index].shared(with: other) <= 0.8 * Double(quickest.timeMillis) + 1)
                }
                #expect(walks[index].isLocallyOptimal(within: UInt32(quickest.timeMillis / 4)))
            }
            var fresh = RouteWorkspace()
            let again = try town.engine.routes(question, alternatives: 3, workspace: &fresh)
            #expect(again.map(\.geometry) == routes.map(\.geometry))
        }
        // In a town of blocks there mostly is another way, unless its streets are one-way or closed to cars.
        #expect(others > (profile == .car ? 1 : asked / 2) && asked > 20)
        let one = RouteQuestion([0.0, 900].map { StreetMap.coordinate($0, $0) }, profile: profile)
        #expect(try town.engine.routes(one, alternatives: 0, workspace: &workspace).count == 1)
    }

    @Test func `a route that only makes a detour is not an alternative`() throws {
        // A street with a loop beside it, quick enough to be in question and different enough.
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 300, 0), ("C", 400, 0), ("D", 700, 0), ("E", 350, 60)] {
            map.node(Character(name), east, north)
        }
        map.way("ABCD", ["highway": "residential"])
        map.way("BEC", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        func others(_ names: String) throws -> Int {
            let question = RouteQuestion(names.map { map.coordinate($0) }, profile: .foot)
            return try town.engine.routes(question, alternatives: 3, workspace: &workspace).count - 1
        }
        #expect(try others("AD") == 0)
        // Between B and C both are whole ways, but one takes half as long again.
        #expect(try others("BC") == 0)
    }

    @Test func `both sides of a block are ways`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 500, 0), ("C", 500, 400), ("D", 0, 430), ("E", 600, 0), ("F", -90, 430),
        ] { map.node(Character(name), east, north) }
        map.way("ABC", ["highway": "residential"])
        map.way("ADC", ["highway": "residential"])
        map.way("BE", ["highway": "residential"])
        map.way("DF", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        let question = RouteQuestion("AC".map { map.coordinate($0) }, profile: .foot)
        let routes = try town.engine.routes(question, alternatives: 3, workspace: &workspace)
        #expect(routes.map { ($0.distanceInMetres / 10).rounded() } == [90, 93])
    }
}

/// A route as a walk through the states of a graph, and plain Dijkstra between them.
private struct StatePath {
    let graph: TravelGraph
    let arcs: [ArcID]
    let millis: [UInt32]
    /// On foot the junctions, for vehicles the arcs: a town without turn restrictions.
    let states: [UInt32]

    init(_ route: PlannedRoute, _ graph: TravelGraph) {
        self.graph = graph
        let spans = route.legs[0].spans
        arcs = spans.map { $0.arc }
        millis = spans.map { $0.timeMillis }
        states = spans.dropLast().map {
            graph.profile.isVehicle ? $0.arc.rawValue : graph.network.head(of: $0.arc)
        }
    }

    /// Whether each step exists and takes the stated time.
    var isReal: Bool {
        zip(zip(states, states.dropFirst()), zip(arcs, millis).dropFirst()).allSatisfy { step, span in
            var found = false
            graph.forEachStep(from: step.0) { next, time, arc in
                if next == step.1, arc == span.0, time == span.1 { found = true }
            }
            return found
        }
    }

    func shared(with other: StatePath) -> Double {
        let times = graph.network.layer(graph.profile).times, those = Set(other.arcs.map(\.rawValue))
        return arcs.filter { those.contains($0.rawValue) }.reduce(0.0) { $0 + Double(times[$1.rawValue]) }
    }

    /// Whether each stretch that takes up to `limit` is the quickest.
    func isLocallyOptimal(within limit: UInt32) -> Bool {
        for start in states.indices {
            let times = dijkstra(from: states[start], within: limit)
            var passed: UInt32 = 0
            for end in states.indices[(start + 1)...] {
                passed += millis[end]
                guard passed <= limit else { break }
                if times[states[end]] ?? .max < passed { return false }
            }
        }
        return true
    }

    private func dijkstra(from start: UInt32, within limit: UInt32) -> [UInt32: UInt32] {
        var times = [start: UInt32(0)], open = [start], done: Set<UInt32> = []
        while let index = open.indices.min(by: { times[open[$0]]! < times[open[$1]]! }) {
            let state = open.remove(at: index), time = times[state]!
            guard done.insert(state).inserted else { continue }
            graph.forEachStep(from: state) { next, millis, _ in
                guard time + millis <= limit, time + millis < times[next] ?? .max else { return }
                times[next] = time + millis
                open.append(next)
            }
        }
        return times
    }
}
