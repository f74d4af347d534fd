/// Reads KML (OGC 12-007r2) and its tracks (`gx:Track`, 12.3): of a file its tracks or, without any, its points with
/// times, or else its lines, which have none. Names are taken in any vocabulary, as Google's and the standard's have
/// the same.
struct KMLReader: XMLTrackReader {
    private enum Place { case point, line }

    var xml: XMLElements
    private var tracks = TrackPoints()
    private var points = TrackPoints()
    private var lines = TrackPoints()
    /// The values of a track so far: times and places are lists of their own, and the first time is that of the first
    /// place.
    private var times: [TrackFile.Moment] = []
    private var places: [TrackPoints.Point?] = []
    private var isInTrack = false
    /// The values of a placemark so far.
    private var moment = TrackFile.Moment.missing
    private var marks: [TrackPoints.Point] = []
    private var isInTime = false
    /// The look of the map has times of its own.
    private var isInView = false
    private var place: Place?

    /// Reads the rest of a file behind the start of its outermost element.
    static func read(_ xml: XMLElements) -> TrackPoints {
        var reader = KMLReader(xml: xml)
        let damage = reader.readAll()
        if damage != nil { reader.endTrack() }
        var points = TrackPoints.track(of: [reader.tracks, reader.points, reader.lines])
        if let damage { points.end(damage) }
        return points
    }

    private init(xml: XMLElements) { self.xml = xml }

    var isFull: Bool {
        tracks.isFull || points.isFull || lines.isFull || max(times.count, places.count) > TrackFile.mostPoints
    }

    mutating func take(_ event: XMLElements.Event) {
        switch event {
        case .start: started()
        case .end: ended()
        }
    }

    private mutating func started() {
        if xml.isLocal("Track") {
            (isInTrack, times, places) = (true, [], [])
        } else if xml.isLocal("Placemark") {
            (moment, marks) = (.missing, [])
        } else if xml.isLocal("TimeStamp") || xml.isLocal("TimeSpan") {
            isInTime = !isInView
        } else if xml.isLocal("LookAt") || xml.isLocal("Camera") {
            isInView = true
        } else if xml.isLocal("Point") {
            place = .point
        } else if xml.isLocal("LineString") {
            place = .line
        }
    }

    private mutating func ended() {
        if xml.isLocal("when") || xml.isLocal("begin") {
            let time = TrackFile.Moment(text: xml.content)
            if isInTrack { times.append(time) } else if isInTime { moment = time }
        } else if xml.isLocal("coord"), isInTrack {
            // An empty one says that the receiver knew no place.
            let parts = xml.content.split(whereSeparator: \.isWhitespace)
            places.append(parts.isEmpty ? nil : Self.point(parts))
        } else if xml.isLocal("coordinates") {
            takeCoordinates()
        } else if xml.isLocal("Track") {
            endTrack()
        } else if xml.isLocal("TimeStamp") || xml.isLocal("TimeSpan") {
            isInTime = false
        } else if xml.isLocal("LookAt") || xml.isLocal("Camera") {
            isInView = false
        } else if xml.isLocal("Point") || xml.isLocal("LineString") {
            place = nil
        } else if xml.isLocal("Placemark") {
            for mark in marks where moment != .missing {
                var mark = mark
                mark.moment = moment
                points.add(mark)
            }
            marks = []
        }
    }

    private mutating func takeCoordinates() {
        let tuples = xml.content.split(maxSplits: TrackFile.mostPoints + 1, whereSeparator: \.isWhitespace)
        switch place {
        case .point:
            marks += tuples.prefix(1).map { Self.point($0.split(separator: ",", omittingEmptySubsequences: false)) }
        case .line:
            for (index, tuple) in tuples.enumerated() where !lines.isFull {
                var point = Self.point(tuple.split(separator: ",", omittingEmptySubsequences: false))
                point.beginsSegment = index == 0
                lines.add(point)
            }
        case nil: break
        }
    }

    private mutating func endTrack() {
        guard isInTrack else { return }
        let track = tracks.add(TrackFile.Track())
        var beginsSegment = true
        for (index, place) in places.enumerated() where !tracks.isFull {
            guard var point = place else { continue }
            point.moment = index < times.count ? times[index] : .missing
            point.beginsSegment = beginsSegment
            point.track = track
            tracks.add(point)
            beginsSegment = false
        }
        (isInTrack, times, places) = (false, [], [])
    }

    /// A place of longitude, latitude and perhaps altitude.
    private static func point(_ parts: [Substring]) -> TrackPoints.Point {
        var point = TrackPoints.Point()
        guard parts.count >= 2 else { return point }
        point.longitude = Decimal.read(measured: parts[0])
        point.latitude = Decimal.read(measured: parts[1])
        point.altitudeMetres = parts.count > 2 ? Decimal.read(measured: parts[2]) : nil
        return point
    }
}
