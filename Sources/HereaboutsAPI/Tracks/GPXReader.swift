/// Reads GPX (1.1 schema, topografix.com/GPX/1/1; 1.0 has the same): the points of tracks or, in a file without any, of
/// routes or else waypoints. Waypoints beside tracks are remarks on those.
struct GPXReader: XMLTrackReader {
    /// The meaning of an element at its position. An element that is not read is `other`, with all its contents.
    private enum Element {
        case file, track, segment, route, point, name, device
        case time, altitude, speed, course
        case other
    }
    private enum Source: Int { case tracks, routes, waypoints }

    var xml: XMLElements
    private var open: [Element] = [.file]
    private var found = [TrackPoints(), TrackPoints(), TrackPoints()]
    private var source = Source.tracks
    private var beginsSegment = false
    /// Whether this server wrote the file: then each track is of one device, with its name and, as the source, its id.
    private let isOurs: Bool
    /// The name of the track that is being read.
    private var name: String?
    /// The source of the track that is being read.
    private var device: String?
    /// The number of the track that is being read, once it has a point.
    private var track: Int?
    /// The point that is being read.
    private var point = TrackPoints.Point()

    /// Reads the rest of a file behind the start of its outermost element.
    static func read(_ xml: XMLElements) -> TrackPoints {
        var reader = GPXReader(xml: xml)
        let damage = reader.readAll()
        // A waypoint's time is when somebody made it, so it never stands for a track.
        let ways = TrackPoints.track(of: Array(reader.found.prefix(2)))
        var points = TrackPoints.first(of: [ways, reader.found[2]])
        if let damage { points.end(damage) }
        return points
    }

    private init(xml: XMLElements) {
        self.xml = xml
        isOurs = xml.attribute("creator") == TrackFile.creator
    }

    var isFull: Bool { found.contains(where: \.isFull) }

    mutating func take(_ event: XMLElements.Event) {
        switch event {
        case .start:
            let element = element(in: open.last ?? .other)
            open.append(element)
            switch element {
            case .track: (name, device, track) = (nil, nil, nil)
            case .segment: (source, beginsSegment) = (.tracks, true)
            case .route:
                (source, beginsSegment) = (.routes, true)
                (name, device, track) = (nil, nil, nil)
            case .point: pointStarted()
            default: break
            }
        case .end: if let element = open.popLast() { ended(element) }
        }
    }

    private func element(in parent: Element) -> Element {
        switch parent {
        case .file:
            xml.isNamed("trk") ? .track : xml.isNamed("rte") ? .route : xml.isNamed("wpt") ? .point : .other
        case .track:
            xml.isNamed("trkseg") ? .segment : xml.isNamed("name") ? .name : xml.isNamed("src") ? .device : .other
        case .segment: xml.isNamed("trkpt") ? .point : .other
        case .route: xml.isNamed("rtept") ? .point : .other
        case .point:
            xml.isNamed("time")
                ? .time
                : xml.isNamed("ele")
                    ? .altitude : xml.isNamed("speed") ? .speed : xml.isNamed("course") ? .course : .other
        default: .other
        }
    }

    private mutating func pointStarted() {
        if open.dropLast().last == .file { (source, beginsSegment) = (.waypoints, true) }
        point = TrackPoints.Point()
        (point.latitude, point.longitude) = (xml.number("lat"), xml.number("lon"))
        point.beginsSegment = beginsSegment
    }

    private mutating func ended(_ element: Element) {
        switch element {
        case .time:
            // A second time contradicts the first.
            point.moment = point.moment == .missing ? TrackFile.Moment(text: xml.content) : .unreadable
        // Receivers without an altitude or a speed may write anything.
        case .altitude: point.altitudeMetres = Decimal.read(measured: xml.content)
        case .speed: point.speed = Decimal.read(measured: xml.content)
        case .course: point.course = Decimal.read(measured: xml.content)
        case .name: name = xml.content
        case .device: device = xml.content
        case .point:
            point.track = numberOfTrack()
            // A bad point does not hide that a segment begins.
            if found[source.rawValue].add(point) { beginsSegment = false }
        default: break
        }
    }
    /// The number of the point's track; waypoints have none.
    private mutating func numberOfTrack() -> Int {
        if source == .waypoints { return 0 }
        let recorder = isOurs ? TrackFile.Track(device: name ?? device, id: device) : TrackFile.Track()
        let number = track ?? found[source.rawValue].add(recorder)
        track = number
        return number
    }
}
