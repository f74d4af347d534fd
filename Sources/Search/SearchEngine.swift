package import Atlas
import GeoCore

/// Finds places by what people type, and says what is at a point: the search index of one atlas.
///
/// A value over the atlas's bytes; any number of threads may ask, each with a workspace of its own.
package struct SearchEngine: Sendable {
    package let places: PlaceTable
    package let folding: Folding
    let synonyms = Synonyms.standard
    let synonymIndex: SynonymIndex
    let dictionary: WordDictionary
    let postings: Postings
    let names: NameTable
    let order: NameOrder
    let parts: PartNames
    let spots: KindSpots
    let streets: StreetTable
    let reverse: ReverseTable
    let holidays: HolidayTable
    let kindNames: KindNames

    /// Opens the search sections of `atlas`. Call `check()` before the first query on a file of unknown origin.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        places = try PlaceTable(atlas)
        folding = try Folding(atlas)
        dictionary = try WordDictionary(atlas)
        synonymIndex = SynonymIndex(synonyms, in: dictionary)
        postings = try Postings(atlas, wordCount: dictionary.count)
        names = try NameTable(atlas, places)
        order = try NameOrder(atlas, names)
        parts = try PartNames(atlas)
        spots = try KindSpots(atlas, kindCount: places.kindCount)
        streets = try StreetTable(atlas)
        reverse = try ReverseTable(atlas, places)
        holidays = try HolidayTable(atlas, localityCount: places.localityCount)
        // The names of kinds are folded at once.
        try folding.check()
        kindNames = KindNames(places, folding)
    }

    /// Verifies all sections that queries read: afterwards no query reads outside, traps or loops, whatever the file
    /// says.
    package func check() throws(AtlasError) {
        try places.text.check()
        try places.check()
        try dictionary.check()
        try postings.check(placeCount: places.count)
        try names.check(wordCount: dictionary.count)
        try order.check(placeCount: places.count)
        try parts.check()
        try spots.check(placeCount: places.count)
        try streets.check(places)
        try reverse.check()
        try holidays.check()
    }

    /// Answers while somebody types: the last word may well be the beginning of one. Best first.
    package func suggest(_ request: SearchRequest, workspace: inout SearchWorkspace) -> [SearchHit] {
        answer(request, isBeingTyped: true, &workspace)
    }

    /// Answers a query that is complete: words before beginnings.
    package func places(_ request: SearchRequest, workspace: inout SearchWorkspace) -> [SearchHit] {
        let hits = answer(request, isBeingTyped: false, &workspace)
        guard !request.isPart, isInParts(request), !hits.contains(where: { !$0.isPartial }) else { return hits }
        let absentKind = workspace.absentKind
        defer { workspace.absentKind = absentKind }
        return answerWithoutEnd(request, &workspace) ?? answer(request, isBeingTyped: false, &workspace)
    }

    private func answer(
        _ request: SearchRequest, isBeingTyped: Bool, _ workspace: inout SearchWorkspace
    ) -> [SearchHit] {
        let hits = answerAsTyped(request, isBeingTyped: isBeingTyped, &workspace)
        guard !request.isPart, !workspace.isAsTyped, let parted = Self.parted(request.text) else { return hits }
        // A finger that misses the space bar leaves a capital amid small letters.
        var other = request
        other.text = parted
        other.isPart = true
        let words = workspace.words, text = workspace.text, answered = workspace.answered
        let others = answerAsTyped(other, isBeingTyped: isBeingTyped, &workspace)
        let best = others.first.map { $0.isPartial ? .min : $0.score - Self.splitPenalty } ?? .min
        if hits.first.map({ $0.isPartial && best > .min || $0.score < best }) ?? (best > .min) { return others }
        (workspace.words, workspace.text, workspace.answered) = (words, text, answered)
        return hits
    }

    private func answerAsTyped(
        _ request: SearchRequest, isBeingTyped: Bool, _ workspace: inout SearchWorkspace
    ) -> [SearchHit] {
        workspace.isAsTyped = true
        workspace.absentKind = nil
        workspace.words.removeAll(keepingCapacity: true)
        workspace.answered = request
        let near = request.near.map { PointE7($0) }
        if let position = TypedPosition.read(request.text.utf8Span.span, near: near) {
            return [SearchHit(subject: .position, point: position, score: 0, isPartial: false)]
        }
        if !request.isPart, let position = codedPosition(request, &workspace) {
            return [SearchHit(subject: .position, point: position, score: 0, isPartial: false)]
        }
        workspace.prepare(wordCount: dictionary.count)
        workspace.isLocalityWanted = localities(in: request.countries)
        read(request.text.utf8Span.span, isBeingTyped: isBeingTyped, &workspace)
        guard !workspace.words.isEmpty else { return [] }
        var scoring = scoring(request, workspace)
        // More than asked for, because some will turn out to be the same thing twice.
        let kept = 4 * request.limit + 8
        rankCandidates(.forAllWords, scoring, keeping: kept, &workspace)
        workspace.absentKind = absentKind(workspace)
        if workspace.absentKind != nil {
            // What is only spelt like it is no answer to who needs a hospital.
            return distinct(
                settled(workspace.ranking.hits.filter { !$0.isPartial }, request, scoring, &workspace), request)
        }
        if !request.isPart, let nearness = Nearness(workspace), !hasAnswer(workspace),
            !isOneSlipFromName(request, &workspace)
        {
            if let hits = answer(nearness, request, isBeingTyped: isBeingTyped, &workspace) { return hits }
            workspace.answered = request
            read(request.text.utf8Span.span, isBeingTyped: isBeingTyped, &workspace)
            rankCandidates(.forAllWords, scoring, keeping: kept, &workspace)
        }
        workspace.isAsTyped = hasAnswer(workspace)
        // A house number on just that street is what was meant, and so are several words just as a name has them;
        // anything else may be one slip from it.
        if workspace.ranking.hits.count < request.limit, !workspace.hasExactHouse, !workspace.hasPhrase {
            addCorrections(edits: 1, to: 4...FoldedWords.maximumWordLength, &workspace)
            scoring = self.scoring(request, workspace)
            rankCandidates(.forAllWords, scoring, keeping: kept, &workspace)
        }
        if !hasAnswer(workspace) || namesCorner(request.text.utf8Span.span, workspace) {
            rankCorners(scoring, &workspace)
        }
        let spelling =
            workspace.isAsTyped ? nil : bestSpelling(request, isBeingTyped: isBeingTyped, &workspace)
        if let spelling, spelling.score > bestScore(workspace) {
            rank(spelling, request, isBeingTyped: isBeingTyped, keeping: kept, &workspace)
            scoring = self.scoring(request, workspace)
        } else if !hasAnswer(workspace) {
            addBeginnings(isInParts: isInParts(request), &workspace)
            forgiveLetters(&workspace)
            // In an address it would be another country's or state's sign: "USA" is not "US 322".
            if !isInParts(request) { addCorrections(edits: 1, to: 2...3, &workspace) }
            addCorrections(edits: 2, to: 8...FoldedWords.maximumWordLength, &workspace)
            scoring = self.scoring(request, workspace)
            rankCandidates(.forAllWords, scoring, keeping: kept, &workspace)
            if !hasAnswer(workspace) { rankCorners(scoring, &workspace) }
        }
        if workspace.ranking.hits.isEmpty { rankCandidates(.forSomeWords, scoring, keeping: kept, &workspace) }
        return distinct(settled(workspace.ranking.hits, request, scoring, &workspace), request)
    }

    /// The kind that the query names and that the atlas has none of: "hospital", and "hospital helsinki" where nothing
    /// is called so.
    private func absentKind(_ workspace: borrowing SearchWorkspace) -> Int? {
        let text = workspace.text
        if let kind = kindNames.absent.row(namedBy: text, besides: { _ in false }) { return kind }
        return hasAnswer(workspace) ? nil : kindNames.absent.row(namedBy: text) { isInLocality($0) }
    }

    /// Whether some hit answers to all words of the query.
    func hasAnswer(_ workspace: borrowing SearchWorkspace) -> Bool {
        for hit in workspace.ranking.hits where !hit.isPartial { return true }
        return false
    }

    /// The score of the best hit that answers to all words of the query.
    private func bestScore(_ workspace: borrowing SearchWorkspace) -> Int {
        for hit in workspace.ranking.hits where !hit.isPartial { return hit.score }
        return .min
    }

    func scoring(_ request: SearchRequest, _ workspace: borrowing SearchWorkspace) -> Scoring {
        Scoring(
            words: workspace.words, near: request.near.map { LocalPlane(around: PointE7($0)) },
            isNearPlace: request.isNearPlace)
    }
}
