import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// The annotations of the parts of a leg in OSRM's form, against the values of the whole leg.
@Suite struct AnnotationTests {
    @Test(arguments: Profile.allCases)
    func `for any request, the parts of each leg add up to the leg`(_ profile: Profile) throws {
        let data = try OSMReader.read(paths: [SampleExtract.path]).data
        let (engine, bytes) = try SampleTests.build(data), bounds = engine.network.bounds
        var random = SeededGenerator(seed: 41), workspace = RouteWorkspace(), sums = Sums()
        for round in 0..<300 {
            let center = Coordinate(
                latitude: random.uniform(in: Double(bounds.minY)...Double(bounds.maxY)) / 1e7,
                longitude: random.uniform(in: Double(bounds.minX)...Double(bounds.maxX)) / 1e7)!
            let extent = [0.0003, 0.001, 0.01][round % 3]
            var points = (0..<Int.random(in: 2...5, using: &random)).map { _ in
                Coordinate(
                    latitude: center.latitude + random.uniform(in: -extent...extent),
                    longitude: center.longitude + random.uniform(in: -extent...extent))!
            }
            // Junctions, where an arc may have no part in the way but the turn into it.
            for index in points.indices where Bool.random(using: &random) {
                let nearest = engine.network.points.indices.min {
                    engine.network.points[$0].distance(inMetresTo: PointE7(points[index]))
                        < engine.network.points[$1].distance(inMetresTo: PointE7(points[index]))
                }
                points[index] = Coordinate(engine.network.points[try #require(nearest)])
            }
            let snapOptions = points.map { _ in
                var options = SnapOptions()
                if Bool.random(using: &random) {
                    options.bearings = BearingRange(degrees: .random(in: 0...360, using: &random), range: 60)
                }
                options.approach = [nil, .curb, .opposite, nil].randomElement(using: &random)!
                return options
            }
            switch round % 3 {
            case 0:
                var question = RouteQuestion(points, profile: profile)
                question.snapOptions = snapOptions
                question.goesStraight = [nil, true, false].randomElement(using: &random)!
                if round % 2 == 0 { question.stops = [0, points.count - 1] }
                guard let route = try? engine.route(question, workspace: &workspace) else { continue }
                try sums.check(OSRMRouteJSON.write(route, Self.options, engine))
            case 1:
                var question = TripQuestion(points, profile: profile)
                question.snapOptions = snapOptions
                guard let plan = try? engine.trips(question, workspace: &workspace) else { continue }
                try sums.check(OSRMRouteJSON.write(plan, Self.options, engine))
            default:
                let fixes = points.map { TracePoint($0, deviationInMetres: 25) }
                let question = MatchQuestion(fixes, profile: profile)
                guard let track = try? engine.match(question, workspace: &workspace), !track.matchings.isEmpty else {
                    continue
                }
                try sums.check(OSRMRouteJSON.write(track, Self.options, engine))
            }
        }
        #expect(sums.legs > 200)
        withExtendedLifetime(bytes) {}
    }

    /// A cross of streets, of which the goal is the middle:
    ///
    ///         N
    ///         │
    ///     A───B───C
    @Test func `the times include a turn into a street at whose beginning the route ends`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 200, 0)
        map.node("N", 100, 100)
        map.way("ABC", ["highway": "residential"])
        map.way("BN", ["highway": "residential"])
        let town = try map.build()
        var question = RouteQuestion([map.coordinate("A"), map.coordinate("B")], profile: .bicycle)
        question.snapOptions = [SnapOptions(), SnapOptions()]
        var workspace = RouteWorkspace(), sums = Sums()
        let straight = try town.engine.route(question, workspace: &workspace)
        question.snapOptions[1].bearings = BearingRange(degrees: 0, range: 20)
        let turned = try town.engine.route(question, workspace: &workspace)
        // A quarter turn to the left, as OSRM's bicycle.lua has it.
        #expect(abs(turned.durationInSeconds - straight.durationInSeconds - 6 * 1.4) < 0.2)
        // Nothing but the turn.
        question.points[0] = question.points[1]
        question.snapOptions[0].bearings = BearingRange(degrees: 90, range: 20)
        let onTheSpot = try town.engine.route(question, workspace: &workspace)
        #expect(abs(onTheSpot.durationInSeconds - 6 * 1.4) < 0.2 && onTheSpot.distanceInMetres < 0.1)
        for route in [straight, turned, onTheSpot] {
            try sums.check(OSRMRouteJSON.write(route, Self.options, town.engine))
        }
        #expect(sums.legs == 3)
    }

    private static var options: OSRMOptions {
        var options = OSRMOptions()
        options.annotations = .all
        options.overview = .full
        options.geometries = .geojson
        options.steps = true
        return options
    }

    /// Compares sums with totals.
    private struct Sums {
        private struct Answer: Decodable {
            let routes: [Route]?
            let trips: [Route]?
            let matchings: [Route]?
        }
        private struct Route: Decodable {
            let geometry: Line
            let legs: [Leg]
            let distance: Double
            let duration: Double
        }
        private struct Line: Decodable { let coordinates: [[Double]] }
        private struct Leg: Decodable {
            let steps: [Step]
            let distance: Double
            let duration: Double
            let annotation: Values
        }
        private struct Step: Decodable {
            let distance: Double
            let duration: Double
        }
        private struct Values: Decodable {
            let distance: [Double]
            let duration: [Double]
            let weight: [Double]
            let speed: [Double]
            let datasources: [Int]
            let nodes: [Int64]
        }

        private(set) var legs = 0

        mutating func check(_ bytes: [UInt8]) throws {
            let answer = try JSONDecoder().decode(Answer.self, from: Data(bytes))
            let routes = try #require(answer.routes ?? answer.trips ?? answer.matchings)
            for route in routes {
                for leg in route.legs {
                    legs += 1
                    let values = leg.annotation, count = values.distance.count
                    #expect([values.duration, values.weight, values.speed].allSatisfy { $0.count == count })
                    #expect(count > 0 && values.datasources.count == count && values.nodes.count == count + 1)
                    // Legs have one decimal, each part three; a point lies up to a centimetre beside its place.
                    #expect(abs(values.distance.reduce(0, +) - leg.distance) <= 0.051 + 0.02 * Double(count))
                    #expect(abs(values.duration.reduce(0, +) - leg.duration) <= 0.051 + 0.0005 * Double(count))
                    let steps = 0.051 * Double(leg.steps.count + 1)
                    #expect(abs(leg.steps.reduce(0) { $0 + $1.distance } - leg.distance) <= steps)
                    #expect(abs(leg.steps.reduce(0) { $0 + $1.duration } - leg.duration) <= steps)
                    for (speed, (metres, seconds)) in zip(values.speed, zip(values.distance, values.duration)) {
                        // Where both were rounded to a thousandth.
                        #expect(speed == 0 || abs(speed * seconds - metres) <= 0.002 + 0.0006 * (speed + seconds))
                    }
                }
                let parts = 0.051 * Double(route.legs.count + 1)
                #expect(abs(route.legs.reduce(0) { $0 + $1.distance } - route.distance) <= parts)
                #expect(abs(route.legs.reduce(0) { $0 + $1.duration } - route.duration) <= parts)
                let pieces = route.legs.reduce(0) { $0 + $1.annotation.distance.count }
                #expect(route.geometry.coordinates.count == pieces + 1)
            }
        }
    }
}
