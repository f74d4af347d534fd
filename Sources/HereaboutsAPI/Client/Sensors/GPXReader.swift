import GeoCore

/// Picks track points out of a GPX file (GPX 1.1 schema, topografix.com/GPX/1/1, `trkType` and `wptType`; 1.0 has the same).
struct GPXReader {
    /// How deep the elements are that matter; each is read only inside the one above.
    private enum Level: Int {
        case file = 1, track, segment, point, detail
    }
    private static let names: [StaticString] = ["gpx", "trk", "trkseg", "trkpt"]
    /// What is read of a point beside where it is.
    private enum Detail { case time, altitude }

    private var xml: XMLPieces
    /// How many of the open elements, from the outermost on, have those names.
    private var known = 0
    private var points: [Point] = []
    private var beginsSegment = false
    /// The point that is being read: where its tag begins, where it is, and when.
    private var place = 0
    private var coordinate: Coordinate?
    private var time: Int64?
    private var altitude: Double?
    /// The detail that is being read, and the pieces of its text.
    private var detail = Detail.time
    private var detailText: [Range<Int>] = []

    /// Whether a point without a time is an error: those of planned tracks have none.
    private let needsTimes: Bool
    /// Whether one that is earlier than the one before is an error: files of several tracks may have the newest first.
    private let needsOrder: Bool

    /// A point as it stands in the file.
    struct Point {
        let coordinate: Coordinate
        let millisecondsSince1970: Int64?
        let altitudeMetres: Double?
        let beginsSegment: Bool
    }

    init(_ bytes: [UInt8], needsTimes: Bool, needsOrder: Bool = true) {
        xml = XMLPieces(bytes)
        (self.needsTimes, self.needsOrder) = (needsTimes, needsOrder)
    }

    mutating func read() throws(GPXError) -> [Point] {
        while let piece = try xml.next() {
            switch piece {
            case .start(let name):
                if let level = enteredLevel(name) { try started(level) }
                if known == 0 { throw .notGPX(line: xml.line(at: name.lowerBound)) }
            case .text(let range):
                if known == Level.detail.rawValue, xml.open.count == known { detailText.append(range) }
            case .end:
                // The element that has ended is no longer among the open ones.
                guard known > xml.open.count, let level = Level(rawValue: known) else { continue }
                known -= 1
                try ended(level)
            }
        }
        return points
    }

    /// Returns what the element that has just been opened is, if it matters where it stands.
    private mutating func enteredLevel(_ name: Range<Int>) -> Level? {
        let depth = xml.open.count
        guard depth == known + 1 else { return nil }
        if depth == Level.detail.rawValue {
            guard let found = xml.holds(name, "time") ? Detail.time : xml.holds(name, "ele") ? .altitude : nil else {
                return nil
            }
            detail = found
        } else {
            guard depth <= Self.names.count, xml.holds(name, Self.names[known]) else { return nil }
        }
        known = depth
        return Level(rawValue: depth)
    }

    private mutating func started(_ level: Level) throws(GPXError) {
        switch level {
        case .file, .track: break
        case .segment: beginsSegment = true
        case .point: try pointStarted()
        case .detail: detailText = []
        }
    }

    private mutating func pointStarted() throws(GPXError) {
        place = xml.place
        (time, altitude) = (nil, nil)
        guard points.count < GPXTrack.mostPoints else {
            throw .tooManyPoints(line: xml.line(at: place), limit: GPXTrack.mostPoints)
        }
        guard let latitude = number("lat"), let longitude = number("lon"),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw .badCoordinate(line: xml.line(at: place)) }
        self.coordinate = coordinate
    }

    private mutating func ended(_ level: Level) throws(GPXError) {
        switch level {
        case .file, .track, .segment: break
        case .detail where detail == .altitude:
            // Receivers that know none write what they like.
            altitude = detailText.count == 1 ? Decimal.read(xml.string(detailText[0])) : nil
        case .detail:
            // A time in several pieces has a comment or an element in it; a second time contradicts the first.
            guard time == nil, detailText.count == 1, let read = DateTime.read(xml.string(detailText[0])) else {
                throw .badTime(line: xml.line(at: xml.place))
            }
            time = read
        case .point: try pointEnded()
        }
    }

    private mutating func pointEnded() throws(GPXError) {
        guard let coordinate, time != nil || !needsTimes else { throw .timeMissing(line: xml.line(at: place)) }
        if needsOrder, let time, let last = points.last?.millisecondsSince1970, time < last {
            throw .timeBackwards(line: xml.line(at: place))
        }
        points.append(
            Point(
                coordinate: coordinate, millisecondsSince1970: time, altitudeMetres: altitude,
                beginsSegment: beginsSegment))
        beginsSegment = false
    }

    private func number(_ name: StaticString) -> Double? {
        xml.attribute(name).flatMap { Decimal.read(xml.string($0)) }
    }
}
