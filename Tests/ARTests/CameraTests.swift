import Foundation
import Testing

import AR

@Suite struct CameraTests {
    struct Pin: Sendable, CustomTestStringConvertible {
        let angles: [Double]
        let turn: ScreenTurn
        let declination: Double
        /// Bearing and elevation in degrees.
        let target: (bearing: Double, elevation: Double)
        let size: (width: Double, height: Double)
        let pixel: (x: Double, y: Double)?
        var testDescription: String { "\(angles) \(turn) \(target)" }
    }

    /// Computed by SciPy 1.17.1, for a focal length of 660.
    static let pins = [
        Pin([330, 90, 0], .upright, 0, (30, 0), (412, 840), (206, 420)),
        Pin([330, 90, 0], .upright, 0, (40, 0), (412, 840), (322.38, 420)),
        Pin([330, 80, 0], .upright, 0, (30, 0), (412, 840), (206, 303.62)),
        Pin([31.0, 84.2, -30.9], .upright, 0, (0, 0), (412, 840), (208.65, 362.61)),
        Pin([90, 0, -90], .topOnTheLeft, 0, (10, 5), (840, 412), (536.38, 147.37)),
        Pin([270, 0, 90], .topOnTheRight, 0, (10, 5), (840, 412), (536.38, 147.37)),
        Pin([330, 90, 0], .upright, 10.495, (40, 0), (412, 840), (200.30, 420)),
        Pin([200, 100, 5], .upright, -4.1316, (150, 8), (412, 840), (196.62, 442.45)),
        Pin([330, 90, 0], .upright, 0, (210, 0), (412, 840), nil),
    ]

    private static func direction(_ target: (bearing: Double, elevation: Double)) -> Vector {
        let (bearing, elevation) = (target.bearing * .pi / 180, target.elevation * .pi / 180)
        return Vector(sin(bearing) * cos(elevation), cos(bearing) * cos(elevation), sin(elevation))
    }

    private static func camera(_ pin: Pin) throws -> Camera {
        let held = try #require(
            Attitude<MagneticNorth>(alpha: pin.angles[0], beta: pin.angles[1], gamma: pin.angles[2]))
        return Camera(
            held.fromTrueNorth(declination: pin.declination), turn: pin.turn,
            lens: Lens(width: pin.size.width, height: pin.size.height, focalLength: 660))
    }

    @Test(arguments: pins)
    func `a direction appears where SciPy says`(pin: Pin) throws {
        let camera = try Self.camera(pin), target = Self.direction(pin.target)
        guard let wanted = pin.pixel else {
            #expect(camera.project(target) == nil)
            return
        }
        // The numbers above have two decimals.
        let pixel = try #require(camera.project(target))
        #expect(abs(pixel.x - wanted.x) < 0.006 && abs(pixel.y - wanted.y) < 0.006)
        let back = camera.direction(of: pixel)
        #expect(abs(back.dot(target) / back.length - 1) < 1e-9)
    }

    @Test func `a mark for what is out of sight stands on the edge in its direction`() throws {
        let camera = try Self.camera(Self.pins[0])
        let right = camera.edge(toward: camera.view(Self.direction((120, 0))), margin: 20)
        #expect(right.x == 392 && abs(right.y - 420) < 1e-6)
        let left = camera.edge(toward: camera.view(Self.direction((230, 0))), margin: 20)
        #expect(left.x == 20 && abs(left.y - 420) < 1e-6)
        let above = camera.edge(toward: camera.view(Self.direction((30, 80))), margin: 20)
        #expect(abs(above.x - 206) < 1e-6 && above.y == 20)
        #expect(camera.edge(toward: Vector(0, 0, -1), margin: 20) == ScreenPoint(x: 206, y: 820))
    }

    @Test func `the horizon's slope and the sky follow the roll`() throws {
        for roll in [-30.0, 0, 10, 45] {
            // About the line of sight, clockwise for the user: the horizon turns the other way.
            let held = Rotation(alpha: 0, beta: 90, gamma: 0) * Rotation(by: Vector(0, 0, -roll * .pi / 180))
            let camera = Camera(
                Attitude<TrueNorth>(rotation: held), turn: .upright,
                lens: Lens(width: 400, height: 800, focalLength: 660))
            #expect(abs(camera.horizonInDegrees + roll) < 1e-9)
            let left = try #require(camera.project(Self.direction((-10, 0))))
            let right = try #require(camera.project(Self.direction((10, 0))))
            let along = ((right.x - left.x) * camera.sky.x + (right.y - left.y) * camera.sky.y)
            #expect(abs(along) < 1e-9)
        }
    }

    @Test func `the focal length follows the picture that covers the screen`() {
        // A 9:16 picture covers a narrower screen by its height: 839 / 2 / tan 32.5°.
        let phone = Lens(width: 412, height: 839, picture: (720, 1280), fieldOfView: 65)
        #expect(abs(phone.focalLength - 658.5) < 0.1 && abs(phone.widthInDegrees - 34.7) < 0.1)
        let wide = Lens(width: 839, height: 412, picture: (1280, 720), fieldOfView: 65)
        // By its width, here.
        #expect(abs(wide.focalLength - 658.5) < 0.1)
        #expect(Lens(width: 412, height: 839, picture: nil, fieldOfView: .nan).focalLength == phone.focalLength)
        #expect(
            Lens(width: 412, height: 839, picture: nil, fieldOfView: 10)
                == Lens(
                    width: 412, height: 839, picture: nil, fieldOfView: 50))
    }
}

extension CameraTests.Pin {
    init(
        _ angles: [Double], _ turn: ScreenTurn, _ declination: Double, _ target: (Double, Double),
        _ size: (Double, Double), _ pixel: (Double, Double)?
    ) {
        (self.angles, self.turn, self.declination) = (angles, turn, declination)
        (self.target, self.size) = (target, size)
        self.pixel = pixel
    }
}
