import HereaboutsAPI
import Mesh
import MeshHost

/// The words for a fault of one kind of messages.
struct WritingWords {
    /// What somebody wrote.
    let thing: String
    /// What is wrong with its text.
    let text: String
    /// Why the quota of an author is full.
    let often: String
}

extension ErrorBody {
    /// What lasts is not allowed, what ends at a known time is too soon, and the rest passes by itself.
    init(_ fault: WritingFault, _ words: WritingWords) {
        switch fault {
        case .text: self.init(.invalidBody, words.text, field: "text")
        case .name:
            self.init(
                .invalidBody, "name is not one line of up to \(RoomLine.longestName) bytes that people can read",
                field: "name")
        case .overQuota(let quota):
            let seconds = Int(max(1, (quota.wait + 999) / 1000))
            let cause =
                quota.isOfEntry
                ? "people whom the place does not know have written as much at this node as all nodes take in a day"
                : words.often
            self.init(.tooSoon, "\(cause); try again in \(seconds) s", retryAfter: seconds)
        case .refused(.refused(.hidden)): self.init(.notAllowed, "operators of this place hide what you write")
        case .refused(let outcome):
            self.init(
                outcome.mayBeKeptLater ? .unavailable : .notAllowed,
                "the node does not take the \(words.thing): \(outcome.cause ?? "it has it already")")
        }
    }
}
