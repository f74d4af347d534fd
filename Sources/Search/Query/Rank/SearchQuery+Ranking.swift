import Atlas
import GeoCore

/// The third stage: ranks the candidates.
extension SearchQuery {
    /// The goal of a pass over the candidates.
    enum Aim {
        /// Places that match every word of the query.
        case forAllWords
        /// Places that match at least one word, if none matches all.
        case forSomeWords
    }

    /// Compares the candidates and keeps the best in `ranking`.
    mutating func rank(_ aim: Aim, keeping kept: Int, _ workspace: inout SearchWorkspace) {
        ranking.reset(capacity: kept)
        hasExactHouse = false
        hasPhrase = false
        let sources = sources(aim)
        guard !sources.isEmpty else { return }
        workspace.mark(reading.words)
        gather(sources, &workspace)
        for index in workspace.candidates.indices { consider(workspace.candidates[index], aim, &workspace) }
        workspace.unmark(reading.words)
    }

    private mutating func consider(_ place: PlaceID, _ aim: Aim, _ workspace: inout SearchWorkspace) {
        let match = match(place, needsAll: aim == .forAllWords, workspace)
        guard !match.qualities.isNone else { return }
        let unmatched = scoring.unmatched(match.qualities)
        let open = unmatched.subtracting(omitted(unmatched, by: place))
        if match.beginsAsQuery, reading.words.count > 1 { hasPhrase = true }
        let hasHouses = addHouses(on: place, open, aim, &workspace)
        if aim == .forAllWords {
            // The street is an answer, too, if no house on it has the number.
            let isStreet = hasHouses == false && open.isSubset(of: scoring.numbers.union(scoring.units))
            // A town does not lie in one postcode: it has several.
            guard
                open.isEmpty || isStreet || open.isSubset(of: scoring.postcodes) && engine.places.type(place) == .area
            else { return }
        }
        var score = scoring.score(match, rank: engine.places.rank(place)) - borrowedName(of: place, match, workspace)
        guard score + scoring.mostProximity >= ranking.leastScore else { return }
        let estimate =
            hasHouses == false ? estimatedPoint(on: place, open.intersection(scoring.numbers), in: match.locality) : nil
        let part = match.nameLength > 0 ? engine.parts.point(ofNameAt: match.name) : nil
        let stretch = match.locality.flatMap { engine.streets.point(of: place, in: $0, nearest: scoring.plane) }
        let point = estimate ?? stretch ?? part ?? engine.places.point(place)
        score += scoring.proximity(of: point)
        ranking.insert(
            SearchHit(
                subject: .place(place), point: point, score: score, isPartial: !open.isEmpty,
                isEstimated: estimate != nil, locality: match.locality))
    }

    /// Returns the penalty for a place with a borrowed name, unless the query names its kind.
    private func borrowedName(of place: PlaceID, _ match: Match, _ workspace: borrowing SearchWorkspace) -> Int {
        let kind = engine.places.kind(place)
        guard engine.kindNames.isBorrowed(kind), match.nameLength > 0,
            scoring.certainOfKind(qualities(ofKind: kind, workspace)).isNone
        else { return 0 }
        return Scoring.Points.borrowedName
    }
}
