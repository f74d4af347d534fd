import GeoCore

/// A label as it stands on the screen.
package struct LabelOnScreen: Equatable, Sendable {
    /// The position of its place among those given.
    package var place = 0
    package var id = 0.0
    /// The middle of its box's lower edge.
    package var box = ScreenPoint(x: 0, y: 0)
    /// The place itself: the end of its leader line.
    package var pin = ScreenPoint(x: 0, y: 0)
    /// 0 for the row on the horizon, up to 4.
    package var row = 0
    /// 0 when nothing of it may be drawn: its error is too large, or it is behind the user.
    package var opacity = 0.0
    /// In metres.
    package var distance = 0.0
    /// In degrees clockwise from true north, and from where the camera looks.
    package var bearing = 0.0
    package var turn = 0.0
    /// The standard error of its direction, in degrees.
    package var error = 0.0
}

/// A marker as it stands on the screen: a corner of the route, or its end.
package struct MarkOnScreen: Equatable, Sendable {
    package enum State: Int, Sendable {
        /// There is no such place, or too little is known.
        case unknown
        case inSight
        /// Out of sight: the mark stands on the edge of the viewport.
        case onEdge
        /// The user is there.
        case here
    }

    package var state = State.unknown
    package var point = ScreenPoint(x: 0, y: 0)
    package var distance = 0.0
    package var turn = 0.0
}

extension ARView {
    /// What a frame depends on besides the state.
    package struct Frame: Sendable {
        package var time: Double
        package var lens: Lens
        package var screen: DeviceScreen
        /// The height of a row of labels, the gap between labels, and the distance of marks from the edge. CSS pixels.
        package var rowHeight: Double
        package var gap: Double
        package var margin: Double

        package init(
            time: Double, lens: Lens, screen: DeviceScreen, rowHeight: Double = 44, gap: Double = 8, margin: Double = 32
        ) {
            self.time = time
            self.lens = lens
            self.screen = screen
            self.rowHeight = min(max(0, rowHeight), 1e4)
            self.gap = min(max(0, gap), 1e3)
            self.margin = min(max(0, margin), 1e3)
        }
    }

    /// What a frame shows besides labels, ribbon and marks.
    package struct Picture: Sendable {
        package enum State: Int, Sendable {
            case noSensors, northUnknown, positionUnknown, ready
        }

        package enum Guide: Int, Sendable {
            case none, ribbon
            /// The heading's error would let a ribbon leave the path: a wide arrow says the turn.
            case wideArrow
            /// Nothing of the ribbon is in sight: an arrow on the edge says where it is.
            case edgeArrow
        }

        package var state = State.noSensors
        package var camera: Camera?
        package var heading: Heading<TrueNorth>?
        package var elevation = Double.nan
        package var headingError = Double.nan
        package var guide = Guide.none
        /// The turn to the way ahead in degrees clockwise, and where an arrow to it stands.
        package var guideTurn = Double.nan
        package var guideEdge = ScreenPoint(x: 0, y: 0)
        /// The position, among those given, of the place where the user is.
        package var placeHere: Int?
    }

    /// Layouts come at most so often; frames in between move the labels along. Seconds.
    private static let layoutInterval = 0.1
    /// Beyond this error of the heading, in degrees, a ribbon would leave its path: 2.6 m at 15 m.
    private static let ribbonError = 10.0

    /// Computes a frame: `labels`, `ribbon` and `marks` as well as the picture that is returned.
    ///
    /// - Complexity: O(places + points of the route), no allocation.
    package mutating func show(_ frame: Frame) -> Picture {
        guard Self.isSound(frame.time) else { return Picture() }
        north.forgetAfterGap(at: frame.time)
        var picture = Picture()
        let elapsed = frameTime.map { frame.time - $0 } ?? 0
        frameTime = frame.time
        guard let fast = north.fast else {
            camera = nil
            return picture
        }
        picture.elevation = fast.cameraElevationInDegrees
        picture.state = north.offset.degrees == nil ? .northUnknown : isPlaced ? .ready : .positionUnknown
        picture.headingError = headingError(at: frame.time) ?? .nan
        guard picture.state == .ready, let attitude, let accuracy = here.accuracy else {
            camera = nil
            return picture
        }
        let turn = ScreenTurn(up: attitude.up, screen: frame.screen, before: screenTurn)
        screenTurn = turn
        let camera = Camera(attitude, turn: turn, lens: frame.lens)
        self.camera = camera
        picture.camera = camera
        picture.heading = attitude.facing(turn, steep: 80)
        precision.update(accuracy: accuracy, heading: picture.headingError)
        let point = here.point(at: frame.time)
        picture.placeHere = nearestPlace(to: point, within: PinError.nearestDistance(accuracy: accuracy))
        layOut(from: point, accuracy, frame)
        for index in 0..<layout.count { show(index, point, accuracy, picture, frame, elapsed) }
        for index in 0..<markers.count { mark(index, point, accuracy, picture, frame) }
        guideAlong(from: point, &picture, frame)
        return picture
    }

    private func nearestPlace(to point: PlanePoint, within radius: Double) -> Int? {
        var nearest: Int?, least = radius * radius
        for index in 0..<places.count where places[index].isKnown {
            let x = places[index].point.x - point.x, y = places[index].point.y - point.y
            if x * x + y * y < least { (nearest, least) = (index, x * x + y * y) }
        }
        return nearest
    }

    private mutating func layOut(from point: PlanePoint, _ accuracy: Double, _ frame: Frame) {
        // A small allowance, so that rounded times do not skip a layout.
        if let layoutTime, frame.time >= layoutTime, frame.time - layoutTime < Self.layoutInterval - 1e-6 { return }
        layoutTime = frame.time
        layout.layOut(
            places, from: point, nearest: PinError.nearestDistance(accuracy: accuracy),
            focalLength: frame.lens.focalLength, gap: frame.gap)
    }

    /// Puts one label on the screen.
    private mutating func show(
        _ index: Int, _ point: PlanePoint, _ accuracy: Double, _ picture: Picture, _ frame: Frame, _ elapsed: Double
    ) {
        guard let camera = picture.camera else { return }
        let label = layout.labels[index], place = places[label.place]
        let east = place.point.x - point.x, north = place.point.y - point.y
        var shown = LabelOnScreen()
        shown.place = label.place
        shown.id = label.id
        shown.row = label.row
        shown.distance = (east * east + north * north).squareRoot()
        shown.error = PinError.degrees(
            heading: picture.headingError, accuracy: accuracy, distance: shown.distance)
        layout.fade(index, error: shown.error, by: elapsed)
        shown.bearing = Degrees.positive(Degrees.arcTangent(y: east, x: north))
        shown.turn = picture.heading.map { Degrees.signed(shown.bearing - $0.degrees) } ?? 0
        // The box keeps the bearing of its layout, which is the one that was checked for overlaps.
        let side = Elementary.sineAndCosine(label.bearing)
        if let foot = camera.project(Vector(side.sine, side.cosine, 0)),
            let pin = camera.project(Vector(east, north, place.height - Ribbon.eyeHeight))
        {
            let rise = Double(label.row) * frame.rowHeight
            shown.box = ScreenPoint(x: foot.x + rise * camera.sky.x, y: foot.y + rise * camera.sky.y)
            shown.pin = pin
            shown.opacity = layout.labels[index].fade.opacity
        }
        labels[index] = shown
    }

    private mutating func mark(
        _ index: Int, _ point: PlanePoint, _ accuracy: Double, _ picture: Picture, _ frame: Frame
    ) {
        var mark = MarkOnScreen()
        defer { marks[index] = mark }
        let place = markers[index]
        guard place.isKnown, let camera = picture.camera else { return }
        let target = Vector(place.point.x - point.x, place.point.y - point.y, place.height - Ribbon.eyeHeight)
        mark.distance = (target.x * target.x + target.y * target.y).squareRoot()
        if let bearing = Heading<TrueNorth>(east: target.x, north: target.y), let heading = picture.heading {
            mark.turn = bearing.turn(from: heading)
        }
        if mark.distance < PinError.nearestDistance(accuracy: accuracy) {
            mark.state = .here
        } else if let pixel = camera.project(target), camera.shows(pixel) {
            (mark.state, mark.point) = (.inSight, pixel)
        } else {
            (mark.state, mark.point) = (.onEdge, camera.edge(toward: camera.view(target), margin: frame.margin))
        }
    }

    private mutating func guideAlong(from point: PlanePoint, _ picture: inout Picture, _ frame: Frame) {
        ribbon.follow(route, from: point)
        guard let camera = picture.camera, let aim = ribbon.aim else { return }
        ribbon.draw(with: camera)
        if let bearing = Heading<TrueNorth>(east: aim.x, north: aim.y), let heading = picture.heading {
            picture.guideTurn = bearing.turn(from: heading)
        }
        picture.guideEdge = camera.edge(toward: camera.view(aim), margin: frame.margin)
        picture.guide =
            picture.headingError > Self.ribbonError
            ? .wideArrow : ribbon.isInSight(of: camera) ? .ribbon : .edgeArrow
    }
}
