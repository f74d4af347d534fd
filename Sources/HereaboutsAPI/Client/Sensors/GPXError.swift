/// The reason why a file is not replayed. It never repeats the file's content, which says where somebody was.
public enum GPXError: Error, Equatable, CustomStringConvertible {
    /// The file is larger than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The file has more points than the limit.
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
