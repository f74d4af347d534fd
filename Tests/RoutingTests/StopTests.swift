import GeoCore
import Routing
import Synchronization
import Testing

/// Questions that nobody waits for any more.
@Suite struct StopTests {
    /// So many junctions that a walk to all of them looks whether it must stop.
    ///
    /// Nobody changes it.
    nonisolated(unsafe) private static let town = Result {
        try Grid(columns: 83, rows: 83, seed: 61, density: 1).map.build()
    }
    private static let middle = StreetMap.coordinate(4150, 4150)

    /// Counts the checks; the request is made at one of them.
    private final class Looks: Sendable {
        private let count = Mutex(0)
        private let last: Int

        init(upTo last: Int) { self.last = last }

        var value: Int { count.withLock { $0 } }

        var stop: StopRequest {
            StopRequest {
                self.count.withLock { count in
                    count += 1
                    return count >= self.last
                }
            }
        }
    }

    @Test(arguments: ReachDirection.allCases)
    func `a search looks every few thousand junctions, and ends where it must`(
        _ direction: ReachDirection
    ) throws {
        let engine = try Self.town.get().engine
        var workspace = RouteWorkspace()
        func looks(upTo last: Int) -> (count: Int, pieces: Int?) {
            let looks = Looks(upTo: last)
            workspace.stop = looks.stop
            let found = try? engine.reach(
                from: Self.middle, .foot, within: [36_000_000], direction: direction, workspace: &workspace)
            return (looks.value, found?.reaches[0].pieces.count)
        }
        // A junction has two streets of its own here. One look is behind all.
        let whole = looks(upTo: .max), pieces = try #require(whole.pieces)
        #expect(pieces > 8_500)
        #expect(whole.count >= 2)
        let stopped = looks(upTo: 1)
        #expect(stopped.pieces == nil)
        #expect(stopped.count == 2)
    }

    /// A question, and the most looks between being asked to stop and the end.
    private struct Question {
        var name: String
        var mostLooks: Int
        var ask: (RouteEngine, inout RouteWorkspace) throws -> Void
    }

    private static var questions: [Question] {
        var random = SeededGenerator(seed: 62)
        let points = (0..<80).map { _ in
            StreetMap.coordinate(random.uniform(in: 0...8200), random.uniform(in: 0...8200))
        }
        let fixes = points.map { TracePoint($0, deviationInMetres: 40) }
        return [
            Question(name: "reach", mostLooks: 10) { engine, workspace in
                _ = try engine.reach(
                    from: middle, .foot, within: [9_000_000, 3_000_000, 6_000_000], workspace: &workspace)
            },
            Question(name: "reach back by length", mostLooks: 10) { engine, workspace in
                _ = try engine.reach(
                    from: middle, .foot, withinMillimetres: [9_000_000, 3_000_000], direction: .to,
                    workspace: &workspace)
            },
            // Climbs that are left out are asked for one by one, and so are rows.
            Question(name: "table", mostLooks: 700) { engine, workspace in
                var question = TableQuestion(points, profile: .car)
                question.wantsLengths = true
                _ = try engine.table(question, workspace: &workspace)
            },
            Question(name: "match", mostLooks: 200) { engine, workspace in
                _ = try engine.match(MatchQuestion(fixes, profile: .car), workspace: &workspace)
            },
            Question(name: "trip", mostLooks: 700) { engine, workspace in
                _ = try engine.trips(TripQuestion(points, profile: .foot), workspace: &workspace)
            },
            Question(name: "loop", mostLooks: 10) { engine, workspace in
                _ = try engine.loops(
                    LoopQuestion(middle, .time(millis: 7_200_000), profile: .foot), workspace: &workspace)
            },
            Question(name: "route", mostLooks: 10) { engine, workspace in
                _ = try engine.route(RouteQuestion(points, profile: .foot), workspace: &workspace)
            },
            Question(name: "alternatives", mostLooks: 300) { engine, workspace in
                _ = try engine.routes(
                    RouteQuestion([points[0], points[1]], profile: .foot), alternatives: 3, workspace: &workspace)
            },
        ]
    }

    @Test(arguments: 0..<8) func `each stopped search throws soon, and leaves the workspace usable`(
        _ index: Int
    ) throws {
        let engine = try Self.town.get().engine, question = Self.questions[index]
        var workspace = RouteWorkspace()
        let before = try engine.route(
            RouteQuestion([Self.middle, StreetMap.coordinate(900, 900)], profile: .foot), workspace: &workspace)
        for last in [1, 2] {
            let looks = Looks(upTo: last)
            workspace.stop = looks.stop
            do {
                try question.ask(engine, &workspace)
                Issue.record("\(question.name) goes on")
            } catch {
                #expect(error as? RouteError == .stopped, "\(question.name): \(error)")
            }
            #expect(looks.value <= last + question.mostLooks, "\(question.name) looked \(looks.value) times")
        }
        workspace.stop = .never
        let after = try engine.route(
            RouteQuestion([Self.middle, StreetMap.coordinate(900, 900)], profile: .foot), workspace: &workspace)
        #expect(after.timeMillis == before.timeMillis && after.geometry == before.geometry)
    }

    @Test func `outlines that are stopped end early`() throws {
        let engine = try Self.town.get().engine
        var workspace = RouteWorkspace()
        let found = try engine.reach(from: Self.middle, .foot, within: [3_600_000], workspace: &workspace)
        func write(_ stop: StopRequest) -> [UInt8] {
            ReachJSON.write(
                found.reaches, of: [60], from: found.start, .foot, engine, withStreets: false, until: stop)
        }
        let whole = Looks(upTo: .max), stopped = Looks(upTo: 5)
        let bytes = write(whole.stop)
        #expect(write(.never) == bytes)
        #expect(whole.value > 100)
        #expect(write(stopped.stop).count < bytes.count / 10)
    }
}
