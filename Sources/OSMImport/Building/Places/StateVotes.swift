import Atlas
import Search

/// Says in which state places lie where neither they nor a boundary do, as in an extract of less than a state: that of nearly all addresses
/// in their city, or else in their county, or else anywhere.
struct StateVotes {
    private typealias Part = LocalityFinder.Part

    /// The share of the addresses that must agree.
    private static let quorum = 0.95

    private struct Votes {
        private var counts: [Part: Int] = [:]

        mutating func add(_ state: Part) { counts[state, default: 0] += 1 }

        var winner: Part? {
            let total = counts.values.reduce(0, +)
            return counts.first { Double($0.value) >= StateVotes.quorum * Double(total) }?.key
        }
    }

    /// Fills in states.
    static func fill(_ localities: inout [LocalityFinder.Names], of drafts: PlaceDrafts) {
        var byCity: [Part: Votes] = [:], byCounty: [Part: Votes] = [:], all = Votes()
        for (index, draft) in drafts.all.enumerated() where draft.state != PlaceFacts.none {
            let names = localities[index]
            all.add(names[.state])
            if !names[.city].isUnknown { byCity[names[.city], default: Votes()].add(names[.state]) }
            if !names[.county].isUnknown { byCounty[names[.county], default: Votes()].add(names[.state]) }
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
