import Atlas
import GeoCore

/// The points and matches that explain the rank of a hit.
struct HitExplanation: Sendable {
    /// The hit's score: the sum of all points.
    let score: Int
    /// The best matching name, in folded words; `nil` if no name matches.
    let name: [UInt8]?
    /// The quality of the match with each word of the query.
    let qualities: WordQualities
    /// Points for matched words, for the whole name, for importance and for proximity.
    let words: Int
    let wholeName: Int
    let importance: Int
    let distance: Int
    /// Points for house numbers, corners, spelling and slips.
    var other: Int { score - words - wholeName - importance - distance }
}

extension SearchQuery {
    /// Explains hits of the last pass; a typed position has no explanation.
    func explanations(of hits: [SearchHit], _ workspace: inout SearchWorkspace) -> [HitExplanation?] {
        workspace.mark(reading.words)
        let explanations = hits.map { hit in hit.place.map { explanation(of: hit, $0, &workspace) } }
        workspace.unmark(reading.words)
        return explanations
    }

    private func explanation(
        of hit: SearchHit, _ place: PlaceID, _ workspace: inout SearchWorkspace
    ) -> HitExplanation {
        var named = place
        // A house matches through its street's name.
        if case .address = hit.subject, let street = engine.places.street(place) { named = street }
        var match = match(named, inContext: named == place, workspace)
        if !match.qualities.isNone { addContext(of: place, to: &match, workspace) }
        if named != place { addHouseNumber(of: place, to: &match, &workspace) }
        var name: [UInt8]?
        if match.nameLength > 0 {
            var words: [UInt8] = []
            _ = engine.names.append(nameAt: match.name, of: named, engine.dictionary, to: &words)
            name = words
        }
        let words = scoring.text(match.qualities), anywhere = scoring.score(match, rank: 0)
        return HitExplanation(
            score: hit.score, name: name, qualities: match.qualities, words: words, wholeName: anywhere - words,
            importance: scoring.score(match, rank: engine.places.rank(named)) - anywhere,
            distance: scoring.proximity(of: hit.point))
    }
}

extension PlaceObjects {
    /// Writes an explanation: `{"score", "name", "words", "points"}`.
    mutating func explanation(_ explanation: HitExplanation, _ reading: QueryReading) {
        object("explanation") { answer in
            answer.number("score", explanation.score)
            if let name = explanation.name { answer.member("name", name) }
            answer.array("words", reading.words.indices) { answer, index in
                answer.object { answer in
                    answer.member("word", Array(reading.bytes(of: reading.words[index])))
                    answer.number("quality", Int(explanation.qualities[index]))
                }
            }
            answer.object("points") { answer in
                answer.number("words", explanation.words)
                answer.number("name", explanation.wholeName)
                answer.number("importance", explanation.importance)
                answer.number("distance", explanation.distance)
                answer.number("other", explanation.other)
            }
        }
    }

    private mutating func number(_ key: StaticString, _ number: Int) {
        json.key(key)
        json.value(number)
    }
}
