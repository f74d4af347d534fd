public import GeoCore

/// The recorded track of a GPX 1.0 or 1.1 file: where somebody was, and when.
///
/// The points of all tracks and their segments in the file's order; routes and waypoints have no times and are left out. Element
/// names are taken without a prefix, as all receivers write them. See `XMLPieces` for what of XML is read.
public struct GPXTrack: Equatable, Sendable {
    /// The largest file that is read, in bytes: more than a day at one point a second with all that receivers add to it.
    public static let largestFile = 32 << 20
    /// The most points that are read: five days at one point a second.
    public static let mostPoints = 432_000

    /// A point of a track.
    public struct Point: Equatable, Sendable {
        public let coordinate: Coordinate
        /// UTC, without leap seconds. Never before that of the point before.
        public let millisecondsSince1970: Int64
        /// Whether a segment begins: nobody knows what was between this point and the one before.
        public let beginsSegment: Bool
    }

    /// Never empty.
    public let points: [Point]

    /// Reads a file that anybody may have made.
    ///
    /// Throws `.tooLarge` or `.tooManyPoints` beyond the limits above; `.badXML` where the syntax is broken, the file is cut off or
    /// there is a document type declaration; `.notGPX` for other XML; and what is wrong with a point, each with its line.
    ///
    /// - Complexity: O(n), twice the size of the file in memory at most.
    public init(bytes: [UInt8]) throws(GPXError) {
        guard bytes.count <= Self.largestFile else { throw .tooLarge(bytes: bytes.count, limit: Self.largestFile) }
        var reader = GPXReader(bytes, needsTimes: true)
        points = try reader.read().compactMap { point in
            point.millisecondsSince1970.map {
                Point(coordinate: point.coordinate, millisecondsSince1970: $0, beginsSegment: point.beginsSegment)
            }
        }
        if points.isEmpty { throw .noTrack }
    }

    /// The time from the first point to the last, in milliseconds.
    public var durationInMilliseconds: Int64 {
        // There is a first and a last one, and times do not fall.
        (points.last?.millisecondsSince1970 ?? 0) - (points.first?.millisecondsSince1970 ?? 0)
    }

    /// The way along all segments, in metres; what is between segments is left out.
    public var lengthInMetres: Double {
        zip(points, points.dropFirst()).reduce(0) { sum, pair in
            pair.1.beginsSegment ? sum : sum + pair.0.coordinate.distance(inMetresTo: pair.1.coordinate)
        }
    }

    /// Below this speed a course is noise. Metres per second.
    private static let restingSpeed = 0.5

    /// What a receiver would have told on the way, in order; one reading for each time there are points of.
    ///
    /// Speed and course are those of the way from the reading before, along the great circle and at an even pace. They are `nil`
    /// where a segment begins, the course also below 0.5 m/s. Of points with the same time the last one counts: their order would
    /// mean an endless speed.
    public var readings: [PositionReading] {
        var kept: [Point] = []
        for point in points {
            if let last = kept.last, last.millisecondsSince1970 == point.millisecondsSince1970 {
                kept[kept.count - 1] = Point(
                    coordinate: point.coordinate, millisecondsSince1970: point.millisecondsSince1970,
                    beginsSegment: last.beginsSegment || point.beginsSegment)
            } else {
                kept.append(point)
            }
        }
        return kept.indices.map { index in
            PositionReading(
                simulatedAt: kept[index].coordinate,
                motion: index == 0 ? PositionReading.Motion() : Self.motion(from: kept[index - 1], to: kept[index]),
                millisecondsSince1970: kept[index].millisecondsSince1970)
        }
    }

    private static func motion(from last: Point, to point: Point) -> PositionReading.Motion {
        if point.beginsSegment { return PositionReading.Motion() }
        let seconds = Double(point.millisecondsSince1970 - last.millisecondsSince1970) / 1000
        let speed = last.coordinate.distance(inMetresTo: point.coordinate) / seconds
        return PositionReading.Motion(
            speedInMetresPerSecond: speed,
            courseInDegrees: speed < restingSpeed ? nil : arrivingCourse(from: last.coordinate, to: point.coordinate))
    }

    /// The course on arrival: what one would turn to on the way back, turned about.
    private static func arrivingCourse(from start: Coordinate, to end: Coordinate) -> Double? {
        end.bearing(to: start).map { ($0 + 180).truncatingRemainder(dividingBy: 360) }
    }
}
