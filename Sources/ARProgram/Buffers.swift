import AR
import GeoCore

/// A view, and the numbers that it shares with the page: 64-bit floats in memory that never moves.
///
/// docs/ar.md describes each buffer. Whatever numbers the page writes, no access leaves the buffers.
@safe
struct Buffers: ~Copyable {
    /// The parts of the memory, one after the other.
    enum Part: Int32 {
        case frame, places, route, markers, facts, labels, ribbon, marks

        /// The numbers of each record, and the records that there is room for.
        var shape: (numbers: Int, records: Int) {
            switch self {
            case .frame: (12, 1)
            case .places: (6, ARView.placeCapacity)
            case .route: (2, ARView.routeCapacity)
            case .markers: (3, ARView.markerCapacity)
            case .facts: (24, 1)
            case .labels: (12, LabelLayout.capacity)
            case .ribbon: (12, Ribbon.capacity)
            case .marks: (5, ARView.markerCapacity)
            }
        }

        /// The position of its first number, and the one after its last number.
        var start: Int {
            switch self {
            case .frame: 0
            case .places: Part.frame.end
            case .route: Part.places.end
            case .markers: Part.route.end
            case .facts: Part.markers.end
            case .labels: Part.facts.end
            case .ribbon: Part.labels.end
            case .marks: Part.ribbon.end
            }
        }
        var end: Int { start + shape.numbers * shape.records }
    }

    private let numbers: UnsafeMutablePointer<Double>
    var view = ARView()

    init() {
        unsafe numbers = .allocate(capacity: Part.marks.end)
        unsafe numbers.initialize(repeating: 0, count: Part.marks.end)
    }

    deinit { unsafe numbers.deallocate() }

    func address(of part: Part) -> UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(numbers + part.start) }

    /// A number of a record of a part.
    private subscript(part: Part, record: Int, number: Int) -> Double {
        get {
            precondition(record >= 0 && record < part.shape.records && number >= 0 && number < part.shape.numbers)
            return unsafe numbers[part.start + record * part.shape.numbers + number]
        }
        nonmutating set {
            precondition(record >= 0 && record < part.shape.records && number >= 0 && number < part.shape.numbers)
            unsafe numbers[part.start + record * part.shape.numbers + number] = newValue
        }
    }

    // MARK: What the page writes

    mutating func readPlaces(_ count: Int32) {
        let count = min(max(0, Int(count)), view.places.capacity)
        for index in 0..<count {
            view.places.put(
                ARPlace(
                    id: self[.places, index, 0], latitude: self[.places, index, 1],
                    longitude: self[.places, index, 2], height: self[.places, index, 3],
                    width: self[.places, index, 4], importance: self[.places, index, 5]),
                at: index)
        }
        view.placesChanged(count)
    }

    mutating func readRoute(_ count: Int32) {
        let count = min(max(0, Int(count)), view.route.capacity)
        for index in 0..<count {
            view.route.put(
                ARPlace(id: 0, latitude: self[.route, index, 0], longitude: self[.route, index, 1]), at: index)
        }
        view.routeChanged(count)
    }

    mutating func readMarkers(_ count: Int32) {
        let count = min(max(0, Int(count)), view.markers.capacity)
        for index in 0..<count {
            view.markers.put(
                ARPlace(
                    id: 0, latitude: self[.markers, index, 0], longitude: self[.markers, index, 1],
                    height: self[.markers, index, 2]),
                at: index)
        }
        view.markersChanged(count)
    }

    private var frame: ARView.Frame {
        let width = self[.frame, 0, 3], height = self[.frame, 0, 4]
        let hasPicture = width >= 1 && width <= 1e5 && height >= 1 && height <= 1e5
        return ARView.Frame(
            time: self[.frame, 0, 0],
            lens: Lens(
                width: self[.frame, 0, 1], height: self[.frame, 0, 2], picture: hasPicture ? (width, height) : nil,
                fieldOfView: self[.frame, 0, 5]),
            screen: DeviceScreen(
                angle: self[.frame, 0, 6], isWide: self[.frame, 0, 10] != 0, hasUprightAxes: self[.frame, 0, 11] != 0),
            rowHeight: self[.frame, 0, 7], gap: self[.frame, 0, 8], margin: self[.frame, 0, 9])
    }

    // MARK: What the page reads

    /// Computes a frame. Returns the number of labels.
    mutating func show() -> Int32 {
        let frame = self.frame
        let picture = view.show(frame)
        let isReady = picture.state == .ready
        write(picture, frame, labels: isReady ? view.layout.count : 0)
        guard isReady else { return 0 }
        for index in 0..<view.layout.count { write(view.labels[index], at: index) }
        for index in 0..<view.ribbon.count { write(view.ribbon.pieces[index], at: index) }
        for index in 0..<view.markers.count { write(view.marks[index], at: index) }
        return Int32(view.layout.count)
    }

    private func write(_ picture: ARView.Picture, _ frame: ARView.Frame, labels: Int) {
        let facts: [18 of Double] = [
            Double(picture.state.rawValue), picture.heading?.degrees ?? .nan, picture.elevation,
            picture.camera?.horizonInDegrees ?? .nan, picture.headingError, view.here.accuracy ?? .nan,
            frame.lens.widthInDegrees, frame.lens.focalLength, Double(picture.camera?.turn.rawValue ?? 0),
            view.precision.isPrecise ? 1 : 0, Double(labels), Double(view.layout.hidden),
            Double(picture.placeHere ?? -1), Double(picture.guide.rawValue),
            picture.guide == .ribbon ? Double(view.ribbon.count) : 0, picture.guideTurn, picture.guideEdge.x,
            picture.guideEdge.y,
        ]
        for index in 0..<18 { self[.facts, 0, index] = facts[index] }
        self[.facts, 0, 18] = Double(view.north.offset.source.rawValue)
        self[.facts, 0, 19] = view.field?.declinationInDegrees ?? .nan
        self[.facts, 0, 20] = (view.field?.horizontal ?? MagneticField.weak) < MagneticField.weak ? 1 : 0
    }

    private func write(_ label: LabelOnScreen, at index: Int) {
        let numbers: [12 of Double] = [
            Double(label.place), label.id, label.box.x, label.box.y, label.pin.x, label.pin.y, Double(label.row),
            label.opacity, label.distance, label.bearing, label.turn, label.error,
        ]
        for number in 0..<12 { self[.labels, index, number] = numbers[number] }
    }

    private func write(_ piece: Ribbon.Piece, at index: Int) {
        self[.ribbon, index, 0] = Double(piece.count)
        self[.ribbon, index, 1] = piece.distance
        for corner in 0..<5 {
            self[.ribbon, index, 2 + 2 * corner] = piece.corners[corner].x
            self[.ribbon, index, 3 + 2 * corner] = piece.corners[corner].y
        }
    }

    private func write(_ mark: MarkOnScreen, at index: Int) {
        self[.marks, index, 0] = Double(mark.state.rawValue)
        self[.marks, index, 1] = mark.point.x
        self[.marks, index, 2] = mark.point.y
        self[.marks, index, 3] = mark.distance
        self[.marks, index, 4] = mark.turn
    }

    /// Writes where the device points, for the facing of a post. Returns whether it is known.
    mutating func writeFacing(time: Double, on screen: DeviceScreen) -> Bool {
        let facing = view.facing(at: time, on: screen)
        self[.facts, 0, 21] = facing?.magnetic.degrees ?? .nan
        self[.facts, 0, 22] = facing?.fromTrueNorth?.degrees ?? .nan
        self[.facts, 0, 23] = facing?.error ?? .nan
        return facing != nil
    }
}
