import Atlas

extension SearchEngine {
    /// What a pass over the candidates is after.
    enum Aim {
        /// Places that answer to every word of the query.
        case forAllWords
        /// Places that answer to at least one, when none answers to all.
        case forSomeWords
    }

    /// Candidates looked at in one pass. Lists are in order of importance, so what is left out matters least.
    private static var maximumCandidates: Int { 16_384 }
    /// A list of more places than this may be left out when there are rarer words to go by.
    private static var longList: Int { 400 }
    /// Neighbours of the user that are looked at when not all candidates were.
    private static var neighbours: Int { 384 }

    /// Looks at the places that can answer and keeps the best in `workspace.ranking`.
    func rankCandidates(_ aim: Aim, _ scoring: Scoring, keeping kept: Int, _ workspace: inout SearchWorkspace) {
        workspace.ranking.reset(capacity: kept)
        workspace.hasExactHouse = false
        let sources = sources(aim, workspace)
        guard !sources.isEmpty else { return }
        workspace.pass += 1
        workspace.mark()
        var remaining = Self.maximumCandidates, isComplete = true
        for index in sources {
            isComplete = gather(index, aim, scoring, &remaining, &workspace) && isComplete
        }
        if !isComplete, let plane = scoring.plane {
            reverse.forEachNear(plane, count: Self.neighbours) { consider($0, aim, scoring, &workspace) }
        }
        workspace.unmark()
    }

    /// The words of the query whose lists hold all candidates, rarest first.
    ///
    /// A word that no context can supply must be in a name or kind of every answer: then its list is enough.
    private func sources(_ aim: Aim, _ workspace: borrowing SearchWorkspace) -> [Int] {
        var sources: [Int] = [], rarest: Int?
        for index in workspace.words.indices {
            let word = workspace.words[index]
            if word.readings.isEmpty {
                if aim == .forAllWords, !word.isNumber { return [] }
                continue
            }
            if !word.isContextual, rarest.map({ word.cost < workspace.words[$0].cost }) ?? true { rarest = index }
            // Few bytes to move; keeps equal costs in the order of the query.
            var place = sources.count
            while place > 0, workspace.words[sources[place - 1]].cost > word.cost { place -= 1 }
            sources.insert(index, at: place)
        }
        guard aim == .forAllWords else { return sources }
        if let rarest { return [rarest] }
        // What has only the commonest word in its name ("street") and all others in its context is not what was meant.
        if sources.count > 1 {
            let commonest = workspace.words[sources[sources.count - 1]].cost
            let next = workspace.words[sources[sources.count - 2]].cost
            if commonest > Self.longList, commonest > 2 * next { sources.removeLast() }
        }
        return sources
    }

    /// Looks at the places of one word of the query, at most `remaining`. Returns whether those were all.
    private func gather(
        _ index: Int, _ aim: Aim, _ scoring: Scoring, _ remaining: inout Int, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let word = workspace.words[index]
        var isComplete = true, wordCount = 0
        for reading in word.readings { wordCount += reading.words.count }
        let limit = word.cost <= remaining ? Int.max : max(1, remaining / max(1, wordCount))
        for reading in word.readings {
            for position in reading.words {
                guard remaining > 0 else { return false }
                let isAll = postings.forEach(position, limit: min(limit, remaining)) { place in
                    remaining -= 1
                    consider(place, aim, scoring, &workspace)
                }
                isComplete = isComplete && isAll
            }
        }
        return isComplete
    }

    private func consider(_ place: PlaceID, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        guard workspace.isNew(place.index) else { return }
        let match = match(place, scoring, workspace)
        guard match.qualities != 0 else { return }
        let open = scoring.unmatched(match.qualities)
        if aim == .forAllWords {
            let hasHouses = addHouses(on: place, match, open, scoring, &workspace)
            // The street is an answer too when nobody on it has the number.
            guard open == 0 || (hasHouses == false && open & ~workspace.numbers == 0) else { return }
        }
        let point = places.point(place), score = scoring.score(match, rank: places.rank(place), at: point)
        workspace.ranking.insert(SearchHit(subject: .place(place), point: point, score: score, isPartial: open != 0))
    }
}
