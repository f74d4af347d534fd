import GeoCore

/// Picks track points out of a GPX file (GPX 1.1 schema, topografix.com/GPX/1/1, `trkType` and `wptType`; 1.0 has the same).
struct GPXReader {
    /// How deep the elements are that matter; each is read only inside the one above.
    private enum Level: Int {
        case file = 1, track, segment, point, time
    }
    private static let names: [StaticString] = ["gpx", "trk", "trkseg", "trkpt", "time"]

    private var xml: XMLPieces
    /// How many of the open elements, from the outermost on, have those names.
    private var known = 0
    private var points: [Point] = []
    private var beginsSegment = false
    /// The point that is being read: where its tag begins, where it is, and when.
    private var place = 0
    private var coordinate: Coordinate?
    private var time: Int64?
    /// The pieces of text of the time that is being read.
    private var timeText: [Range<Int>] = []

    /// Whether a point without a time is an error: those of planned tracks have none.
    private let needsTimes: Bool
    /// Whether one that is earlier than the one before is an error: files of several tracks may have the newest first.
    private let needsOrder: Bool

    /// A point as it stands in the file.
    struct Point {
        let coordinate: Coordinate
        let millisecondsSince1970: Int64?
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
                if known == Level.time.rawValue, xml.open.count == known { timeText.append(range) }
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
        guard depth == known + 1, depth <= Self.names.count, xml.holds(name, Self.names[known]) else { return nil }
        known = depth
        return Level(rawValue: depth)
    }

    private mutating func started(_ level: Level) throws(GPXError) {
        switch level {
        case .file, .track: break
        case .segment: beginsSegment = true
        case .point: try pointStarted()
        case .time: timeText = []
        }
    }

    private mutating func pointStarted() throws(GPXError) {
        place = xml.place
        time = nil
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
        case .time:
            // A time in several pieces has a comment or an element in it; a second time contradicts the first.
            guard time == nil, timeText.count == 1, let read = DateTime.read(xml.string(timeText[0])) else {
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
        points.append(Point(coordinate: coordinate, millisecondsSince1970: time, beginsSegment: beginsSegment))
        beginsSegment = false
    }

    private func number(_ name: StaticString) -> Double? {
        xml.attribute(name).flatMap { Decimal.read(xml.string($0)) }
    }
}
