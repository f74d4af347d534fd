/// Reads Garmin's Training Center files (garmin.com/xmlschemas/TrainingCenterDatabase/v2): the track points of activities and courses.
/// A track point without a position is a moment at which the receiver knew none, and no fault.
struct TCXReader {
    private var xml: XMLElements
    private var points = TrackPoints()
    private var point = TrackPoints.Point()
    private var hasPosition = false
    private var isInPoint = false
    private var beginsSegment = false

    /// Reads the rest of a file behind the start of its outermost element.
    static func read(_ xml: XMLElements) -> TrackPoints {
        var reader = TCXReader(xml: xml)
        do throws(XMLFault) {
            while !reader.points.isFull, let event = try reader.xml.next() {
                if event == .start { reader.started() } else { reader.ended() }
            }
        } catch {
            reader.points.end("\(error)")
        }
        return reader.points
    }

    private init(xml: XMLElements) { self.xml = xml }

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
            point.moment = RecordedTime.read(xml.content).map { .at($0) } ?? .unreadable
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
            points.add(point)
            beginsSegment = beginsSegment && points.fixes.last?.index != points.count - 1
        }
    }
}
