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

    /// About how many candidates are looked at in one pass. Lists are in order of importance: what is left out matters
    /// least.
    private static var maximumCandidates: Int { 512 }
    /// … by a letter or two, which say so little that those of importance will do.
    private static var maximumOfLetters: Int { 192 }
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
        workspace.hasPhrase = false
        let sources = sources(aim, workspace)
        guard !sources.isEmpty else { return }
        workspace.beginPass()
        workspace.mark()
        var isComplete = true
        for index in sources {
            isComplete = gather(index, sharedBy: sources.count, &workspace) && isComplete
        }
        if !isComplete {
            gatherNames(&workspace)
            if let plane = scoring.plane {
                reverse.forEachNear(plane, count: Self.neighbours) { add($0, &workspace) }
                gatherKinds(plane, scoring, &workspace)
            }
        }
        touch(scoring, &workspace)
        for index in workspace.candidates.indices {
            consider(workspace.candidates[index], aim, scoring, &workspace)
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
            if word.isFiller || word.isUnit || word.isStreetWord { continue }
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

    /// Adds a place to the candidates unless it lies in a country that is not wanted.
    private func add(_ place: PlaceID, _ workspace: inout SearchWorkspace) {
        if isWanted(place, workspace) { workspace.add(place) }
    }

    /// Gathers the places of one word of the query: all, or about as many of the most important ones as each of `count`
    /// words may have. Returns whether those were all.
    private func gather(
        _ index: Int, sharedBy count: Int, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let word = workspace.words[index], isLetters = word.bytes.count < 3 && !word.isNumber
        let limit = (isLetters ? Self.maximumOfLetters : Self.maximumCandidates) / count
        // Those in the countries that are wanted may all be behind those in others.
        let end = workspace.isLocalityWanted.isEmpty ? end(of: word, limit: limit) : places.count
        var isComplete = true
        for reading in word.readings {
            // A letter or two begin so many words that it is quicker to read the names of the places.
            if word.bytes.count < QueryWord.shortestContextual, reading.words.count > end {
                isComplete = false
                for place in 0..<end where hasWord(of: reading.words, PlaceID(place)) {
                    add(PlaceID(place), &workspace)
                }
                continue
            }
            for position in reading.words {
                let isAll = postings.forEach(position, before: UInt32(truncatingIfNeeded: end)) { add($0, &workspace) }
                isComplete = isComplete && isAll
            }
        }
        return isComplete
    }

    /// The place before which about `limit` of those that have `word` lie: words are about as frequent among important
    /// places as among others.
    func end(of word: QueryWord, limit: Int) -> Int {
        // In the browser a place's number times the limit is more than an Int.
        word.cost <= limit ? places.count : Int(Int64(names.placeCount) * Int64(limit) / Int64(word.cost))
    }

    private func hasWord(of words: Range<Int>, _ place: PlaceID) -> Bool {
        for position in names.nameRange(place) where words.contains(names.nameWord(at: position).word) { return true }
        return false
    }

    /// Gathers the places with a name that begins as the query does.
    private func gatherNames(_ workspace: inout SearchWorkspace) {
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
            add(order.place(at: index), &workspace)
        }
    }

    /// Gathers what is nearest of the kinds that the query names, if it names some.
    private func gatherKinds(_ plane: LocalPlane, _ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        guard scoring.kinds != 0 else { return }
        for kind in 0..<places.kindCount where spots.count(ofKind: kind) > 0 {
            guard scoring.certainOfKind(qualities(ofKind: kind, workspace)) != 0 else { continue }
            for place in spots.nearest(ofKind: kind, plane, limit: Self.neighboursOfKind, in: places) {
                add(place, &workspace)
            }
        }
    }

    /// Reads a little of what candidates will be compared by first. One by one each would be waited for; read at a
    /// stretch, many come from memory at the same time.
    private func touch(_ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        var touched = 0
        for place in workspace.candidates {
            touched &+= names.nameRange(place).lowerBound &+ places.localityIndex(place)
            touched &+= Int(places.rank(place)) &+ (places.street(place)?.index ?? 0)
            if scoring.plane != nil { touched &+= Int(places.point(place).latitudeE7) }
        }
        for place in workspace.candidates {
            let range = names.nameRange(place)
            if !range.isEmpty { touched &+= names.nameWord(at: range.lowerBound).word }
            if let street = places.street(place) { touched &+= names.nameRange(street).lowerBound }
        }
        workspace.touched = touched
    }

    /// What it costs a place that it is called after what it is at, unless the query says that such a place is meant.
    private func borrowedName(
        of place: PlaceID, _ match: Match, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace
    ) -> Int {
        let kind = places.kind(place)
        guard kindNames.isBorrowed(kind), match.nameLength > 0,
            scoring.certainOfKind(qualities(ofKind: kind, workspace)) == 0
        else { return 0 }
        return Scoring.borrowedName
    }

    private func consider(_ place: PlaceID, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        let match = match(place, needsAll: aim == .forAllWords, scoring, workspace)
        guard match.qualities != 0 else { return }
        let unmatched = scoring.unmatched(match.qualities)
        let open = unmatched & ~omitted(unmatched, by: place, scoring)
        if match.beginsAsQuery, workspace.words.count > 1 { workspace.hasPhrase = true }
        let hasHouses = addHouses(on: place, open, aim, scoring, &workspace)
        if aim == .forAllWords {
            // The street is an answer too when nobody on it has the number.
            let isStreet = hasHouses == false && open & ~(scoring.numbers | scoring.units) == 0
            // A town lies in no postcode: it has several.
            guard open == 0 || isStreet || open & ~scoring.postcodes == 0 && places.type(place) == .area else { return }
        }
        var score = scoring.score(match, rank: places.rank(place)) - borrowedName(of: place, match, scoring, workspace)
        guard score + scoring.mostProximity >= workspace.ranking.leastScore else { return }
        let estimate =
            hasHouses == false
            ? estimatedPoint(on: place, open & scoring.numbers, in: match.locality, scoring, workspace) : nil
        let part = match.nameLength > 0 ? parts.point(ofNameAt: match.name) : nil
        let stretch = match.locality.flatMap { self.point(ofStreet: place, in: $0, nearest: scoring.plane) }
        let point = estimate ?? stretch ?? part ?? places.point(place)
        score += scoring.proximity(of: point)
        workspace.ranking.insert(
            SearchHit(
                subject: .place(place), point: point, score: score, isPartial: open != 0,
                isEstimated: estimate != nil, locality: match.locality))
    }
}
