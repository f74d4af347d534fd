/// Reads Garmin's Training Center files (garmin.com/xmlschemas/TrainingCenterDatabase/v2): the track points of
/// activities and courses. A track point without a position is a moment at which the receiver knew none, and no fault.
struct TCXReader: XMLTrackReader {
    var xml: XMLElements
    private var points = TrackPoints()
    private var point = TrackPoints.Point()
    private var hasPosition = false
    private var isInPoint = false
    private var beginsSegment = false

    /// Reads the rest of a file behind the start of its outermost element.
    static func read(_ xml: XMLElements) -> TrackPoints {
        var reader = TCXReader(xml: xml)
        if let damage = reader.readAll() { reader.points.end(damage) }
        return reader.points
    }

    private init(xml: XMLElements) { self.xml = xml }

    var isFull: Bool { points.isFull }

    mutating func take(_ event: XMLElements.Event) {
        switch event {
        case .start: started()
        case .end: ended()
        }
    }

    private mutating func started() {
        if xml.isNamed("Track") {
            beginsSegment = true
        } else if xml.isNamed("Trackpoint") {
            (point, hasPosition, isInPoint) = (TrackPoints.Point(), false, true)
            point.beginsSegment = beginsSegment
        } else if xml.isNamed("Position") {
            hasPosition = true
        }
    }

    private mutating func ended() {
        guard isInPoint else { return }
        if xml.isNamed("Time") {
            point.moment = TrackFile.Moment(text: xml.content)
        } else if xml.isNamed("LatitudeDegrees") {
            point.latitude = Decimal.read(measured: xml.content)
        } else if xml.isNamed("LongitudeDegrees") {
            point.longitude = Decimal.read(measured: xml.content)
        } else if xml.isNamed("AltitudeMeters") {
            point.altitudeMetres = Decimal.read(measured: xml.content)
        } else if xml.isLocal("Speed") {
            // Of the extension for activities: metres a second.
            point.speed = Decimal.read(measured: xml.content)
        } else if xml.isNamed("Trackpoint") {
            isInPoint = false
            guard hasPosition else { return }
            // A bad point does not hide that a segment begins.
            if points.add(point) { beginsSegment = false }
        }
    }
}
