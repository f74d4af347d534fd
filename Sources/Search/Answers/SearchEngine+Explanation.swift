import Atlas
import GeoCore

extension SearchEngine {
    /// Writes why an answer of the last query of `workspace`, whose words are marked, stands where it does: `{"score",
    /// "name", "words", "points"}`. The points add up to the score; `other` holds those of house numbers, corners,
    /// spelling and slips.
    func writeExplanation(
        of hit: SearchHit, _ scoring: Scoring, _ workspace: inout SearchWorkspace, to json: inout JSONWriter
    ) {
        guard let place = hit.place else { return }
        var named = place
        // A house answers by its street.
        if case .address = hit.subject, let street = places.street(place) { named = street }
        var match = match(named, inContext: named == place, scoring, workspace)
        if match.qualities != 0 { addContext(of: place, to: &match, scoring, workspace) }
        if named != place { addHouseNumber(of: place, to: &match, scoring, &workspace) }
        json.key("explanation")
        json.beginObject()
        json.key("score")
        json.value(hit.score)
        if match.nameLength > 0 {
            var name: [UInt8] = []
            _ = append(nameAt: match.name, of: named, to: &name)
            json.key("name")
            json.value(utf8: name.span)
        }
        write(match.qualities, workspace, to: &json)
        write(match, of: hit, rank: places.rank(named), scoring, to: &json)
        json.endObject()
    }

    /// Each word of the query and how well the answer fits it, 0 ... 255; 255 is the word itself.
    private func write(_ qualities: UInt64, _ workspace: borrowing SearchWorkspace, to json: inout JSONWriter) {
        json.key("words")
        json.beginArray()
        for index in workspace.words.indices {
            json.beginObject()
            json.key("word")
            json.value(utf8: Array(workspace.text.bytes[workspace.words[index].bytes]))
            json.key("quality")
            json.value(Scoring.quality(qualities, index))
            json.endObject()
        }
        json.endArray()
    }

    private func write(_ match: Match, of hit: SearchHit, rank: UInt8, _ scoring: Scoring, to json: inout JSONWriter) {
        let text = scoring.text(match.qualities), anywhere = scoring.score(match, rank: 0)
        let importance = scoring.score(match, rank: rank) - anywhere, distance = scoring.proximity(of: hit.point)
        json.key("points")
        json.beginObject()
        json.key("words")
        json.value(text)
        json.key("name")
        json.value(anywhere - text)
        json.key("importance")
        json.value(importance)
        json.key("distance")
        json.value(distance)
        json.key("other")
        json.value(hit.score - anywhere - importance - distance)
        json.endObject()
    }
}
