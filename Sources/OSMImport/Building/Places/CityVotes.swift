import Atlas
import Search

/// Finds the city of places without one of their own or by a boundary: that of most addresses with their postcode, or
/// else on their street.
struct CityVotes {
    private typealias Part = LocalityFinder.Part

    /// The number of addresses for each city.
    private struct Votes {
        private var counts: [Part: Int] = [:]

        mutating func add(_ city: Part) { counts[city, default: 0] += 1 }

        /// The most frequent name, and the most frequent settlement or boundary with that name; the first in the
        /// extract wins ties.
        var winner: Part? {
            let names = Dictionary(grouping: counts.keys, by: \.name).mapValues {
                $0.reduce(0) { $0 + counts[$1, default: 0] }
            }
            guard let name = names.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
            return counts.filter { $0.key.name == name }
                .max { ($0.value, $1.key.draft ?? .max) < ($1.value, $0.key.draft ?? .max) }?.key
        }
    }

    private var byPostcode: [Postcode: Votes] = [:]
    private var byStreet: [Int: Votes] = [:]

    /// Fills in cities. `streets` has the draft of the street for each draft.
    static func fill(_ localities: inout [LocalityFinder.Names], of drafts: PlaceDrafts, streets: [Int?]) {
        var votes = CityVotes()
        for (index, draft) in drafts.all.enumerated() where draft.city != PlaceFacts.none {
            let names = localities[index]
            if !names[.postcode].isUnknown { votes.byPostcode[Postcode(names), default: Votes()].add(names[.city]) }
            if let street = streets[index] { votes.byStreet[street, default: Votes()].add(names[.city]) }
        }
        let byPostcode = votes.byPostcode.compactMapValues(\.winner)
        let byStreet = votes.byStreet.compactMapValues(\.winner)
        for (index, draft) in drafts.all.enumerated() where localities[index][.city].isUnknown && draft.use == nil {
            let street = draft.type == .street ? index : streets[index]
            if let city = byPostcode[Postcode(localities[index])] ?? street.flatMap({ byStreet[$0] }) {
                localities[index][.city] = city
            }
        }
    }
}
