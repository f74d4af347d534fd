import Foundation
import GeoCore
import Testing

import AR

@Suite struct ARViewTests {
    private static let home = (latitude: 60.1699, longitude: 24.9384)
    /// 23 November 2026.
    private static let date = 1_795_392_000.0
    /// That of the model at `home`, on that day.
    private static let declination = 10.4948
    private static let lens = Lens(width: 412, height: 839, focalLength: 658)

    private static let screen = DeviceScreen(angle: 0, isWide: false, hasUprightAxes: false)

    private static func frame(_ time: Double) -> ARView.Frame {
        ARView.Frame(time: time, lens: lens, screen: screen)
    }

    /// A phone at `home` that has looked for a second at a bearing from true north.
    private static func view(
        looking bearing: Double, beta: Double = 90, accuracy: Double = 5, places: [(east: Double, north: Double)] = []
    ) -> ARView {
        var view = ARView()
        let plane = LocalPlane(around: PointE7(Coordinate(latitude: home.latitude, longitude: home.longitude)!))
        for (index, place) in places.enumerated() {
            let point = Coordinate(plane.point(at: PlanePoint(x: place.east, y: place.north)))
            view.places.put(
                ARPlace(id: Double(index), latitude: point.latitude, longitude: point.longitude, width: 90), at: index)
        }
        view.placesChanged(places.count)
        stand(&view, accuracy: accuracy, at: 0)
        look(&view, at: bearing, beta: beta, from: 0, to: 1)
        return view
    }

    private static func stand(
        _ view: inout ARView, north: Double = 0, accuracy: Double = 5, speed: Double? = nil, course: Double? = nil,
        at time: Double
    ) {
        view.stand(
            at: Coordinate(latitude: home.latitude + north / 111_195, longitude: home.longitude), accuracy: accuracy,
            speed: speed, course: course, secondsSince1970: date, time: time)
    }

    /// Turns the phone at 60 Hz; its relative α is 70° ahead of the absolute one.
    private static func look(
        _ view: inout ARView, at bearing: Double, beta: Double = 90, from start: Double, to end: Double
    ) {
        for index in Int(start * 60)...Int(end * 60) {
            let time = Double(index) / 60, alpha = 360 - (bearing - declination)
            view.turn(
                DeviceNorth.Angles(alpha: alpha + 70, beta: beta, gamma: 0), isAbsolute: false, compass: nil, at: time)
            view.turn(
                DeviceNorth.Angles(alpha: alpha, beta: beta, gamma: 0), isAbsolute: true, compass: nil, at: time)
        }
    }

    @Test func `what is missing is said, and nothing is drawn before all is known`() throws {
        var view = ARView()
        func state(_ time: Double) -> ARView.Picture.State { view.show(Self.frame(time)).state }
        #expect(state(0) == .noSensors)
        view.turn(DeviceNorth.Angles(alpha: 9, beta: 90, gamma: 0), isAbsolute: false, compass: nil, at: 0)
        #expect(state(0) == .northUnknown)
        view.turn(DeviceNorth.Angles(alpha: 9, beta: 90, gamma: 0), isAbsolute: true, compass: nil, at: 0)
        #expect(state(0) == .positionUnknown)
        let known = view.facing(at: 0, on: Self.screen)
        let facing = try #require(known)
        #expect(facing.magnetic.degrees > 350 && facing.fromTrueNorth == nil)
        Self.stand(&view, at: 0)
        let picture = view.show(Self.frame(0))
        #expect(picture.state == .ready && abs(picture.headingError - 15) < 0.1)
        view.forget()
        #expect(state(0.1) == .noSensors)
    }

    @Test func `a place stands at its bearing from true north, and its label on the horizon`() throws {
        var view = Self.view(looking: 40, places: [(100, 100), (-100, -100)])
        let picture = view.show(Self.frame(1))
        _ = view.show(Self.frame(1.5))
        #expect(abs(try #require(picture.heading).degrees - 40) < 0.01)
        #expect(view.layout.count == 2)
        let labels = view.labels[..<2].sorted { $0.id < $1.id }
        let ahead = labels[0], behind = labels[1]
        #expect(abs(ahead.pin.x - (206 + 658 * tan(5 * .pi / 180))) < 0.2 && ahead.opacity > 0.9)
        // 2.5 m above the eye at 141 m, and the horizon in the middle.
        let rise = 658 * 2.5 / (141.42 * cos(5 * .pi / 180))
        #expect(abs(ahead.pin.y - (419.5 - rise)) < 0.2 && abs(ahead.box.y - 419.5) < 0.2)
        #expect(abs(ahead.turn - 5) < 0.02 && abs(ahead.distance - 141.42) < 0.1)
        #expect(behind.opacity == 0 && abs(abs(behind.turn) - 175) < 0.02)
    }

    @Test func `turning the device moves no label to another row`() {
        var numbers = SeededGenerator(seed: 8)
        let places = (0..<300).map { _ in
            (east: numbers.uniform(in: -300...300), north: numbers.uniform(in: -300...300))
        }
        var view = Self.view(looking: 0, places: places), rows: [[Double]] = []
        for second in 1...40 {
            Self.look(
                &view, at: 40 * Double(second), beta: numbers.uniform(in: 60...110), from: Double(second),
                to: Double(second) + 0.9)
            _ = view.show(Self.frame(Double(second) + 0.9))
            rows.append(view.labels[..<view.layout.count].map { Double($0.row) + $0.id * 10 })
        }
        #expect(rows[0].count > 15 && Set(rows).count == 1)
    }

    @Test func `rows are steps above the horizon, also when the phone is rolled`() throws {
        var view = Self.view(looking: 45, places: [(100, 100), (104, 100), (100, 104)])
        _ = view.show(Self.frame(1))
        let labels = view.labels[..<view.layout.count]
        #expect(labels.map(\.row) == [0, 1, 2])
        for label in labels { #expect(abs(label.box.y - (419.5 - 44 * Double(label.row))) < 0.3) }
    }

    @Test func `within ten metres the user is there, and farther places fade by their error`() {
        var view = Self.view(looking: 0, places: [(0, 8), (0, 30), (0, 300)])
        let picture = view.show(Self.frame(1))
        #expect(picture.placeHere == 0 && view.labels[..<view.layout.count].map(\.id) == [1, 2])
        var unsure = Self.view(looking: 0, accuracy: 25, places: [(0, 8), (0, 30), (0, 300)])
        _ = unsure.show(Self.frame(1))
        _ = unsure.show(Self.frame(1.5))
        #expect(unsure.labels[..<unsure.layout.count].map { $0.opacity > 0 } == [false, true])
    }

    @Test func `dragging the picture turns the world until the sensors stop`() throws {
        var view = Self.view(looking: 40, places: [(100, 100)])
        func drag(_ start: ScreenPoint, _ end: ScreenPoint) -> Bool { view.drag(from: start, to: end, at: 1) }
        #expect(!drag(ScreenPoint(x: 0, y: 0), ScreenPoint(x: 9, y: 0)))
        _ = view.show(Self.frame(1))
        let start = view.labels[0].pin, end = ScreenPoint(x: start.x + 60, y: start.y)
        // In two moves of the finger within one frame.
        #expect(drag(start, ScreenPoint(x: start.x + 30, y: start.y)))
        #expect(drag(ScreenPoint(x: start.x + 30, y: start.y), end))
        let picture = view.show(Self.frame(1.01))
        #expect(abs(view.labels[0].pin.x - end.x) < 0.3 && picture.headingError < 3.1)
        #expect(view.north.offset.source == .hand)
        Self.look(&view, at: 40, from: 1.1, to: 2)
        _ = view.show(Self.frame(2))
        #expect(abs(view.labels[0].pin.x - end.x) < 0.3)
        Self.look(&view, at: 40, from: 4, to: 5)
        _ = view.show(Self.frame(5))
        #expect(abs(view.labels[0].pin.x - start.x) < 0.3 && view.north.offset.source == .compass)
    }

    @Test func `the user says what the camera looks at`() throws {
        var view = Self.view(looking: 40)
        let answers = [view.aim(at: 77, at: 1), view.aim(at: .nan, at: 1)]
        let heading = view.show(Self.frame(1)).heading
        #expect(abs(try #require(heading).degrees - 77) < 1e-6 && answers == [true, false])
    }

    @Test func `a walk puts a wrong north right, but not what a hand did`() throws {
        for isByHand in [false, true] {
            var view = Self.view(looking: 40)
            if isByHand { _ = view.aim(at: 100, at: 1) }
            for second in 1...8 {
                Self.look(&view, at: 40, from: Double(second), to: Double(second) + 0.9)
                Self.stand(&view, north: 1.4 * Double(second), speed: 1.4, course: 0, at: Double(second) + 0.9)
            }
            let picture = view.show(Self.frame(8.9)), heading = try #require(picture.heading)
            #expect(abs(Degrees.signed(heading.degrees - (isByHand ? 100 : 0))) < 0.01)
            #expect(view.north.offset.source == (isByHand ? .hand : .walk))
        }
    }

    @Test func `a route is a ribbon when the heading is good, and arrows otherwise`() {
        func guide(looking bearing: Double, isCorrected: Bool) -> ARView.Picture {
            var view = Self.view(looking: bearing)
            for index in 0..<2 {
                view.route.put(
                    ARPlace(
                        id: 0, latitude: Self.home.latitude + Double(index) * 0.001, longitude: Self.home.longitude),
                    at: index)
            }
            view.routeChanged(2)
            if isCorrected { _ = view.aim(at: bearing, at: 1) }
            return view.show(Self.frame(1))
        }
        #expect(guide(looking: 0, isCorrected: true).guide == .ribbon)
        #expect(guide(looking: 0, isCorrected: false).guide == .wideArrow)
        let aside = guide(looking: 250, isCorrected: true)
        #expect(aside.guide == .edgeArrow && abs(aside.guideTurn - 110) < 0.1 && aside.guideEdge.x == 380)
        var none = Self.view(looking: 0)
        let picture = none.show(Self.frame(1))
        #expect(picture.guide == .none && picture.guideTurn.isNaN)
    }

    @Test func `a marker is in sight, on the edge or here`() throws {
        var view = Self.view(looking: 0)
        let corners = [(0.001, 0.0), (0, 0.002), (0.00005, 0), (.nan, 0)]
        for (index, corner) in corners.enumerated() {
            view.markers.put(
                ARPlace(
                    id: 0, latitude: Self.home.latitude + corner.0, longitude: Self.home.longitude + corner.1),
                at: index)
        }
        view.markersChanged(4)
        _ = view.show(Self.frame(1))
        #expect(view.marks[..<4].map(\.state) == [.inSight, .onEdge, .here, .unknown])
        #expect(view.marks[1].point.x == 412 - 32 && abs(view.marks[1].turn - 90) < 0.1)
        #expect(abs(view.marks[1].distance - 110.6) < 0.5)
    }

    @Test func `a wide tablet that is not turned shows a place where it is`() throws {
        var view = Self.view(looking: 40, places: [(100, 100)])
        let wide = Lens(width: 1280, height: 800, focalLength: 1000)
        var frame = ARView.Frame(
            time: 1, lens: wide, screen: DeviceScreen(angle: 0, isWide: true, hasUprightAxes: false))
        let picture = view.show(frame)
        frame.time = 1.5
        _ = view.show(frame)
        let camera = try #require(picture.camera)
        #expect(abs(camera.horizonInDegrees) < 0.01 && camera.turn == .upright)
        #expect(abs(view.labels[0].pin.x - (640 + 1000 * tan(5 * .pi / 180))) < 0.3)
    }

    @Test func `a device that is laid down keeps the turn of its screen until the sensors stop`() {
        // The top edge is on the right, and the browser states the other landscape.
        let screen = DeviceScreen(angle: 90, isWide: true, hasUprightAxes: false)
        var view = Self.view(looking: 40)
        func turn(from gamma: Double, to end: Double, at start: Double) -> ScreenTurn? {
            var turn: ScreenTurn?
            for index in 0...40 {
                let time = start + Double(index) / 30, gamma = gamma + (end - gamma) * Double(min(30, index)) / 30
                for isAbsolute in [false, true] {
                    view.turn(
                        DeviceNorth.Angles(alpha: 70, beta: 0, gamma: gamma), isAbsolute: isAbsolute, compass: nil,
                        at: time)
                }
                turn = view.show(ARView.Frame(time: time, lens: Self.lens, screen: screen)).camera?.turn
            }
            return turn
        }
        view.forget()
        #expect(turn(from: 80, to: 80, at: 2) == .topOnTheRight)
        #expect(turn(from: 80, to: 2, at: 3.4) == .topOnTheRight)
        view.forget()
        #expect(turn(from: 2, to: 2, at: 5) == .topOnTheLeft)
    }

    @Test func `a post's facing is where its user looks, however the phone is held`() throws {
        for beta in [20.0, 60, 95] {
            var view = Self.view(looking: 40, beta: beta)
            let known = view.facing(at: 1, on: Self.screen), facing = try #require(known)
            #expect(abs(try #require(facing.fromTrueNorth).degrees - 40) < 0.01)
            #expect(abs(facing.magnetic.degrees - (40 - Self.declination)) < 0.01 && facing.error > 10)
        }
    }

    @Test func `numbers that are none change nothing and stop nothing`() {
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -0.0, 400]
        var numbers = SeededGenerator(seed: 9)
        func any() -> Double { odd[numbers.index(below: odd.count)] }
        func anyScreen() -> DeviceScreen {
            DeviceScreen(angle: any(), isWide: numbers.happens(0.5), hasUprightAxes: numbers.happens(0.5))
        }
        var view = Self.view(looking: 40, places: [(100, 100)])
        for _ in 0..<5_000 {
            view.turn(
                DeviceNorth.Angles(alpha: any(), beta: any(), gamma: any()), isAbsolute: numbers.happens(0.5),
                compass: (any(), any()), at: any())
            view.stand(
                at: Coordinate(latitude: any(), longitude: any()), accuracy: any(), speed: any(), course: any(),
                secondsSince1970: any(), time: any())
            view.places.put(
                ARPlace(id: any(), latitude: any(), longitude: any(), height: any(), width: any()), at: 1)
            view.placesChanged(numbers.index(below: 1_000) - 10)
            _ = view.drag(from: ScreenPoint(x: any(), y: any()), to: ScreenPoint(x: any(), y: any()), at: any())
            _ = view.aim(at: any(), at: any())
            let picture = view.show(
                ARView.Frame(
                    time: any(), lens: Lens(width: any(), height: any(), picture: nil, fieldOfView: any()),
                    screen: anyScreen(), rowHeight: any(), gap: any(), margin: any()))
            #expect(picture.elevation.isNaN || abs(picture.elevation) <= 90)
            _ = view.facing(at: any(), on: anyScreen())
        }
    }
}
