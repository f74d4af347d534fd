import Atlas
import Search

/// Says in which city places lie where neither they nor a boundary do: that of most addresses with their postcode, or else on their street.
struct CityVotes {
    private typealias Names = LocalityFinder.Names
    private typealias Part = LocalityFinder.Part

    /// For one postcode or street, how many addresses name which city.
    private typealias Votes = [Part: Int]
    private var byPostcode: [UInt32: Votes] = [:]
    private var byStreet: [Int: Votes] = [:]

    /// Fills in cities. `streets` has for each draft the draft of its street.
    static func fill(_ localities: inout [LocalityFinder.Names], of drafts: PlaceDrafts, streets: [Int?]) {
        var votes = CityVotes()
        for (index, draft) in drafts.all.enumerated() where draft.city != PlaceFacts.none {
            let names = localities[index]
            if !names[.postcode].isUnknown {
                votes.byPostcode[names[.postcode].name, default: [:]][names[.city], default: 0] += 1
            }
            if let street = streets[index] { votes.byStreet[street, default: [:]][names[.city], default: 0] += 1 }
        }
        let byPostcode = votes.byPostcode.compactMapValues(winner), byStreet = votes.byStreet.compactMapValues(winner)
        for (index, draft) in drafts.all.enumerated() where localities[index][.city].isUnknown && draft.use == nil {
            let street = draft.type == .street ? index : streets[index]
            if let city = byPostcode[localities[index][.postcode].name] ?? street.flatMap({ byStreet[$0] }) {
                localities[index][.city] = city
            }
        }
    }

    /// The city of most; of several the one that the extract has first.
    private static func winner(_ votes: Votes) -> Part? {
        votes.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }?.key
    }
}
