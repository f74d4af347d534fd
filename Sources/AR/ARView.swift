package import GeoCore

/// What a person sees who looks through a device: state that sensors, fixes and lists change, and a picture of it that
/// `ARView+Frame.swift` computes.
///
/// It keeps no clock: every call has a time in seconds on one clock that only runs forward. All memory is allocated at
/// the start.
package struct ARView: Sendable {
    package static let placeCapacity = 512
    package static let routeCapacity = 2_048
    package static let markerCapacity = 8
    /// Farther from the flat map's origin than this, in metres, the user gets another one.
    private static let mapRadius = 2_000.0

    package var places = ARPlaces(capacity: placeCapacity)
    package var route = ARPlaces(capacity: routeCapacity)
    package var markers = ARPlaces(capacity: markerCapacity)
    package internal(set) var north = DeviceNorth()
    package private(set) var field: MagneticField?
    package private(set) var here = SmoothedPosition()
    package internal(set) var layout = LabelLayout()
    package internal(set) var ribbon = Ribbon()
    package internal(set) var precision = ViewPrecision()
    package internal(set) var labels: [LabelOnScreen]
    package internal(set) var marks: [MarkOnScreen]
    private var walk = WalkingCourse()
    private var ground: LocalPlane?
    var layoutTime: Double?
    var frameTime: Double?
    /// The camera of the last frame, for fingers on it.
    var camera: Camera?
    /// The last turn of the screen, for a device that lies flat now.
    var screenTurn: ScreenTurn?

    package init() {
        labels = Array(repeating: LabelOnScreen(), count: LabelLayout.capacity)
        marks = Array(repeating: MarkOnScreen(), count: Self.markerCapacity)
    }

    /// Whether the position is known.
    package var isPlaced: Bool { ground != nil && here.accuracy != nil }

    /// How the device is held, from true north; `nil` while direction or position are unknown.
    package var attitude: Attitude<TrueNorth>? {
        guard let field, let attitude = north.attitude else { return nil }
        return attitude.fromTrueNorth(declination: field.declinationInDegrees)
    }

    /// The standard error of true headings in degrees: the compass's, and the declination's where a compass is used.
    package func headingError(at time: Double) -> Double? {
        guard let own = north.offset.errorInDegrees(at: time) else { return nil }
        guard !north.offset.isCorrected, let field else { return own }
        let model = field.declinationErrorInDegrees
        return (own * own + model * model).squareRoot()
    }

    /// Forgets what sensors said: the page was hidden or comes back.
    package mutating func forget() {
        north.forget()
        walk = WalkingCourse()
        camera = nil
        screenTurn = nil
    }

    /// Takes the angles of an orientation event; see `DeviceNorth`.
    ///
    /// - Parameter compass: an iPhone's heading and its accuracy in degrees; `nil` elsewhere.
    package mutating func turn(
        _ angles: DeviceNorth.Angles, isAbsolute: Bool, compass: (heading: Double, accuracy: Double)?, at time: Double
    ) {
        guard Self.isSound(time) else { return }
        if isAbsolute {
            north.turnAbsolutely(angles, at: time)
        } else {
            north.turn(angles, at: time)
            if let compass { north.compass(compass.heading, accuracy: compass.accuracy, angles, at: time) }
        }
    }

    /// Takes a fix. One without a valid coordinate or accuracy changes nothing.
    ///
    /// - Parameters:
    ///   - accuracy: in metres.
    ///   - speed: in metres a second, if known.
    ///   - course: in degrees from true north, if known.
    ///   - secondsSince1970: the date, for the declination.
    package mutating func stand(
        at place: Coordinate?, accuracy: Double, speed: Double?, course: Double?, secondsSince1970: Double,
        time: Double
    ) {
        guard let place, accuracy >= 0, accuracy <= 1e7, Self.isSound(time) else { return }
        let point = PointE7(place)
        if ground.map({ $0.distance(to: point) > Self.mapRadius }) ?? true {
            ground = LocalPlane(around: point)
            here = SmoothedPosition()
            field = MagneticField(at: place, year: MagneticField.year(secondsSince1970: secondsSince1970))
            placesChanged(places.count)
            routeChanged(route.count)
            markersChanged(markers.count)
        }
        guard let ground else { return }
        here.take(
            SmoothedPosition.Fix(ground.position(of: point), accuracy: accuracy, speed: speed, time: time))
        if let seen = walk.take(course: course, speed: speed, north.fast, at: time) {
            correctByWalk(seen.degrees, spread: seen.spread, at: time)
        }
    }

    /// The first `count` of `places` are new.
    package mutating func placesChanged(_ count: Int) {
        places.lay(count, on: ground)
        layoutTime = nil
    }

    package mutating func routeChanged(_ count: Int) { route.lay(count, on: ground) }

    package mutating func markersChanged(_ count: Int) { markers.lay(count, on: ground) }

    /// Turns the world so that the direction under one pixel of the last frame comes under another one. Returns whether
    /// it could: it cannot before a first frame with a known north.
    package mutating func drag(from start: ScreenPoint, to end: ScreenPoint, at time: Double) -> Bool {
        guard Self.isSound(time), let camera, let degrees = north.offset.degrees,
            let from = Self.heading(camera.direction(of: start)), let to = Self.heading(camera.direction(of: end))
        else { return false }
        north.correct(to: degrees + to.turn(from: from), by: .hand, at: time)
        // Until the next frame, further moves of the finger count from here.
        self.camera = attitude.map { Camera($0, turn: camera.turn, lens: camera.lens) }
        return true
    }

    /// Turns the world so that the camera looks at a bearing, in degrees from true north. Returns whether it could.
    package mutating func aim(at bearing: Double, at time: Double) -> Bool {
        guard bearing.magnitude <= 720, Self.isSound(time), let field, let looking = north.fast?.cameraHeading else {
            return false
        }
        let offset = looking.degrees - bearing
        north.correct(to: offset + field.declinationInDegrees, by: .hand, at: time)
        return true
    }

    /// A walk shows the direction, unless a hand did so or the known one is better.
    private mutating func correctByWalk(_ degrees: Double, spread: Double, at time: Double) {
        guard let field, north.offset.source != .hand else { return }
        let error = max(YawOffset.errorOfCorrection, spread)
        if let known = headingError(at: time), known <= error { return }
        north.correct(to: degrees + field.declinationInDegrees, by: .walk, error: error, at: time)
    }

    /// Whether a number can be a time in seconds, whose differences are exact enough.
    static func isSound(_ time: Double) -> Bool { time.magnitude <= 1e10 }

    private static func heading(_ direction: Vector) -> Heading<TrueNorth>? {
        Heading(east: direction.x, north: direction.y)
    }
}
