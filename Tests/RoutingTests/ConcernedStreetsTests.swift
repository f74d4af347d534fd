import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Which streets a change concerns, compared with a plain search that looks at every street and every piece of a line.
@Suite struct ConcernedStreetsTests {
    /// Around a random town of 1.3 km by 1.3 km.
    private struct Drawing {
        var random: SeededGenerator
        /// How far from the town's corner anything is drawn, in metres.
        var least = -150.0
        var most = 1450.0

        mutating func point() -> PointE7 {
            PointE7(StreetMap.coordinate(random.uniform(in: least...most), random.uniform(in: least...most)))
        }

        mutating func points(_ count: Int) -> [PointE7] { (0..<count).map { _ in point() } }

        /// A line that goes on a little from each point, like a line drawn by hand.
        mutating func walk(_ count: Int) -> [PointE7] {
            var east = random.uniform(in: 0...1300), north = random.uniform(in: 0...1300)
            return (0..<count).map { _ in
                east += random.uniform(in: -60...60)
                north += random.uniform(in: -60...60)
                return PointE7(StreetMap.coordinate(east, north))
            }
        }

        /// Along the streets of a town, some metres beside them.
        mutating func along(_ town: StreetTown, _ count: Int) -> [PointE7] {
            let edge = EdgeID(UInt32.random(in: 0..<UInt32(town.network.edges.count), using: &random))
            return town.network.points(of: edge).prefix(count).map { point in
                PointE7(
                    latitudeE7: point.latitudeE7 + Int32.random(in: -700...700, using: &random),
                    longitudeE7: point.longitudeE7 + Int32.random(in: -1400...1400, using: &random))
            }
        }
    }

    private func check(_ change: StreetChange, _ town: StreetTown) -> Int {
        let found = town.engine.edges(changedBy: change).map(\.rawValue)
        #expect(found == PlainStreets(town.engine).edges(changedBy: change), "\(change)")
        return found.count
    }

    @Test(arguments: [UInt64(11), 12, 13])
    func `the streets near a drawing are those of a full scan`(_ seed: UInt64) throws {
        let town = try Grid(columns: 14, rows: 14, seed: seed).map.build()
        var drawing = Drawing(random: SeededGenerator(seed: seed + 100)), found = 0
        let effects: [StreetChange.Effect] = [
            .closed, .oneWay, .slower(2), .fence(openings: []), .fence(openings: drawing.points(60)),
        ]
        for round in 0..<25 {
            for effect in effects {
                let lines = [
                    drawing.points(2), drawing.points(2 + round % 30), drawing.walk(2 + round),
                    drawing.along(town, 5),
                ]
                for points in lines { found += check(StreetChange(effect, .line(points)), town) }
                if case .oneWay = effect { continue }
                for corners in [drawing.points(3 + round % 8), drawing.walk(3 + round)] {
                    found += check(StreetChange(effect, .area(corners)), town)
                }
            }
        }
        #expect(found > 5_000)
    }

    @Test func `a line of a thousand points and an area around all are exact too`() throws {
        let town = try Grid(columns: 14, rows: 14, seed: 21).map.build()
        var drawing = Drawing(random: SeededGenerator(seed: 22))
        let points = drawing.points(1000)
        for effect in [StreetChange.Effect.closed, .fence(openings: drawing.points(300)), .slower(3)] {
            #expect(check(StreetChange(effect, .line(points)), town) > 300)
            _ = check(StreetChange(effect, .area(points)), town)
        }
        let corners = [(-500.0, -500.0), (-500, 2000), (2000, 2000), (2000, -500)].map { east, north in
            PointE7(StreetMap.coordinate(east, north))
        }
        let isOpen = { (edge: Int) in
            Profile.allCases.contains { profile in
                let times = town.network.layer(profile).times
                return [0, 1].contains { times[edge * 2 + $0] != ArcTimes.never }
            }
        }
        let all = town.network.edges.indices.count(where: isOpen)
        #expect(check(StreetChange(.closed, .area(corners)), town) == all)
        // Far from everything, twice the same way, and all of a line in one point.
        #expect(
            check(
                StreetChange(
                    .closed, .area(corners.map { PointE7(latitudeE7: $0.latitudeE7, longitudeE7: -$0.longitudeE7) })),
                town) == 0)
        let way = town.map.data.ways.ids.first!
        #expect(check(StreetChange(.closed, .ways([way, way])), town) > 0)
        #expect(check(StreetChange(.closed, .line([points[0], points[0]])), town) == 0)
    }

    @Test func `a stopped search returns at once`() throws {
        let town = try Grid(columns: 14, rows: 14, seed: 21).map.build()
        var drawing = Drawing(random: SeededGenerator(seed: 23)), asked = 0
        for place in [StreetChange.Place.line(drawing.points(500)), .area(drawing.points(500))] {
            #expect(town.engine.edges(changedBy: StreetChange(.closed, place)).count > 100)
            let some = town.engine.edges(changedBy: StreetChange(.closed, place)) {
                asked += 1
                return asked > 3
            }
            #expect(some.isEmpty)
        }
    }

    @Test func `a summary counts streets by their names, and draws as far as there is room`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 200, 0), ("D", 100, 100), ("E", 200, 100), ("F", 300, 0),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("ABC", ["highway": "residential", "name": "Long Street"])
        map.way("CF", ["highway": "residential", "name": "Long Street"])
        map.way("BD", ["highway": "residential", "name": "Side Street"])
        map.way("CE", ["highway": "footway"])
        let town = try map.build(), all = StreetChange(.closed, .ways(map.data.ways.ids))
        var room = 1000
        let whole = town.engine.streets(changedBy: all, drawing: &room)
        #expect(whole.count == 3 && (whole.lengthMillimetres - 500_000).magnitude < 2000 && whole.areAllDrawn)
        #expect(whole.names.map { town.network.text.string($0) } == ["Long Street", "Side Street"])
        #expect(whole.lines.count == 5 && room == 1000 - whole.lines.reduce(0) { $0 + $1.count })
        room = 5
        let part = town.engine.streets(changedBy: all, drawing: &room)
        #expect(part.lines.count == 2 && !part.areAllDrawn && room == 1)
        #expect((part.count, part.lengthMillimetres, part.names) == (whole.count, whole.lengthMillimetres, whole.names))
    }
}

/// Looks at every street of a network and every piece of a drawing, by the rules that `docs/decisions/0012` states.
private struct PlainStreets {
    private let engine: RouteEngine
    private var network: RoadNetwork { engine.network }

    init(_ engine: RouteEngine) { self.engine = engine }

    func edges(changedBy change: StreetChange) -> [UInt32] {
        let times = Profile.allCases.filter { change.profiles.contains(ProfileSet($0)) }.map { network.layer($0).times }
        return concerned(change).compactMap { edge, isAlong in
            let isChanged = times.contains { times in
                let isOpen = [0, 1].map { times[edge * 2 + $0] != ArcTimes.never }
                switch change.effect {
                case .closed, .fence: return isOpen.contains(true)
                case .oneWay: return isAlong ? isOpen[1] : isOpen[0]
                case .slower(let factor): return factor > 1 && isOpen.contains(true)
                }
            }
            return isChanged ? UInt32(edge) : nil
        }
    }

    private func concerned(_ change: StreetChange) -> [(edge: Int, isAlong: Bool)] {
        let all = network.edges.indices.filter { !network.way(of: EdgeID(UInt32($0))).has(.tunnel) }
        switch change.place {
        case .ways(let ways):
            return network.edges.indices.filter { ways.contains(network.way(of: EdgeID(UInt32($0))).osmID) }.map {
                ($0, true)
            }
        case .area(let corners):
            let line = Line(corners + [corners[0]])
            return all.filter { edge in
                let street = street(edge, on: line)
                if case .fence(let openings) = change.effect { return line.isCrossed(street, awayFrom: openings) }
                return street.contains { line.isAround($0) } || !line.crossings(street).isEmpty
            }.map { ($0, true) }
        case .line(let points):
            let line = Line(points)
            if case .fence(let openings) = change.effect {
                return all.filter { line.isCrossed(street($0, on: line), awayFrom: openings) }.map { ($0, true) }
            }
            var isAcross = true
            if case .oneWay = change.effect { isAcross = false }
            let directions = all.map { line.direction(street($0, on: line)) }
            let followed = zip(all, directions).filter { edge, direction in
                let way = network.way(of: EdgeID(UInt32(edge)))
                return direction != nil && way.kind != .crossing && !way.has(.areaOutline)
            }.map { street($0.0, on: line) }
            let found = zip(all, directions).compactMap { edge, direction -> (Int, Bool)? in
                if let direction { return (edge, direction) }
                let counts = line.crossings(street(edge, on: line)).contains { crossing in
                    !followed.contains { street in
                        zip(street, street.dropFirst()).contains { Line.square(crossing, $0, $1) <= 64 }
                    }
                }
                return isAcross && counts ? (edge, true) : nil
            }
            guard found.isEmpty, isAcross else { return found }
            let long = line.drawnOn(by: 8)
            return all.filter { edge in
                let street = street(edge, on: long)
                return long.direction(street) == nil && !long.crossings(street).isEmpty
            }.map { ($0, true) }
        }
    }

    private typealias Point = (x: Double, y: Double)

    private func street(_ edge: Int, on line: Line) -> [Point] {
        network.points(of: EdgeID(UInt32(edge))).map { line.position($0) }
    }

    private struct Line {
        let plane: LocalPlane
        var points: [Point]

        init(_ drawn: [PointE7]) {
            plane = LocalPlane(around: drawn[0])
            points = []
            points = drawn.map { position($0) }
        }

        func position(_ point: PointE7) -> Point {
            let position = plane.position(of: point)
            return (position.x, position.y)
        }

        func drawnOn(by metres: Double) -> Line {
            var line = self
            func beyond(_ end: Point, _ inner: Point) -> Point {
                let (x, y) = (end.x - inner.x, end.y - inner.y), length = (x * x + y * y).squareRoot()
                return length > 0 ? (end.x + x / length * metres, end.y + y / length * metres) : end
            }
            line.points[0] = beyond(points[0], points[1])
            line.points[points.count - 1] = beyond(points[points.count - 1], points[points.count - 2])
            return line
        }

        /// Squared, by the arithmetic of the program: a corner of the line is as far on one of its pieces as on the other
        /// but for rounding, which decides there which direction the line has.
        static func square(_ point: Point, _ start: Point, _ end: Point) -> Double {
            let segment = PlaneSegment(
                startX: start.x - point.x, startY: start.y - point.y, stepX: end.x - start.x, stepY: end.y - start.y)
            return segment.squaredDistance(at: segment.nearestShare)
        }

        /// `true` along the line, `false` against it, `nil` where the street does not run along it.
        func direction(_ street: [Point]) -> Bool? {
            var covered = 0.0, forward = 0.0, length = 0.0
            for (start, end) in zip(street, street.dropFirst()) {
                let (x, y) = (end.x - start.x, end.y - start.y), metres = (x * x + y * y).squareRoot()
                guard metres > 0 else { continue }
                length += metres
                let count = max(1, Int((metres / 2).rounded(.up)))
                for part in 0..<count {
                    let share = (Double(part) + 0.5) / Double(count)
                    let middle = (x: start.x + x * share, y: start.y + y * share)
                    var nearest = 64.0, cosine: Double?
                    for (one, other) in zip(points, points.dropFirst()) {
                        let (stepX, stepY) = (other.x - one.x, other.y - one.y)
                        let step = (stepX * stepX + stepY * stepY).squareRoot(),
                            distance = Self.square(middle, one, other)
                        guard step > 0, distance <= nearest else { continue }
                        (nearest, cosine) = (distance, (stepX * x + stepY * y) / step / metres)
                    }
                    guard let cosine, cosine.magnitude >= 0.7 else { continue }
                    covered += metres / Double(count)
                    forward += cosine * metres / Double(count)
                }
            }
            return covered > 0 && covered >= min(10, length / 2) ? forward >= 0 : nil
        }

        func crossings(_ street: [Point]) -> [Point] {
            func side(_ point: Point, _ one: Point, _ other: Point) -> Double {
                (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)
            }
            var crossings: [Point] = []
            for (start, end) in zip(street, street.dropFirst()) {
                for (one, other) in zip(points, points.dropFirst()) {
                    let before = side(start, one, other), behind = side(end, one, other)
                    guard (before >= 0) != (behind >= 0), (side(one, start, end) >= 0) != (side(other, start, end) >= 0)
                    else { continue }
                    let share = before / (before - behind)
                    crossings.append((start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)))
                }
            }
            return crossings
        }

        func isCrossed(_ street: [Point], awayFrom openings: [PointE7]) -> Bool {
            crossings(street).contains { crossing in
                openings.allSatisfy { opening in
                    let (x, y) = position(opening)
                    return ((x - crossing.x) * (x - crossing.x) + (y - crossing.y) * (y - crossing.y)).squareRoot() > 10
                }
            }
        }

        func isAround(_ point: Point) -> Bool {
            zip(points, points.dropFirst()).count { start, end in
                (start.y > point.y) != (end.y > point.y)
                    && point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
            } % 2 == 1
        }
    }
}
