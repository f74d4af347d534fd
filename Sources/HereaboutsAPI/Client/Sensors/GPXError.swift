/// Why a file is not replayed. None tells what the file says, because that is where somebody was.
public enum GPXError: Error, Equatable, CustomStringConvertible {
    /// The file is larger than anything that is read.
    case tooLarge(bytes: Int, limit: Int)
    /// There are more points than are read.
    case tooManyPoints(limit: Int)
    /// The file breaks a rule of XML before its first element.
    case badXML(line: Int, reason: String)
    /// The outermost element is not `gpx`.
    case notGPX
    /// No point of the file can be replayed; `reason` says why.
    case noTrack(reason: String)

    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "the GPX file has \(bytes) bytes and at most \(limit) are read; cut the track into pieces"
        case .tooManyPoints(let limit):
            "the GPX file has more than \(limit) points; cut the track into pieces"
        case .badXML(let line, let reason): "line \(line) of the GPX file: \(reason)"
        case .notGPX: "the outermost element is not 'gpx'; choose a GPX 1.0 or 1.1 file"
        case .noTrack(let reason): "the GPX file has nothing to replay: \(reason)"
        }
    }
}
