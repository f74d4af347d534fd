import Atlas

/// The turn restrictions of one profile as an automaton that follows a path (Aho and Corasick, CACM 18, 1975).
///
/// A state is the necessary memory of the path. Usually that is the last arc, whose number is the state's. Inside a
/// restriction with via ways, it is the number of matched arcs; those are the states from `firstDeepState` on.
struct TurnRules: Sendable {
    /// The state after an arc, if it is not the arc's own state.
    private struct Step {
        let state: UInt32
        let arc: UInt32
        let next: UInt32
    }

    private let firstDeepState: UInt32
    /// The arcs that must not follow a state, and the arcs of which one must follow, as words of state << 32 | arc,
    /// ascending.
    private var forbidden: [UInt64] = []
    private var mandatory: [UInt64] = []
    /// Ascending by state and arc.
    private var steps: [Step] = []
    /// By deep state, the state with the next shorter memory.
    private var shorter: [UInt32] = []
    /// A bit for each arc that ends with a rule: most arcs have none, and need no further look-up.
    private var isRuled: [UInt64]
    /// Deep states by their last arc, as words of arc << 32 | state, ascending.
    private var deepStates: [UInt64] = []

    /// The number of states: arcs and deep states.
    var stateCount: Int { Int(firstDeepState) + shorter.count }

    init(_ network: RoadNetwork, _ profile: Profile) {
        firstDeepState = UInt32(network.edges.count * 2)
        isRuled = [UInt64](repeating: 0, count: (network.edges.count * 2 + 63) / 64)
        let prefixes = ChainPrefixes(network, profile)
        for deep in 0..<prefixes.count {
            shorter.append(
                prefixes.longestSuffix(of: deep).map { firstDeepState + UInt32($0) } ?? prefixes.lastArc(of: deep))
            let before = prefixes.parent(of: deep).map { firstDeepState + UInt32($0) } ?? prefixes.firstArc(of: deep)
            steps.append(Step(state: before, arc: prefixes.lastArc(of: deep), next: firstDeepState + UInt32(deep)))
        }
        for index in network.turns.indices {
            let turn = network.turns[index], end = Int(turn.firstArc) + Int(turn.arcCount)
            guard turn.profiles & ProfileSet(profile).rawValue != 0 else { continue }
            let state = prefixes.state(before: index).map { firstDeepState + UInt32($0) } ?? network.turnArcs[end - 2]
            let word = Self.word(state, network.turnArcs[end - 1])
            if turn.isMandatory == 1 { mandatory.append(word) } else { forbidden.append(word) }
        }
        for state in (forbidden + mandatory).map({ UInt32($0 >> 32) }) + steps.map({ $0.state }) {
            let arc = arc(of: state)
            isRuled[Int(arc >> 6)] |= 1 << UInt64(arc & 63)
        }
        for deep in shorter.indices {
            let state = firstDeepState + UInt32(deep)
            deepStates.append(Self.word(arc(of: state), state))
        }
        deepStates.sort()
        forbidden.sort()
        mandatory.sort()
        steps.sort { ($0.state, $0.arc) < ($1.state, $1.arc) }
    }

    /// Returns the last arc of the path that led to the state.
    func arc(of state: UInt32) -> UInt32 {
        var state = state
        while state >= firstDeepState { state = shorter[Int(state - firstDeepState)] }
        return state
    }

    /// Whether `arc` may follow a path in `state`. The time does not depend on the number of restrictions.
    func allow(_ arc: UInt32, after state: UInt32) -> Bool {
        guard isRuled(state) else { return true }
        var state = state
        while true {
            let word = Self.word(state, arc)
            if Self.contains(forbidden, word) { return false }
            if Self.isMandated(state, mandatory), !Self.contains(mandatory, word) { return false }
            guard state >= firstDeepState else { return true }
            state = shorter[Int(state - firstDeepState)]
        }
    }

    private static func word(_ state: UInt32, _ arc: UInt32) -> UInt64 { UInt64(state) << 32 | UInt64(arc) }

    private static func contains(_ words: [UInt64], _ word: UInt64) -> Bool {
        let index = first(words) { $0 < word }
        return index < words.count && words[index] == word
    }

    /// Whether any word belongs to the state.
    private static func isMandated(_ state: UInt32, _ words: [UInt64]) -> Bool {
        let index = first(words) { $0 < word(state, 0) }
        return index < words.count && words[index] >> 32 == UInt64(state)
    }

    /// Returns the state after `arc`.
    func next(_ arc: UInt32, after state: UInt32) -> UInt32 {
        guard isRuled(state) else { return arc }
        var state = state
        while true {
            let index = Self.first(steps) { ($0.state, $0.arc) < (state, arc) }
            if index < steps.count, steps[index].state == state, steps[index].arc == arc { return steps[index].next }
            guard state >= firstDeepState else { return arc }
            state = shorter[Int(state - firstDeepState)]
        }
    }

    /// Returns the deep states whose last arc is `arc`.
    func deepStates(of arc: UInt32) -> [UInt32] {
        let first = Self.first(deepStates) { $0 < Self.word(arc, 0) }
        return deepStates[first...].prefix { $0 >> 32 == UInt64(arc) }.map { UInt32(truncatingIfNeeded: $0) }
    }

    private func isRuled(_ state: UInt32) -> Bool {
        state >= firstDeepState || isRuled[Int(state >> 6)] & 1 << UInt64(state & 63) != 0
    }

    private static func first<Element>(_ sorted: [Element], where isBefore: (Element) -> Bool) -> Int {
        var low = 0, high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The prefixes, two arcs or longer, of all chains with via ways, without their last arc: sorted, without duplicates.
private struct ChainPrefixes {
    private struct Prefix {
        let turn: Int
        let length: Int
    }

    private let network: RoadNetwork
    private var prefixes: [Prefix] = []

    init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        var all: [Prefix] = []
        for turn in network.turns.indices where network.turns[turn].profiles & ProfileSet(profile).rawValue != 0 {
            for length in stride(from: 2, to: Int(network.turns[turn].arcCount), by: 1) {
                all.append(Prefix(turn: turn, length: length))
            }
        }
        all.sort { order(arcs($0), arcs($1)) < 0 }
        for prefix in all where prefixes.last.map({ order(arcs($0), arcs(prefix)) != 0 }) ?? true {
            prefixes.append(prefix)
        }
    }

    var count: Int { prefixes.count }

    func firstArc(of index: Int) -> UInt32 { network.turnArcs[arcs(prefixes[index]).lowerBound] }
    func lastArc(of index: Int) -> UInt32 { network.turnArcs[arcs(prefixes[index]).upperBound - 1] }

    /// Returns the prefix that is one arc shorter; `nil` if that is a single arc.
    func parent(of index: Int) -> Int? { find(arcs(prefixes[index]).dropLast()) }

    /// Returns the longest proper suffix of a prefix that is itself a prefix; `nil` if only its last arc remains.
    func longestSuffix(of index: Int) -> Int? {
        var rest = arcs(prefixes[index]).dropFirst()
        while rest.count >= 2 {
            if let found = find(rest) { return found }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Returns the prefix after which a restriction's last arc counts; `nil` if that is a single arc.
    func state(before turn: Int) -> Int? {
        find(arcs(Prefix(turn: turn, length: Int(network.turns[turn].arcCount) - 1)))
    }

    private func arcs(_ prefix: Prefix) -> Range<Int> {
        let first = Int(network.turns[prefix.turn].firstArc)
        return first..<(first + prefix.length)
    }

    private func find(_ arcs: Range<Int>) -> Int? {
        guard arcs.count >= 2 else { return nil }
        var low = 0, high = prefixes.count
        while low < high {
            let middle = (low + high) / 2
            let order = order(self.arcs(prefixes[middle]), arcs)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Returns a number below, at or above 0 if the first chain comes before, equals, or comes after the second.
    private func order(_ first: Range<Int>, _ second: Range<Int>) -> Int {
        for (one, other) in zip(first, second) where network.turnArcs[one] != network.turnArcs[other] {
            return network.turnArcs[one] < network.turnArcs[other] ? -1 : 1
        }
        return first.count - second.count
    }
}
