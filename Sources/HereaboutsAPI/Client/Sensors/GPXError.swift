/// Why a file is not replayed. None tells what the file says, because that is where somebody was.
public enum GPXError: Error, Equatable, CustomStringConvertible {
    /// The file is larger than anything that is read.
    case tooLarge(bytes: Int, limit: Int)
    /// There are more points than are read; `line` is where the first of them too many is.
    case tooManyPoints(line: Int, limit: Int)
    /// The file breaks a rule of XML, or uses what is not read.
    case badXML(line: Int, reason: String)
    /// The outermost element is not `gpx`.
    case notGPX(line: Int)
    /// `lat` or `lon` of a point is missing, not a plain decimal number, or out of range.
    case badCoordinate(line: Int)
    /// The time of a point is not a time.
    case badTime(line: Int)
    /// A point has no time, so that nobody knows when to be there.
    case timeMissing(line: Int)
    /// A point has an earlier time than the one before it.
    case timeBackwards(line: Int)
    /// There is no track in the file, or no point in it.
    case noTrack

    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "the GPX file has \(bytes) bytes and at most \(limit) are read; cut the track into pieces"
        case .tooManyPoints(let line, let limit):
            "line \(line) of the GPX file begins point \(limit + 1) and at most \(limit) are read; cut the track into pieces"
        case .badXML(let line, let reason): "line \(line) of the GPX file: \(reason)"
        case .notGPX(let line): "line \(line): the outermost element is not 'gpx'; choose a GPX 1.0 or 1.1 file"
        case .badCoordinate(let line):
            "line \(line) of the GPX file: a track point needs 'lat' within ±90 and 'lon' within ±180, as plain decimals"
        case .badTime(let line):
            "line \(line) of the GPX file: a time has to look like 2026-10-01T12:00:00Z"
        case .timeMissing(let line):
            "line \(line) of the GPX file: the track point has no time; choose a track that was recorded, not planned"
        case .timeBackwards(let line):
            "line \(line) of the GPX file: the track point is earlier than the one before it; put the points in order"
        case .noTrack: "the GPX file has no track points; routes and waypoints are not replayed"
        }
    }
}
