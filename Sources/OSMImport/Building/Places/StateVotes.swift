import Atlas
import Search

/// Finds the state of places without one of their own or by a boundary, as in an extract of less than a state. It is
/// the state of nearly all addresses that name one in their city, or else in their county, or else anywhere.
///
/// Only addresses vote: a boundary decides for all places in it anyway.
struct StateVotes {
    private typealias Part = LocalityFinder.Part

    /// The share of the addresses with a state that must agree, and the share of all addresses that must have one.
    private static let quorum = 0.95
    private static let turnout = 0.1

    private struct Votes {
        private var addresses = 0
        /// By code, or by name if there is no code.
        private var counts: [String: Int] = [:]
        private var parts: [String: Part] = [:]

        mutating func add(_ state: (key: String, part: Part)?) {
            addresses += 1
            guard let state else { return }
            counts[state.key, default: 0] += 1
            if parts[state.key].map({ state.part.name < $0.name }) ?? true { parts[state.key] = state.part }
        }

        var winner: Part? {
            let stated = Double(counts.values.reduce(0, +))
            guard stated >= StateVotes.turnout * Double(addresses) else { return nil }
            return counts.first { Double($0.value) >= StateVotes.quorum * stated }.flatMap { parts[$0.key] }
        }
    }

    /// Fills in states; `strings` are the extract's.
    static func fill(_ localities: inout [LocalityFinder.Names], of drafts: PlaceDrafts, _ strings: [String]) {
        var byCity: [Part: Votes] = [:], byCounty: [Part: Votes] = [:], all = Votes()
        for (index, draft) in drafts.all.enumerated() where draft.houseNumber != PlaceFacts.none {
            let names = localities[index], part = names[.state]
            guard part.draft == nil else { continue }
            let text = part.isUnknown ? "" : strings[Int(part.name)]
            // The shorter of name and code.
            let other = RegionNames.other(for: text).flatMap { $0.utf8.count < text.utf8.count ? $0 : nil }
            let state = part.isUnknown ? nil : (key: other ?? text, part: part)
            all.add(state)
            if !names[.city].isUnknown { byCity[names[.city], default: Votes()].add(state) }
            if !names[.county].isUnknown { byCounty[names[.county], default: Votes()].add(state) }
        }
        let cities = byCity.compactMapValues(\.winner), counties = byCounty.compactMapValues(\.winner),
            most = all.winner
        for (index, draft) in drafts.all.enumerated()
        where localities[index][.state].isUnknown && draft.use.map({ $0 < .state }) ?? true {
            let names = localities[index]
            localities[index][.state] = cities[names[.city]] ?? counties[names[.county]] ?? most ?? Part()
        }
    }
}
