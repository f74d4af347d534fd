package import Mesh

extension Acceptance {
    /// Why the node does not keep a message, for people; `nil` where it does.
    package var cause: String? {
        switch self {
        case .kept, .known: nil
        case .held: "its time is ahead of the node's"
        case .blocked: "this node does not want it"
        case .refused(let refusal): refusal.cause
        }
    }

    /// Whether the node may keep the same message, or one like it, another time.
    package var mayBeKeptLater: Bool {
        switch self {
        case .held, .refused(.noClock), .refused(.tooEarly): true
        case .kept, .known, .blocked, .refused: false
        }
    }
}

extension Refusal {
    fileprivate var cause: String {
        switch self {
        case .otherPlace: "it is of another place"
        case .noClock: "this machine's clock is not set"
        case .tooOld: "it is too old"
        case .tooEarly, .stampTime: "its time is ahead of the node's"
        case .notAllowed: "its author may not write it"
        case .unknownMember, .noStamp, .badStamp: "no member of the place says when it entered"
        case .overQuota: "as much is written as all nodes take in a time; try again later"
        case .replaced: "a later message has replaced it"
        case .hidden: "operators of this place hide it"
        case .badSignature: "its signature does not hold"
        }
    }
}
