import HereaboutsAPI

extension [MeshRefusal: Int] {
    /// The causes in words, and how many messages have each.
    var byWords: [(words: String, count: Int)] {
        reduce(into: [String: Int]()) { $0[$1.key.words, default: 0] += $1.value }
            .map { (words: $0.key, count: $0.value) }.sorted { $0.words < $1.words }
    }
}

extension MeshRefusal {
    /// Why a node does not keep some messages.
    var words: String {
        switch self {
        case .malformed: "their bytes are no message"
        case .expired: "they are too old"
        case .replaced: "later messages have replaced them"
        case .hidden: "operators of the place hide them"
        case .otherPlace: "they are of another place"
        case .noClock: "this machine's clock is not set"
        case .tooEarly, .stampTime: "their times are ahead of the node's"
        case .notAllowed: "their authors may not write them"
        case .unknownMember, .noStamp, .badStamp: "no member of the place says when they entered"
        case .overQuota: "they are more than all nodes take in a time"
        case .badSignature: "their signatures do not hold"
        }
    }
}
