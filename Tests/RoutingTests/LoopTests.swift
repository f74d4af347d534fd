import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Round walks; the tests count their lengths and retraced shares anew over the points of the line.
@Suite struct LoopTests {
    private let extract: OSMData
    private let engine: RouteEngine
    private let bytes: AtlasMemory

    init() throws {
        extract = try OSMReader.read(paths: [SampleExtract.path]).data
        (engine, bytes) = try SampleTests.build(extract)
    }

    private static let squares = Coordinate(latitude: 60.1699, longitude: 24.9384)!

    /// The walks of a question; fails the test when there is none.
    private func walks(_ question: LoopQuestion) throws -> [PlannedLoop] {
        var workspace = RouteWorkspace()
        guard case .walks(let walks) = try engine.loops(question, workspace: &workspace) else {
            Issue.record("there is a round walk")
            return []
        }
        return walks
    }

    /// The metres of a line, and those of its stretches between two points of the map that it had walked before, in
    /// either direction.
    private static func count(_ line: [PointE7]) -> (metres: Double, twice: Double) {
        var seen = Set<[Int32]>(), metres = 0.0, twice = 0.0
        for (from, to) in zip(line, line.dropFirst()) {
            let length = Coordinate(from).distance(inMetresTo: Coordinate(to))
            let ends = [from, to].map { [$0.latitudeE7, $0.longitudeE7] }.sorted { $0.lexicographicallyPrecedes($1) }
            metres += length
            if !seen.insert(ends[0] + ends[1]).inserted { twice += length }
        }
        return (metres, twice)
    }

    @Test(arguments: [
        LoopQuestion.Goal.time(millis: 600_000), .time(millis: 1_200_000), .time(millis: 1_800_000),
        .length(millimetres: 1_000_000), .length(millimetres: 3_000_000), .steps(3000), .steps(5000),
    ])
    func `walks come home, are as long as wanted, and hardly anything is walked twice`(
        _ goal: LoopQuestion.Goal
    ) throws {
        for start in [Self.squares, Coordinate(latitude: 60.1735, longitude: 24.9405)!] {
            var question = LoopQuestion(start, goal)
            question.count = 3
            let walks = try walks(question)
            #expect(!walks.isEmpty)
            for walk in walks {
                let route = walk.route
                #expect(route.geometry.first == route.geometry.last)
                #expect(route.legs.count == 1 && route.waypoints.count == 2 && walk.place == nil)
                switch goal {
                case .time(let millis):
                    #expect((Double(route.timeMillis) / Double(millis) - 1).magnitude <= 0.1)
                case .length(let millimetres):
                    #expect((Double(route.lengthMillimetres) / Double(millimetres) - 1).magnitude <= 0.1)
                }
                let counted = Self.count(route.geometry)
                #expect((counted.metres - route.distanceInMetres).magnitude < 0.002 * counted.metres + 1)
                #expect(counted.twice <= 0.15 * counted.metres + 1)
                #expect((counted.twice / counted.metres - walk.walkedTwice).magnitude < 0.001)
                let arcs = route.legs.flatMap(\.spans).map(\.arc)
                for (arc, next) in zip(arcs, arcs.dropFirst()) {
                    #expect(engine.network.head(of: arc) == engine.network.tail(of: next))
                }
                #expect(!route.legs[0].steps.isEmpty)
            }
            for (index, walk) in walks.enumerated() {
                let streets = Set(walk.route.legs[0].spans.map(\.arc.edge.rawValue))
                for other in walks[..<index] {
                    let shared = other.route.legs[0].spans.filter { streets.contains($0.arc.edge.rawValue) }
                        .reduce(0.0) { $0 + Double($1.lengthMillimetres) }
                    let shorter = min(walk.route.distanceInMetres, other.route.distanceInMetres) * 1000
                    #expect(shared <= 0.62 * shorter)
                }
            }
        }
    }

    @Test func `10,000 steps are about 78 minutes`() {
        #expect(LoopQuestion.Goal.steps(10_000) == .time(millis: 78 * 60_000))
    }

    @Test func `a walk passes one of the places, and several walks pass different places`() throws {
        let places = [(60.1735, 24.9405), (60.1680, 24.9520), (60.1655, 24.9030), (60.5, 25.5)].map { lat, lon in
            LoopQuestion.Place(Coordinate(latitude: lat, longitude: lon)!, id: "n\(lat)", name: "Café")
        }
        var question = LoopQuestion(Self.squares, .time(millis: 1_800_000))
        question.places = places
        question.count = 3
        let walks = try walks(question)
        #expect(walks.count > 1)
        #expect(walks.allSatisfy { $0.place != nil } && Set(walks.prefix(2).compactMap(\.place?.id)).count == 2)
        for walk in walks {
            let place = try #require(walk.place)
            #expect(walk.route.legs.count == 2 && walk.route.waypoints.count == 3)
            #expect(walk.route.legs[0].steps.last?.maneuver.kind == .arrive)
            let passed = Coordinate(walk.route.waypoints[1].position.point)
            #expect(passed.distance(inMetresTo: place.coordinate) < 100)
            #expect((Double(walk.route.timeMillis) / 1_800_000 - 1).magnitude <= 0.1)
            #expect(Self.count(walk.route.geometry).twice <= 0.15 * walk.route.distanceInMetres + 1)
        }
        question.places = [places[3]]
        var workspace = RouteWorkspace()
        guard case .none(.noPlaceInReach) = try engine.loops(question, workspace: &workspace) else {
            Issue.record("nobody walks to another town")
            return
        }
    }

    @Test func `the same request has the same answer, after any other requests`() throws {
        var question = LoopQuestion(Self.squares, .time(millis: 1_500_000)), workspace = RouteWorkspace()
        question.count = 2
        func bytes(_ workspace: inout RouteWorkspace) throws -> [UInt8] {
            guard case .walks(let walks) = try engine.loops(question, workspace: &workspace) else { return [] }
            return RouteJSON.write(walks, engine)
        }
        let first = try bytes(&workspace)
        var other = LoopQuestion(Coordinate(latitude: 60.1735, longitude: 24.9405)!, .length(millimetres: 2_000_000))
        other.profile = .wheelchair
        _ = try engine.loops(other, workspace: &workspace)
        #expect(try bytes(&workspace) == first && !first.isEmpty)
    }

    @Test func `a village of dead ends has no round walk, and says so`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 300, 0), ("C", 600, 0), ("D", 300, 400), ("E", 900, 300), ("F", 900, -300),
        ] { map.node(Character(name), east, north) }
        map.way("ABC", ["highway": "residential"])
        map.way("BD", ["highway": "footway"])
        map.way("ECF", ["highway": "path"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        for goal in [LoopQuestion.Goal.time(millis: 600_000), .length(millimetres: 900_000)] {
            let plan = try town.engine.loops(LoopQuestion(map.coordinate("A"), goal), workspace: &workspace)
            guard case .none(.runsBack) = plan else {
                Issue.record("nothing leads back to A but the way from it")
                return
            }
        }
    }

    @Test func `a block gives the walk round it, and the answer to another length names the possible length`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, 200), ("D", 0, 200)] {
            map.node(Character(name), east, north)
        }
        for side in ["AB", "BC", "CD", "DA"] { map.way(side, ["highway": "footway"]) }
        let town = try map.build()
        var workspace = RouteWorkspace(), question = LoopQuestion(map.coordinate("A"), .length(millimetres: 820_000))
        guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else {
            Issue.record("the block is 800 m around")
            return
        }
        #expect(walks.count == 1 && walks[0].walkedTwice == 0)
        #expect((walks[0].route.distanceInMetres - 800).magnitude < 2)
        question.goal = .length(millimetres: 1_000_000)
        guard case .none(.otherLength(let millimetres)) = try town.engine.loops(question, workspace: &workspace) else {
            Issue.record("800 m are too few")
            return
        }
        #expect((Double(millimetres) / 1000 - 800).magnitude < 2)
    }

    @Test func `where all walks retrace streets, the answer is the walk that does so least, with the share`() throws {
        // A dead end of 300 m to a block of 800 m around.
        var map = StreetMap()
        for (name, east, north) in [
            ("S", -300.0, 0.0), ("A", 0, 0), ("B", 200, 0), ("C", 200, 200), ("D", 0, 200), ("E", 300, 200),
        ] { map.node(Character(name), east, north) }
        for side in ["SA", "AB", "BC", "CD", "DA", "CE"] { map.way(side, ["highway": "footway"]) }
        let town = try map.build()
        var workspace = RouteWorkspace(), question = LoopQuestion(map.coordinate("S"), .length(millimetres: 1_400_000))
        question.count = 3
        guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else {
            Issue.record("one can walk there, round, and back")
            return
        }
        #expect(walks.count == 1 && (walks[0].route.distanceInMetres - 1400).magnitude < 2)
        #expect((walks[0].walkedTwice - 300.0 / 1400).magnitude < 0.001)
        #expect(walks[0].route.notices == [.repeatsStreets(percent: 21)])
        #expect(!walks[0].route.touchesMapEdge)
    }

    @Test func `a ring of several streets is found from every point on it`() throws {
        // Irregular, with a dead end at each corner: nothing is a third of the length away in most directions.
        var map = StreetMap()
        let corners = [(0.0, 0.0), (350, -40), (480, 260), (300, 520), (-60, 430)]
        for (index, corner) in corners.enumerated() {
            map.node(Character("\(index)"), corner.0, corner.1)
            map.node(Character(Unicode.Scalar(UInt8(97 + index))), corner.0 * 1.5 - 100, corner.1 * 1.5 - 120)
        }
        for index in corners.indices {
            map.way("\(index)\((index + 1) % 5)", ["highway": "path"])
            map.way("\(index)\(Character(Unicode.Scalar(UInt8(97 + index))))", ["highway": "path"])
        }
        let town = try map.build()
        let around = zip(corners, corners.dropFirst() + [corners[0]]).reduce(0.0) { sum, ends in
            let (x, y) = (ends.1.0 - ends.0.0, ends.1.1 - ends.0.1)
            return sum + (x * x + y * y).squareRoot()
        }
        var workspace = RouteWorkspace()
        for index in corners.indices {
            for wanted in [around * 0.92, around * 1.08] {
                let goal = LoopQuestion.Goal.length(millimetres: UInt32(wanted * 1000))
                let question = LoopQuestion(map.coordinate(Character("\(index)")), goal)
                guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else {
                    Issue.record("one can walk round from corner \(index)")
                    continue
                }
                #expect((walks[0].route.distanceInMetres - around).magnitude < 3 && walks[0].walkedTwice == 0)
            }
        }
    }

    @Test func `a walk from the middle of a dead end leaves and returns through it`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", -100.0, 0.0), ("B", 0, 0), ("C", 400, 0), ("D", 400, 400), ("E", 0, 400),
        ] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential"])
        map.way("BCD", ["highway": "footway"])
        map.way("DEB", ["highway": "footway"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        let question = LoopQuestion(StreetMap.coordinate(-40, 0), .length(millimetres: 1_680_000))
        guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else {
            Issue.record("there is a way round")
            return
        }
        #expect((walks[0].route.distanceInMetres - 1680).magnitude < 3)
        // 40 of 1680 m.
        #expect((walks[0].walkedTwice - 40.0 / 1680).magnitude < 0.001)
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `round walks in random towns keep their promises`(_ seed: UInt64) throws {
        let grid = Grid(columns: 12, rows: 12, seed: seed, density: 0.75), town = try grid.map.build()
        var random = SeededGenerator(seed: seed), workspace = RouteWorkspace(), found = 0
        for index in 0..<40 {
            let start = StreetMap.coordinate(random.uniform(in: 0...1100), random.uniform(in: 0...1100))
            var question = LoopQuestion(
                start, index % 2 == 0 ? .time(millis: 900_000) : .length(millimetres: 1_200_000))
            question.profile = index % 3 == 0 ? .wheelchair : .foot
            question.count = 2
            if index % 4 == 0 {
                question.places = (0..<6).map { _ in
                    LoopQuestion.Place(
                        StreetMap.coordinate(random.uniform(in: 0...1100), random.uniform(in: 0...1100)), id: "n1",
                        name: "")
                }
            }
            do throws(RouteError) {
                guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else { continue }
                for walk in walks {
                    found += 1
                    #expect(walk.walkedTwice < 0.45 && walk.walkedTwice >= 0)
                    // A walk that misses the request is the only answer, and says so.
                    let runsBack = walk.walkedTwice > 0.15
                    #expect(walks.count == 1 || !runsBack)
                    let percent = Int((walk.walkedTwice * 100).rounded())
                    #expect(walk.route.notices == (runsBack ? [.repeatsStreets(percent: percent)] : []))
                    let counted = Self.count(walk.route.geometry)
                    #expect((counted.metres - walk.route.distanceInMetres).magnitude < 0.002 * counted.metres + 1)
                    let times = town.network.layer(question.profile).times
                    for span in walk.route.legs.flatMap(\.spans) { #expect(times[span.arc.rawValue] != .max) }
                }
            } catch { continue }
        }
        #expect(found > 5)
    }

    @Test func `walks on the two sides of the same streets count as one walk`() throws {
        // Two rings 10 m apart, joined at the corners.
        var map = StreetMap()
        let corners = [(0.0, 0.0), (250, 0), (250, 250), (0, 250)]
        for (index, corner) in corners.enumerated() {
            map.node(Character("\(index)"), corner.0, corner.1)
            let outer = (corner.0 > 0 ? corner.0 + 10 : -10, corner.1 > 0 ? corner.1 + 10 : -10)
            map.node(Character(Unicode.Scalar(UInt8(97 + index))), outer.0, outer.1)
        }
        for way in ["01", "12", "23", "30", "ab", "bc", "cd", "da", "0a", "1b", "2c", "3d"] {
            map.way(way, ["highway": "footway"])
        }
        let town = try map.build()
        var workspace = RouteWorkspace(), question = LoopQuestion(map.coordinate("0"), .length(millimetres: 1_030_000))
        question.count = 3
        guard case .walks(let walks) = try town.engine.loops(question, workspace: &workspace) else {
            Issue.record("one can walk round")
            return
        }
        #expect(walks.count == 1)
    }

    @Test(arguments: [600_000, 900_000, 1_200_000, 1_800_000] as [UInt32])
    func `walks that are offered together lie apart`(_ millis: UInt32) throws {
        for start in [Self.squares, Coordinate(latitude: 60.1665, longitude: 24.94)!] {
            var question = LoopQuestion(start, .time(millis: millis))
            question.count = 3
            let walks = try walks(question)
            for (index, walk) in walks.enumerated() {
                for other in walks[..<index] {
                    #expect(Self.beside(walk.route.geometry, other.route.geometry, start) < 0.75)
                    #expect(walk.route.label != other.route.label || walk.route.label == nil)
                }
            }
        }
    }

    /// The share of a line's points, a few metres apart, that lie within 20 m of another line; what is near the start
    /// left out.
    private static func beside(_ line: [PointE7], _ other: [PointE7], _ start: Coordinate) -> Double {
        var total = 0, near = 0
        for (from, to) in zip(line, line.dropFirst()) {
            let pieces = max(1, Int(from.distance(inMetresTo: to) / 10))
            for piece in 0..<pieces {
                let point = PointE7(from: from, to: to, share: Double(piece) / Double(pieces))
                guard Coordinate(point).distance(inMetresTo: start) > 120 else { continue }
                total += 1
                let plane = LocalPlane(around: point)
                if zip(other, other.dropFirst()).contains(where: { plane.distance(toSegmentFrom: $0, to: $1) < 20 }) {
                    near += 1
                }
            }
        }
        return total > 0 ? Double(near) / Double(total) : 1
    }
}
