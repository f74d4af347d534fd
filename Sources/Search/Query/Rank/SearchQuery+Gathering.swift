import Atlas
import GeoCore

/// The second stage: gathers the places that a pass compares.
extension SearchQuery {
    /// About how many candidates a pass compares. Lists are in order of importance, so the pass leaves out the least
    /// important.
    private static var maximumCandidates: Int { 512 }
    /// The same for a word of a letter or two, which says so little that important places are enough.
    private static var maximumOfLetters: Int { 192 }
    /// The number of names with the query's beginning that join the candidates if the lists are cut.
    private static var maximumNames: Int { 256 }
    /// A pass may skip a list of more places than this if there are rarer words.
    private static var longList: Int { 400 }
    /// The number of neighbours of the user that join the candidates if the lists are cut.
    private static var neighbours: Int { 112 }
    /// The number of neighbours of a kind in the query that join the candidates if the lists are cut.
    private static var neighboursOfKind: Int { 64 }

    /// Gathers the candidates of a pass in `workspace`; the words must be marked there.
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

    /// Returns the words of the query whose lists contain all candidates, rarest first.
    ///
    /// If no context can match a word, the word must be in a name or kind of every answer: its list is then enough.
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
            // Insertion sort: few bytes to move, and equal costs keep the order of the query.
            var place = sources.count
            while place > 0, words[sources[place - 1]].cost > cost { place -= 1 }
            sources.insert(index, at: place)
        }
        guard aim == .forAllWords else { return sources }
        if let rarest { return [rarest] }
        // No user wants a place that has only the commonest word ("street") in its name and all others in its context.
        if sources.count > 1 {
            let commonest = words[sources[sources.count - 1]].cost, next = words[sources[sources.count - 2]].cost
            if commonest > Self.longList, commonest > 2 * next { sources.removeLast() }
        }
        return sources
    }

    /// Adds a place to the candidates unless the request excludes its country.
    private func add(_ place: PlaceID, _ workspace: inout SearchWorkspace) {
        if countries.mayHold(place, engine) { workspace.add(place) }
    }

    /// Gathers the places of one word of the query: all of them, or the share of each of `count` words, the most
    /// important first. Returns whether that is all of them.
    private func gather(
        _ index: Int, sharedBy count: Int, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let word = reading.words[index], isLetters = word.bytes.count < 3 && !word.isNumber
        let limit = (isLetters ? Self.maximumOfLetters : Self.maximumCandidates) / count
        // The places in the wanted countries may all come after places in other countries.
        let end = countries.isAny ? end(of: word, limit: limit) : engine.places.count
        var isComplete = true
        for reading in word.readings {
            // So many words begin with a letter or two that it is faster to read the names of the places.
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

    /// Returns the place before which about `limit` of the word's places lie: words are about as frequent among
    /// important places as among others.
    func end(of word: QueryWord, limit: Int) -> Int {
        // In the browser, a place's number times the limit may overflow `Int`.
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
        // Prefers the last word as a beginning, because that reading is wider.
        guard let last = reading.words.last?.readings.last(where: { $0.quality.edits == 0 && $0.quality != .synonym })
        else { return }
        for index in engine.order.range(beginning, then: last.words).prefix(Self.maximumNames) {
            add(engine.order.place(at: index), &workspace)
        }
    }

    /// Gathers the nearest places of the kinds that the query names.
    private func gatherKinds(_ plane: LocalPlane, _ workspace: inout SearchWorkspace) {
        guard !scoring.kinds.isEmpty else { return }
        for kind in 0..<engine.places.kindCount where engine.spots.count(ofKind: kind) > 0 {
            guard !scoring.certainOfKind(qualities(ofKind: kind, workspace)).isNone else { continue }
            for place in engine.spots.nearest(ofKind: kind, plane, limit: Self.neighboursOfKind, in: engine.places) {
                add(place, &workspace)
            }
        }
    }

    /// Reads ahead the data that the pass compares first.
    ///
    /// Read one by one, the processor would wait for each; in a run, many memory reads overlap.
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
