import GeoCore
import Gossip

/// Addresses to dial, of which some led to members before. Whose address is dialled next is random: nodes that announce
/// many names do not hide the others.
struct Candidates {
    static let most = 256
    static let firstPause: Milliseconds = 30_000
    static let longestPause: Milliseconds = 600_000

    private struct Candidate {
        let id: CandidateID
        var isKnown: Bool
        var notBefore: Milliseconds = .min
        var pause = Candidates.firstPause
        var isLinked = false
    }

    private var all: [Candidate] = []
    var nextDial: Milliseconds

    init(nextDial: Milliseconds) { self.nextDial = nextDial }

    var count: Int { all.count }

    mutating func add(_ id: CandidateID, isKnown: Bool, using generator: inout any RandomNumberGenerator) {
        if let place = all.firstIndex(where: { $0.id == id }) {
            all[place].isKnown = all[place].isKnown || isKnown
            return
        }
        let candidate = Candidate(id: id, isKnown: isKnown)
        guard all.count >= Self.most else {
            all.append(candidate)
            return
        }
        // Room for it at the cost of a random one that is neither linked nor known.
        let replaceable = all.indices.filter { !all[$0].isLinked && !all[$0].isKnown }
        guard let place = replaceable.randomElement(using: &generator) else { return }
        all[place] = candidate
    }

    mutating func remove(_ id: CandidateID) { all.removeAll { $0.id == id } }

    mutating func setLinked(_ id: CandidateID?, _ isLinked: Bool) {
        guard let place = all.firstIndex(where: { $0.id == id }) else { return }
        all[place].isLinked = isLinked
    }

    /// Leaves an address alone for a time that doubles.
    mutating func delay(_ id: CandidateID?, at time: Milliseconds) {
        guard let place = all.firstIndex(where: { $0.id == id }) else { return }
        all[place].notBefore = time + all[place].pause
        all[place].pause = min(2 * all[place].pause, Self.longestPause)
    }

    /// Takes the pause from an address.
    mutating func hurry(_ id: CandidateID?) {
        guard let place = all.firstIndex(where: { $0.id == id }) else { return }
        (all[place].notBefore, all[place].pause) = (.min, Self.firstPause)
    }

    /// Returns the address to dial now: one that led to a member, else a random one.
    mutating func next(at time: Milliseconds, using generator: inout any RandomNumberGenerator) -> CandidateID? {
        let ready = all.filter { !$0.isLinked && $0.notBefore <= time }
        let known = ready.filter(\.isKnown)
        guard let chosen = (known.isEmpty ? ready : known).randomElement(using: &generator) else { return nil }
        delay(chosen.id, at: time)
        return chosen.id
    }
}
