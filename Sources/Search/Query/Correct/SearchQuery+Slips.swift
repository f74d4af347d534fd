import Atlas
import GeoCore

/// Names that begin as the query does, except for one slip.
extension SearchQuery {
    /// Whether such a name exists: in "Four Poinrs by Sheraton" the user does not search for a thing by something.
    func isOneSlipFromName(_ workspace: inout SearchWorkspace) -> Bool {
        let typed = TypedLetters(request.text.utf8Span.span, engine.folding)
        for index in typed.likeNames(in: engine.order, engine.dictionary)
        where SlippedName(typed, of: engine.order.place(at: index), engine, &workspace.buffer) != nil { return true }
        return false
    }

    /// Whether a name of a place begins with the query, or equals it.
    func begins(_ place: PlaceID, _ typed: TypedLetters, _ buffer: inout [UInt8]) -> Bool {
        var begins = false
        engine.names.forEachName(of: place, engine.dictionary, &buffer) { name, _ in
            begins = begins || typed.begin(name)
        }
        return begins
    }

    /// Adds such names to `ranking` if no word shows the slip: a letter for a space ("Totalrby Ve"), or a word too
    /// short for errors ("The Wse").
    ///
    /// Only names that share the letters before the slip are candidates. The caller has the places of `hits` already.
    func addSlips(
        _ typed: TypedLetters, besides hits: [SearchHit], to ranking: inout Ranking,
        _ workspace: inout SearchWorkspace
    ) {
        var known = hits.compactMap { $0.place }
        for index in typed.likeNames(in: engine.order, engine.dictionary) {
            let place = engine.order.place(at: index)
            // Few names have a slip, so this test comes first.
            guard let slip = SlippedName(typed, of: place, engine, &workspace.buffer), !known.contains(place),
                countries.mayHold(place, engine)
            else { continue }
            known.append(place)
            let point = engine.places.point(place)
            ranking.insert(
                SearchHit(
                    subject: .place(place), point: point,
                    score: Scoring.slipped(slip, typed) + scoring.proximity(of: point), isPartial: false))
        }
    }
}
