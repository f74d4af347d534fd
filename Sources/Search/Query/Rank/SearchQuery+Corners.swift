import Atlas
import GeoCore

/// Corners of two streets: "main street park avenue", "corner of main and park".
extension SearchQuery {
    /// The maximum number of streets that a query checks for crossings.
    private static var maximumStreets: Int { 512 }
    /// The number of places among which a query looks for such streets; the most important places come first.
    private static var maximumCandidates: Int { 4096 }

    /// Ranks the corners of two streets that together have all words of the query in their names. Each street has words
    /// that the other lacks. Words that only join the two need not be in a name.
    ///
    /// One street has the rarest word; the other is among the streets that cross it.
    mutating func rankCorners(_ workspace: inout SearchWorkspace) {
        let joining = joiningWords
        let rarest = reading.words.indices.filter { !joining[$0] && !reading.words[$0].readings.isEmpty }
            .min { reading.words[$0].cost < reading.words[$1].cost }
        guard let rarest else { return }
        workspace.mark(reading.words)
        for street in streets(named: reading.words[rarest]) { rankCorners(of: street, joining, &workspace) }
        workspace.unmark(reading.words)
    }

    /// Returns the streets that have a word of the query in their names, up to `maximumStreets`.
    private func streets(named word: QueryWord) -> [PlaceID] {
        let end = UInt32(truncatingIfNeeded: end(of: word, limit: Self.maximumCandidates))
        var streets: [PlaceID] = []
        for reading in word.readings {
            for position in reading.words where engine.postings.uses(position).contains(.street) {
                _ = engine.postings.forEach(position, before: end) { place in
                    guard streets.count < Self.maximumStreets, engine.places.type(place) == .street,
                        countries.mayHold(place, engine)
                    else { return }
                    streets.append(place)
                }
            }
        }
        return streets
    }

    /// Whether the query says that it names two streets. It then looks for corners even if another place has all the
    /// words.
    var namesCorner: Bool {
        if !joiningWords.isEmpty { return true }
        let signs: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "&"), UInt8(ascii: "@"), UInt8(ascii: "+")]
        return request.text.utf8.prefix(SearchRequest.maximumLength).contains { signs.contains($0) }
    }

    private mutating func rankCorners(of street: PlaceID, _ joining: WordSet, _ workspace: inout SearchWorkspace) {
        let one = nameMatch(street, workspace), openInOne = scoring.unmatched(one.qualities).subtracting(joining)
        guard !openInOne.isEmpty else { return }
        for position in engine.streets.crossingRange(street) {
            let (other, point) = engine.streets.crossing(at: position)
            var two = nameMatch(other, workspace)
            var openInTwo = scoring.unmatched(two.qualities).subtracting(joining)
            if !openInOne.isDisjoint(with: openInTwo) {
                // If both streets have a word that the query has twice, each takes one of them: "long street small
                // street".
                two = nameMatch(other, without: openInOne.symmetricDifference(.all), workspace)
                openInTwo = scoring.unmatched(two.qualities).intersection(openInOne)
            }
            guard openInOne.isDisjoint(with: openInTwo), !openInTwo.isEmpty,
                engine.places.name(other) != engine.places.name(street)
            else { continue }
            let score = scoring.score(
                both(one, two, joining), rank: max(engine.places.rank(street), engine.places.rank(other)))
            ranking.insert(
                SearchHit(
                    subject: .corner(street, other), point: point, score: score + scoring.proximity(of: point),
                    isPartial: false))
        }
    }

    /// Returns the match of two streets together; both may lack the `joining` words.
    private func both(_ one: Match, _ two: Match, _ joining: WordSet) -> Match {
        let lacking = scoring.unmatched(one.qualities).intersection(scoring.unmatched(two.qualities))
        var both = Match()
        both.qualities = one.qualities.merged(with: two.qualities)
            .merged(with: WordQualities(exact: joining.intersection(lacking)))
        both.covered = one.covered + two.covered
        both.nameLength = one.nameLength + two.nameLength
        both.beginsAlike = one.beginsAlike || two.beginsAlike
        return both
    }

    /// The words that join the names of two streets, in the languages of the page.
    private var joiningWords: WordSet {
        var joining: WordSet = []
        for index in reading.words.indices where Wordings.isJoining(reading.bytes(of: reading.words[index])) {
            joining[index] = true
        }
        return joining
    }
}
