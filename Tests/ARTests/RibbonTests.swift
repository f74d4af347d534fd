import Foundation
import GeoCore
import Testing

import AR

@Suite struct RibbonTests {
    private static let plane = LocalPlane(around: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000))

    private static func route(_ points: [(Double, Double)]) -> ARPlaces {
        var route = ARPlaces(capacity: 16)
        for (index, point) in points.enumerated() {
            let place = Coordinate(plane.point(at: PlanePoint(x: point.0, y: point.1)))
            route.put(ARPlace(id: 0, latitude: place.latitude, longitude: place.longitude), at: index)
        }
        route.lay(points.count, on: plane)
        return route
    }

    private static func camera(heading: Double, elevation: Double = 0) -> Camera {
        Camera(
            Attitude<TrueNorth>(rotation: Rotation(alpha: 360 - heading, beta: 90 + elevation, gamma: 0)),
            turn: .upright, lens: Lens(width: 412, height: 839, focalLength: 658))
    }

    @Test func `a straight route lies before a walker like a path of 1.2 metres`() {
        var ribbon = Ribbon()
        ribbon.follow(Self.route([(0, -20), (0, 200)]), from: PlanePoint(x: 0, y: 0))
        ribbon.draw(with: Self.camera(heading: 0))
        #expect(ribbon.count == 30 && ribbon.pieces[0].distance == 58 && ribbon.pieces[29].distance == 0)
        for index in 0..<29 {
            let piece = ribbon.pieces[index], near = piece.distance, far = near + 2
            #expect(piece.count == 4)
            let corners: [ScreenPoint] = (0..<4).map { piece.corners[$0] }
            let sides: [Double] = [-0.6, 0.6, 0.6, -0.6], ways: [Double] = [near, near, far, far]
            for corner in 0..<4 {
                let x = 206 + 658 * sides[corner] / ways[corner], y = 419.5 + 658 * 1.5 / ways[corner]
                #expect(abs(corners[corner].x - x) < 0.02 && abs(corners[corner].y - y) < 0.02)
            }
        }
        // What is under the walker's feet is cut 0.7 m ahead.
        let last = ribbon.pieces[29], wanted: Double = 419.5 + 658 * 1.5 / 0.7
        let lowest: Double = (0..<last.count).map { last.corners[$0].y }.max() ?? 0
        #expect(last.count == 4 && abs(lowest - wanted) < 0.02)
        #expect(ribbon.isInSight(of: Self.camera(heading: 0)))
    }

    @Test func `nothing is drawn of a route behind, and pieces that cross the camera's plane are cut`() {
        var ribbon = Ribbon()
        ribbon.follow(Self.route([(0, -20), (0, 200)]), from: PlanePoint(x: 0, y: 0))
        ribbon.draw(with: Self.camera(heading: 180))
        #expect(ribbon.count == 0)
        var numbers = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let bend = numbers.uniform(in: -30...30)
            ribbon.follow(Self.route([(0, -5), (0, 12), (bend, 15), (bend, 90)]), from: PlanePoint(x: 0.5, y: 0))
            let camera = Self.camera(
                heading: numbers.uniform(in: 0...360), elevation: numbers.uniform(in: -60...60))
            ribbon.draw(with: camera)
            for index in 0..<ribbon.count {
                let piece = ribbon.pieces[index]
                #expect((3...5).contains(piece.count))
                #expect((0..<piece.count).allSatisfy { piece.corners[$0].x.isFinite && piece.corners[$0].y.isFinite })
            }
        }
    }

    /// Draws for every second heading, from 55° below the horizon to 10° above, and checks the pieces.
    private static func checkPieces(of ribbon: inout Ribbon) {
        for elevation in stride(from: -55.0, through: 10, by: 13) {
            for heading in stride(from: 0.0, to: 360, by: 2) {
                ribbon.draw(with: camera(heading: heading, elevation: elevation))
                let pieces = ribbon.pieces[..<ribbon.count]
                #expect(pieces.allSatisfy { (3...$0.corners.count).contains($0.count) })
                #expect(
                    pieces.allSatisfy { piece in
                        (0..<piece.count).allSatisfy { piece.corners[$0].x.isFinite && piece.corners[$0].y.isFinite }
                    })
            }
        }
    }

    @Test func `a route that turns back is drawn from every side`() {
        var ribbon = Ribbon()
        for turn in [2.0, 7, 11, 30] {
            for aside in [0.0, 0.5, 3] {
                ribbon.follow(Self.route([(0, -5), (0, turn), (0, -5)]), from: PlanePoint(x: aside, y: 0))
                Self.checkPieces(of: &ribbon)
            }
        }
    }

    @Test func `a piece beside a turn back has no crossing sides`() {
        var ribbon = Ribbon()
        ribbon.follow(Self.route([(0, -5), (0, 11), (0, -5)]), from: PlanePoint(x: 0.5, y: 0))
        ribbon.draw(with: Self.camera(heading: 0))
        for piece in ribbon.pieces[..<ribbon.count] where piece.count == 4 {
            let corners = (0..<4).map { piece.corners[$0] }
            // The sides from near to far, of which neither end lies on both sides of the other.
            #expect(!Self.cross(corners[1], corners[2], corners[3], corners[0]))
        }
        #expect(ribbon.count > 5)
    }

    /// Whether two lines between pixels cross.
    private static func cross(_ a: ScreenPoint, _ b: ScreenPoint, _ c: ScreenPoint, _ d: ScreenPoint) -> Bool {
        func side(_ one: ScreenPoint, _ other: ScreenPoint, _ point: ScreenPoint) -> Double {
            (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    @Test(arguments: 0..<24) func `routes with any bends are drawn from every side`(_ seed: Int) {
        var ribbon = Ribbon(), numbers = SeededGenerator(seed: UInt64(seed))
        let length = numbers.uniform(in: 0.5...12), points = 3 + seed % 12
        var route = [(0.0, 0.0)]
        for _ in 1..<points {
            let east = numbers.uniform(in: -length...length), north = numbers.uniform(in: -length...length)
            route.append((route[route.count - 1].0 + east, route[route.count - 1].1 + north))
        }
        ribbon.follow(Self.route(route), from: PlanePoint(x: numbers.uniform(in: -1...1), y: 0))
        Self.checkPieces(of: &ribbon)
    }

    @Test func `it begins at the nearest point of the route, and ends with it`() throws {
        var ribbon = Ribbon()
        ribbon.follow(Self.route([(0, 0), (0, 40), (30, 40)]), from: PlanePoint(x: 3, y: 20))
        let aim = try #require(ribbon.aim)
        #expect(abs(aim.x + 3) < 0.02 && abs(aim.y - 14) < 0.02 && aim.z == -1.5)
        ribbon.draw(with: Self.camera(heading: 0))
        // 20 m ahead and 30 m to the right are 50 m.
        #expect(ribbon.pieces[0].distance == 48)
        ribbon.follow(Self.route([(0, 0), (0, 40)]), from: PlanePoint(x: 0, y: 90))
        ribbon.draw(with: Self.camera(heading: 180))
        #expect(ribbon.count == 0 && ribbon.aim != nil)
    }

    @Test func `no route, one point, the same point twice and points nowhere are no ribbon`() {
        var ribbon = Ribbon(), broken = Self.route([(0, 0), (0, 40)])
        broken.put(ARPlace(id: 0, latitude: .nan, longitude: 0), at: 1)
        broken.lay(2, on: Self.plane)
        for route in [Self.route([]), Self.route([(0, 0)]), Self.route([(0, 5), (0, 5)]), broken] {
            ribbon.follow(route, from: PlanePoint(x: 0, y: 0))
            ribbon.draw(with: Self.camera(heading: 0))
            #expect(ribbon.count == 0)
        }
    }
}
