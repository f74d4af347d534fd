import Atlas
import GeoCore

extension SearchEngine {
    /// Streets that are looked at for others that cross them.
    private static var maximumStreets: Int { 512 }
    /// Places that are looked at for such streets, the most important ones where there are more.
    private static var maximumCandidates: Int { 4096 }

    /// Ranks the corners of two streets that have all words of the query between them in their names, each some that
    /// the other has not: "main street park avenue", "corner of main and park". Words that only join the two need not
    /// be in a name.
    ///
    /// One of the two has the rarest word; the others are among those that cross it.
    func rankCorners(_ scoring: Scoring, _ workspace: inout SearchWorkspace) {
        let joining = joiningWords(workspace)
        let rarest = workspace.words.indices.filter {
            joining >> UInt8($0) & 1 == 0 && !workspace.words[$0].readings.isEmpty
        }.min { workspace.words[$0].cost < workspace.words[$1].cost }
        guard let rarest else { return }
        workspace.mark()
        let end = UInt32(truncatingIfNeeded: end(of: workspace.words[rarest], limit: Self.maximumCandidates))
        var looked = 0
        for reading in workspace.words[rarest].readings {
            for word in reading.words where postings.uses(word).contains(.street) {
                _ = postings.forEach(word, before: end) { place in
                    guard looked < Self.maximumStreets, places.type(place) == .street, isWanted(place, workspace) else {
                        return
                    }
                    looked += 1
                    rankCorners(of: place, joining, scoring, &workspace)
                }
            }
        }
        workspace.unmark()
    }

    /// Whether the query's words say that two streets are meant: then corners are looked for even where something else
    /// has all the words.
    func namesCorner(_ text: Span<UInt8>, _ workspace: borrowing SearchWorkspace) -> Bool {
        if joiningWords(workspace) != 0 { return true }
        let signs: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "&"), UInt8(ascii: "@"), UInt8(ascii: "+")]
        for index in text.indices.prefix(SearchRequest.maximumLength) where signs.contains(text[index]) { return true }
        return false
    }

    private func rankCorners(
        of street: PlaceID, _ joining: UInt8, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) {
        let one = nameMatch(street, scoring, workspace), openInOne = scoring.unmatched(one.qualities) & ~joining
        guard openInOne != 0 else { return }
        for position in streets.crossingRange(street) {
            let (other, point) = streets.crossing(at: position)
            var two = nameMatch(other, scoring, workspace), openInTwo = scoring.unmatched(two.qualities) & ~joining
            if openInOne & openInTwo != 0 {
                // Of a word that both have and that was typed twice each takes one: "long street small street".
                two = nameMatch(other, without: ~openInOne, scoring, workspace)
                openInTwo = scoring.unmatched(two.qualities) & openInOne
            }
            guard openInOne & openInTwo == 0, openInTwo != 0, places.name(other) != places.name(street) else {
                continue
            }
            var both = Match()
            both.qualities = Scoring.merge(
                Scoring.merge(one.qualities, two.qualities),
                Scoring.bytes(joining & scoring.unmatched(one.qualities) & scoring.unmatched(two.qualities)))
            both.covered = one.covered + two.covered
            both.nameLength = one.nameLength + two.nameLength
            both.beginsAlike = one.beginsAlike || two.beginsAlike
            let score =
                scoring.score(both, rank: max(places.rank(street), places.rank(other)))
                + scoring.proximity(of: point)
            workspace.ranking.insert(
                SearchHit(subject: .corner(street, other), point: point, score: score, isPartial: false))
        }
    }

    /// The words that join the names of two streets, in the languages of the page, as bits.
    private func joiningWords(_ workspace: borrowing SearchWorkspace) -> UInt8 {
        var joining: UInt8 = 0
        for index in workspace.words.indices where index < SearchRequest.maximumWords {
            if Wordings.isJoining(workspace.text.bytes[workspace.words[index].bytes]) { joining |= 1 << UInt8(index) }
        }
        return joining
    }
}
