import Atlas
import GeoCore

/// Houses by their numbers.
extension SearchQuery {
    /// Reads words of the query as a house number and ranks the houses of `place` that have it. The place is a street,
    /// or a village whose houses are numbered without streets.
    ///
    /// Candidates are each word that can be a number, and each run of such words ("52 b"). The other words must be in
    /// the street's name ("20th"), name the house's own locality, or name a flat in it. Returns whether a house has the
    /// number; `nil` for a place without houses and a query without a number.
    mutating func addHouses(
        on place: PlaceID, _ open: WordSet, _ aim: Aim, _ workspace: inout SearchWorkspace
    ) -> Bool? {
        let numbers = scoring.numbers
        guard !numbers.isEmpty else { return nil }
        let type = engine.places.type(place)
        guard type == .street || type == .area else { return nil }
        let range = engine.streets.houseRange(place)
        guard !range.isEmpty else { return nil }
        // "8 mai 1945" is a street, even if it has a house number 8.
        let own = open.isEmpty ? nameMatch(place, workspace).qualities.words : []
        var isFound = false
        for first in reading.words.indices where numbers[first] {
            var run: WordSet = []
            for last in first..<reading.words.count {
                if reading.words[last].isSign, !numbers[last] { continue }
                guard numbers[last] else { break }
                run[last] = true
                if run.isSubset(of: own) { continue }
                let wanted = WantedNumber(run, reading, scoring)
                // If the street's name or town contains a number, only a house with exactly that number has it, too.
                let isExact = run.isDisjoint(with: open) || !run.isSubset(of: open.union(scoring.fillers))
                let found = houses(in: range, wanted, isExact: isExact, &workspace)
                guard !found.isEmpty else { continue }
                // The house lies in one locality, and not in all localities of its street.
                let street = match(place, without: run, inContext: false, workspace)
                isFound = rank(found, wanted, street, aim, workspace) || isFound
            }
        }
        return type == .area && !isFound ? nil : isFound
    }

    /// Lets the number of a house match the numbers that `match` leaves open.
    func addHouseNumber(of house: PlaceID, to match: inout Match, _ workspace: inout SearchWorkspace) {
        let open = scoring.unmatched(match.qualities).intersection(scoring.numbers)
        guard !open.isEmpty, let (fit, _) = fit(of: WantedNumber(open, reading, scoring), to: house, &workspace) else {
            return
        }
        for index in reading.words.indices where open[index] { match.qualities[index] = fit.quality.rawValue }
    }

    /// Ranks the houses with the number; returns whether the rest of the query matches any of them.
    private mutating func rank(
        _ found: [NumberedHouse], _ wanted: WantedNumber, _ street: Match, _ aim: Aim,
        _ workspace: borrowing SearchWorkspace
    ) -> Bool {
        // The query must match more of the street than the town that it lies in.
        guard street.nameLength > 0 else { return false }
        var isFound = false
        for house in found {
            var full = street
            for index in reading.words.indices where wanted.words[index] {
                full.qualities[index] = house.quality.rawValue
            }
            if house.isUnit { full.qualities = full.qualities.merged(with: WordQualities(exact: wanted.units)) }
            addContext(of: house.place, to: &full, workspace)
            let unmatched = scoring.unmatched(full.qualities).subtracting(scoring.units)
            let street = engine.places.street(house.place)
            let open = unmatched.subtracting(street.map { omitted(unmatched, by: $0) } ?? [])
            guard open.isEmpty || aim == .forSomeWords else { continue }
            isFound = true
            // Many streets have the number: a house of another street is not a better answer for it.
            let isElsewhere = !open.isDisjoint(with: scoring.subject)
            if isElsewhere { full.qualities = full.qualities.scaled(by: 64, WordQualities.Mask(wanted.words)) }
            if house.quality == .exact { hasExactHouse = true }
            // The importance of its street: house numbers have none of their own.
            let point = engine.places.point(house.place), rank = street.map { engine.places.rank($0) } ?? 0
            let score =
                scoring.score(full, rank: rank) + scoring.proximity(of: point)
                + (house.quality == .exact && !isElsewhere ? Scoring.Points.exactHouse : 0)
            ranking.insert(
                SearchHit(subject: .address(house.place), point: point, score: score, isPartial: !open.isEmpty))
        }
        return isFound
    }
}
