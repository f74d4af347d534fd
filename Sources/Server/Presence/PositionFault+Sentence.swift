import Presence

extension PositionFault {
    /// The fault of a position, for its sender. The text reveals no place.
    var sentence: String {
        switch self {
        case .noPlace: "it has no place"
        case .impossiblePlace: "its place is not on Earth, or is 0, 0"
        case .noTime: "it has no time since 1970"
        case .ahead: "its time is more than a day ahead of this server's clock"
        case .unreadable: "it is not a position in JSON; see /openapi.json"
        case .early: "its time is before 1973: a number counts milliseconds since 1970"
        case .expired: "it is older than you keep positions"
        case .noDevice: "its device would be one more than you may have; remove one, and send the file again"
        }
    }
}
