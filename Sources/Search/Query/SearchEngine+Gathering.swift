import Atlas
import GeoCore

extension SearchEngine {
    /// What a pass over the candidates is after.
    enum Aim {
        /// Places that answer to every word of the query.
        case forAllWords
        /// Places that answer to at least one, when none answers to all.
        case forSomeWords
    }

    /// About how many candidates are looked at in one pass. Lists are in order of importance: what is left out matters least.
    private static var maximumCandidates: Int { 512 }
    /// Names that begin as the query does are looked at when not all candidates were.
    private static var maximumNames: Int { 256 }
    /// A list of more places than this may be left out when there are rarer words to go by.
    private static var longList: Int { 400 }
    /// Neighbours of the user that are looked at when not all candidates were.
    private static var neighbours: Int { 112 }
    /// Neighbours of a kind that is asked for that are looked at when not all candidates were.
    private static var neighboursOfKind: Int { 64 }

    /// Looks at the places that can answer and keeps the best in `workspace.ranking`.
    func rankCandidates(_ aim: Aim, _ scoring: Scoring, keeping kept: Int, _ workspace: inout SearchWorkspace) {
        workspace.ranking.reset(capacity: kept)
        workspace.hasExactHouse = false
        let sources = sources(aim, workspace)
        guard !sources.isEmpty else { return }
        workspace.beginPass()
        workspace.mark()
        var isComplete = true
        for index in sources {
            isComplete = gather(index, sharedBy: sources.count, aim, scoring, &workspace) && isComplete
        }
        if !isComplete {
            considerNames(aim, scoring, &workspace)
            if let plane = scoring.plane {
                reverse.forEachNear(plane, count: Self.neighbours) { consider($0, aim, scoring, &workspace) }
                considerKinds(plane, aim, scoring, &workspace)
            }
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
            if word.isFiller { continue }
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

    /// Looks at the places of one word of the query: at all, or at about as many of the most important ones as each of `count` words may
    /// have. Returns whether those were all.
    private func gather(
        _ index: Int, sharedBy count: Int, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let word = workspace.words[index], end = end(of: word, limit: Self.maximumCandidates / count)
        var isComplete = true
        for reading in word.readings {
            // A letter or two begin so many words that it is quicker to read the names of the places.
            if word.bytes.count < QueryWord.shortestContextual, reading.words.count > end {
                isComplete = false
                for place in 0..<end where hasWord(of: reading.words, PlaceID(place)) {
                    consider(PlaceID(place), aim, scoring, &workspace)
                }
                continue
            }
            for position in reading.words {
                let isAll = postings.forEach(position, before: UInt32(truncatingIfNeeded: end)) { place in
                    consider(place, aim, scoring, &workspace)
                }
                isComplete = isComplete && isAll
            }
        }
        return isComplete
    }

    /// The place before which about `limit` of those that have `word` lie: words are about as frequent among important places as among
    /// others.
    func end(of word: QueryWord, limit: Int) -> Int {
        // In the browser a place's number times the limit is more than an Int.
        word.cost <= limit ? places.count : Int(Int64(names.placeCount) * Int64(limit) / Int64(word.cost))
    }

    private func hasWord(of words: Range<Int>, _ place: PlaceID) -> Bool {
        for position in names.nameRange(place) where words.contains(names.nameWord(at: position).word) { return true }
        return false
    }

    /// Looks at the places with a name that begins as the query does.
    private func considerNames(_ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        var beginning: [UInt32] = []
        for word in workspace.words.dropLast() {
            if word.isFiller, word.readings.isEmpty { continue }
            guard let exact = word.readings.first, exact.quality == .exact else { return }
            beginning.append(UInt32(exact.words.lowerBound))
        }
        // As a beginning, if it may be one; that is the wider reading.
        guard let last = workspace.words.last?.readings.last(where: { $0.quality.edits == 0 && $0.quality != .synonym })
        else { return }
        for index in order.range(beginning, then: last.words).prefix(Self.maximumNames) {
            consider(order.place(at: index), aim, scoring, &workspace)
        }
    }

    /// Looks at what is nearest of the kinds that the query names, if it names some.
    private func considerKinds(_ plane: LocalPlane, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace)
    {
        guard scoring.kinds != 0 else { return }
        for kind in 0..<places.kindCount where spots.count(ofKind: kind) > 0 {
            guard scoring.certain(qualities(ofKind: kind, workspace)) != 0 else { continue }
            for place in spots.nearest(ofKind: kind, plane, limit: Self.neighboursOfKind, in: places) {
                consider(place, aim, scoring, &workspace)
            }
        }
    }

    private func consider(_ place: PlaceID, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        guard workspace.isNew(place) else { return }
        let match = match(place, needsAll: aim == .forAllWords, scoring, workspace)
        guard match.qualities != 0 else { return }
        let open = scoring.unmatched(match.qualities)
        let hasHouses = addHouses(on: place, open, aim, scoring, &workspace)
        if aim == .forAllWords {
            // The street is an answer too when nobody on it has the number.
            guard open == 0 || (hasHouses == false && open & ~scoring.numbers == 0) else { return }
        }
        var score = scoring.score(match, rank: places.rank(place))
        guard score + scoring.mostProximity >= workspace.ranking.leastScore else { return }
        let estimate = hasHouses == false ? estimatedPoint(on: place, open & scoring.numbers, workspace) : nil
        let part = match.nameLength > 0 ? parts.point(ofNameAt: match.name) : nil
        let point = estimate ?? part ?? places.point(place)
        score += scoring.proximity(of: point)
        workspace.ranking.insert(
            SearchHit(
                subject: .place(place), point: point, score: score, isPartial: open != 0,
                isEstimated: estimate != nil))
    }
}
