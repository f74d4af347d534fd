public import GeoCore

/// The recorded track of a GPX 1.0 or 1.1 file: where somebody was, and when.
///
/// It has the points of all tracks and their segments in the file's order. If the file has no track, it has the points
/// of its routes, or else its waypoints. It leaves out points without a place or a time, or with a time that does not
/// fit in with the others, and everything after damage.
public struct GPXTrack: Equatable, Sendable {
    /// The largest file that is read, in bytes: more than a day at one point a second with all that receivers add to
    /// it.
    public static let largestFile = 32 << 20
    /// The most points that are read: five days at one point a second.
    public static let mostPoints = TrackFile.mostPoints

    /// A point of a track.
    public struct Point: Equatable, Sendable {
        public let coordinate: Coordinate
        /// UTC, without leap seconds. Never before that of the point before.
        public let millisecondsSince1970: Int64
        /// Whether a segment begins: nobody knows the course between this point and the one before.
        public let beginsSegment: Bool
    }

    /// A point of the file that is left out.
    public struct RefusedPoint: Equatable, Sendable {
        /// Its position among all points of the file, from 0.
        public let index: Int
        /// The end of a sentence that begins with the point.
        public let reason: String
    }

    /// Never empty.
    public let points: [Point]
    /// In the file's order.
    public let refused: [RefusedPoint]

    /// Reads a file that anybody may have made.
    ///
    /// Throws `.tooLarge` or `.tooManyPoints` beyond the limits above; `.badXML` where it is no XML or there is a
    /// document type declaration; `.notGPX` for other XML; and `.noTrack` when no point can be replayed.
    ///
    /// - Complexity: O(n log n); memory in proportion to the file.
    public init(bytes: [UInt8]) throws(GPXError) {
        guard bytes.count <= Self.largestFile else { throw .tooLarge(bytes: bytes.count, limit: Self.largestFile) }
        let found = try Self.read(bytes)
        guard !found.isFull else { throw .tooManyPoints(limit: Self.mostPoints) }
        let trace: TrackFile.Trace
        do throws(TrackFile.Fault) {
            trace = try TrackFile(found).timedTrace()
        } catch {
            throw .noTrack(reason: error.reason)
        }
        points = trace.fixes.compactMap { fix in
            fix.time.map {
                Point(coordinate: fix.coordinate, millisecondsSince1970: $0, beginsSegment: fix.beginsSegment)
            }
        }
        refused = trace.refused.map { RefusedPoint(index: $0.index, reason: $0.sentence) }
    }

    private static func read(_ bytes: [UInt8]) throws(GPXError) -> TrackPoints {
        var xml = XMLElements(TextBytes.utf8(bytes))
        do throws(XMLFault) {
            _ = try xml.next()
        } catch {
            throw .badXML(line: error.line, reason: error.reason)
        }
        guard xml.isLocal("gpx") else { throw .notGPX }
        return GPXReader.read(xml)
    }

    /// The time from the first point to the last, in milliseconds.
    public var durationInMilliseconds: Int64 {
        // There is a first and a last one, and times do not fall.
        (points.last?.millisecondsSince1970 ?? 0) - (points.first?.millisecondsSince1970 ?? 0)
    }

    /// The length of all segments, in metres, without the gaps between them.
    public var lengthInMetres: Double {
        zip(points, points.dropFirst()).reduce(0) { sum, pair in
            pair.1.beginsSegment ? sum : sum + pair.0.coordinate.distance(inMetresTo: pair.1.coordinate)
        }
    }

    /// Below this speed a course is noise. Metres per second.
    private static let restingSpeed = 0.5

    /// The readings of a receiver along the track, in order: one for each time that has points.
    ///
    /// Speed and course are those of the way from the reading before, along the great circle and at an even pace. They
    /// are `nil` where a segment begins, the course also below 0.5 m/s. Of points with the same time the last one
    /// counts: their order would mean an endless speed.
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

    /// The course on arrival: the opposite of the bearing back.
    private static func arrivingCourse(from start: Coordinate, to end: Coordinate) -> Double? {
        end.bearing(to: start).map { ($0 + 180).truncatingRemainder(dividingBy: 360) }
    }
}
