import Presence

extension PositionFault {
    /// What is wrong with a position, for its sender. The text reveals nothing of the place.
    var sentence: String {
        switch self {
        case .noPlace: "it says nothing of a place"
        case .impossiblePlace: "its place is not on Earth, or is 0, 0"
        case .noTime: "it has no time since 1970"
        case .ahead: "its time is more than a day ahead of this server's clock"
        case .unreadable: "it is no position as JSON; see the description at /openapi.json"
        case .early: "its time is before 1973: a number counts milliseconds since 1970"
        case .expired: "it is older than what you want kept"
        case .noDevice: "its device would be one more than you may have; remove one, and send the file again"
        }
    }
}
