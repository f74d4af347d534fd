import Atlas
import GeoCore

/// The second stage: the places that a pass looks at.
extension SearchQuery {
    /// About how many candidates a pass looks at. Lists are in order of importance: what is left out matters least.
    private static var maximumCandidates: Int { 512 }
    /// … by a letter or two, which say so little that those of importance will do.
    private static var maximumOfLetters: Int { 192 }
    /// Names that begin as the query does, looked at when not all candidates are.
    private static var maximumNames: Int { 256 }
    /// A pass may leave out a list of more places than this when there are rarer words to go by.
    private static var longList: Int { 400 }
    /// Neighbours of the user, looked at when not all candidates are.
    private static var neighbours: Int { 112 }
    /// Neighbours of a kind that the query names, looked at when not all candidates are.
    private static var neighboursOfKind: Int { 64 }

    /// Gathers the candidates of a pass in `workspace`, where the words are marked.
    func gather(_ sources: [Int], _ workspace: inout SearchWorkspace) {
        workspace.beginPass()
        var isComplete = true
        for index in sources {
            isComplete = gather(index, sharedBy: sources.count, &workspace) && isComplete
        }
        if !isComplete {
            gatherNames(&workspace)
            if let plane = scoring.plane {
                engine.reverse.forEachNear(plane, count: Self.neighbours) { add($0, &workspace) }
                gatherKinds(plane, &workspace)
            }
        }
        readAhead(&workspace)
    }

    /// The words of the query whose lists hold all candidates, rarest first.
    ///
    /// A word that no context can supply must be in a name or kind of every answer: then its list is enough.
    func sources(_ aim: Aim) -> [Int] {
        let words = reading.words
        var sources: [Int] = [], rarest: Int?
        for index in words.indices {
            if words[index].isFiller || words[index].isUnit || words[index].isStreetWord { continue }
            if words[index].readings.isEmpty {
                if aim == .forAllWords, !words[index].isNumber { return [] }
                continue
            }
            let cost = words[index].cost
            if !words[index].isContextual, rarest.map({ cost < words[$0].cost }) ?? true { rarest = index }
            // Few bytes to move; keeps equal costs in the order of the query.
            var place = sources.count
            while place > 0, words[sources[place - 1]].cost > cost { place -= 1 }
            sources.insert(index, at: place)
        }
        guard aim == .forAllWords else { return sources }
        if let rarest { return [rarest] }
        // Nobody means a place that has only the commonest word ("street") in its name and all others in its context.
        if sources.count > 1 {
            let commonest = words[sources[sources.count - 1]].cost, next = words[sources[sources.count - 2]].cost
            if commonest > Self.longList, commonest > 2 * next { sources.removeLast() }
        }
        return sources
    }

    /// Adds a place to the candidates unless it lies in a country that the request does not want.
    private func add(_ place: PlaceID, _ workspace: inout SearchWorkspace) {
        if countries.mayHold(place, engine) { workspace.add(place) }
    }

    /// Gathers the places of one word of the query: all, or about as many of the most important ones as each of `count`
    /// words may have. Returns whether those are all.
    private func gather(
        _ index: Int, sharedBy count: Int, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let word = reading.words[index], isLetters = word.bytes.count < 3 && !word.isNumber
        let limit = (isLetters ? Self.maximumOfLetters : Self.maximumCandidates) / count
        // Those in the countries that the request wants may all be behind those in others.
        let end = countries.isAny ? end(of: word, limit: limit) : engine.places.count
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
                let isAll = engine.postings.forEach(position, before: UInt32(truncatingIfNeeded: end)) {
                    add($0, &workspace)
                }
                isComplete = isComplete && isAll
            }
        }
        return isComplete
    }

    /// The place before which about `limit` of those that have `word` lie: words are about as frequent among important
    /// places as among others.
    func end(of word: QueryWord, limit: Int) -> Int {
        // In the browser a place's number times the limit is more than an Int.
        word.cost <= limit
            ? engine.places.count : Int(Int64(engine.names.placeCount) * Int64(limit) / Int64(word.cost))
    }

    private func hasWord(of words: Range<Int>, _ place: PlaceID) -> Bool {
        for position in engine.names.nameRange(place)
        where words.contains(engine.names.nameWord(at: position).word) { return true }
        return false
    }

    /// Gathers the places with a name that begins as the query does.
    private func gatherNames(_ workspace: inout SearchWorkspace) {
        var beginning: [UInt32] = []
        for word in reading.words.dropLast() {
            if word.isFiller, word.readings.isEmpty { continue }
            guard let exact = word.readings.first, exact.quality == .exact else { return }
            beginning.append(UInt32(exact.words.lowerBound))
        }
        // As a beginning, if it may be one; that is the wider reading.
        guard let last = reading.words.last?.readings.last(where: { $0.quality.edits == 0 && $0.quality != .synonym })
        else { return }
        for index in engine.order.range(beginning, then: last.words).prefix(Self.maximumNames) {
            add(engine.order.place(at: index), &workspace)
        }
    }

    /// Gathers what is nearest of the kinds that the query names, if it names some.
    private func gatherKinds(_ plane: LocalPlane, _ workspace: inout SearchWorkspace) {
        guard !scoring.kinds.isEmpty else { return }
        for kind in 0..<engine.places.kindCount where engine.spots.count(ofKind: kind) > 0 {
            guard !scoring.certainOfKind(qualities(ofKind: kind, workspace)).isNone else { continue }
            for place in engine.spots.nearest(ofKind: kind, plane, limit: Self.neighboursOfKind, in: engine.places) {
                add(place, &workspace)
            }
        }
    }

    /// Reads a little of what the pass compares candidates by first.
    ///
    /// One by one the processor would wait for each; read at a stretch, many come from memory at the same time.
    private func readAhead(_ workspace: inout SearchWorkspace) {
        let places = engine.places, names = engine.names, isNear = scoring.plane != nil
        var touched = 0
        for place in workspace.candidates {
            touched &+= names.nameRange(place).lowerBound &+ places.localityIndex(place)
            touched &+= Int(places.rank(place)) &+ (places.street(place)?.index ?? 0)
            if isNear { touched &+= Int(places.point(place).latitudeE7) }
        }
        for place in workspace.candidates {
            let range = names.nameRange(place)
            if !range.isEmpty { touched &+= names.nameWord(at: range.lowerBound).word }
            if let street = places.street(place) { touched &+= names.nameRange(street).lowerBound }
        }
        workspace.touched = touched
    }
}
