import Atlas
import GeoCore

extension SearchEngine {
    /// Answers while somebody types: the last word may well be the beginning of one. Best first.
    package func suggest(_ request: SearchRequest, workspace: inout SearchWorkspace) -> SearchAnswer {
        SearchQuery.answer(request, isBeingTyped: true, self, &workspace)
    }

    /// Answers a query that is complete: words before beginnings.
    package func places(_ request: SearchRequest, workspace: inout SearchWorkspace) -> SearchAnswer {
        SearchQuery.answer(request, isBeingTyped: false, self, &workspace)
    }
}

/// One query on its way to an answer: read → gather → rank → correct → place → distinct.
///
/// It owns all that it finds out; the workspace has only the memory that it works in. A part of a query, or another
/// reading of it, is a query of its own.
struct SearchQuery: ~Copyable {
    let engine: SearchEngine
    let request: SearchRequest
    /// Whether the last word may be the beginning of one.
    let isBeingTyped: Bool
    let countries: WantedCountries
    /// What the words of the text may stand for.
    private(set) var reading = QueryReading()
    private(set) var scoring: Scoring
    /// The best hits so far.
    var ranking = Ranking()
    /// Whether the last pass found the very house number of the query.
    var hasExactHouse = false
    /// Whether the last pass found a name that begins with all words of the query, which are several.
    var hasPhrase = false
    /// Whether something answers to the text just as somebody typed it.
    private var isAsTyped = true
    /// The kind that the query names and that the atlas has none of, as a row of the lexicon.
    var absentKind: Int?

    init(_ request: SearchRequest, isBeingTyped: Bool, _ countries: WantedCountries, _ engine: SearchEngine) {
        self.engine = engine
        self.request = request
        self.isBeingTyped = isBeingTyped
        self.countries = countries
        scoring = Scoring(words: [], request)
    }

    /// More hits than the request asks for, because some will turn out to be the same thing twice.
    private var kept: Int { 4 * request.limit + 8 }

    /// Answers the text with the gaps between its words where they are.
    mutating func answer(_ workspace: inout SearchWorkspace) -> SearchAnswer {
        if let answer = positionAnswer(&workspace) { return answer }
        workspace.prepare(wordCount: engine.dictionary.count)
        let text = request.text
        read(text.utf8Span.span, &workspace)
        guard !reading.words.isEmpty else { return finished([], &workspace) }
        rank(.forAllWords, keeping: kept, &workspace)
        absentKind = namedAbsentKind
        if absentKind != nil {
            // A name that is only spelt like "hospital" does not help anybody who needs one.
            return finished(settled(ranking.hits.filter { !$0.isPartial }, &workspace), &workspace)
        }
        if !request.isPart, !hasAnswer, let nearness = Nearness(reading.text), !isOneSlipFromName(&workspace),
            let answer = answer(nearness, &workspace)
        {
            return answer
        }
        isAsTyped = hasAnswer
        correct(&workspace)
        if ranking.hits.isEmpty { rank(.forSomeWords, keeping: kept, &workspace) }
        return finished(settled(ranking.hits, &workspace), &workspace)
    }

    /// Whether some hit answers to all words of the query.
    var hasAnswer: Bool { ranking.bestComplete != nil }

    /// Whether the hits need no look for names that the query misspells.
    ///
    /// A hit with little of the text may be there by chance, and so may one with a letter or two anywhere: "the wse" is
    /// in "International Wine Center (the WSET's)", and "re sa" in "Rue Baron Sainte-Suzanne".
    func isAnswered(by hits: [SearchHit], _ typed: TypedLetters, _ buffer: inout [UInt8]) -> Bool {
        if absentKind != nil { return true }
        guard isAsTyped, let first = hits.first else { return isAsTyped && typed.endsInWord(of: engine.dictionary) }
        let best = first.score - scoring.proximity(of: first.point)
        if best >= Scoring.Points.slipped {
            for hit in hits where hit.place.map({ begins($0, typed, &buffer) }) ?? true { return true }
        }
        return best >= Scoring.Points.text && typed.endsInWord(of: engine.dictionary)
    }

    // MARK: Read

    /// Reads a text, which is the request's or another spelling of it, and weighs its words.
    mutating func read(_ text: Span<UInt8>, _ workspace: inout SearchWorkspace) {
        take(QueryReading(text, isBeingTyped: isBeingTyped, engine, &workspace.otherText))
    }

    /// Goes on with another reading of the text.
    mutating func take(_ reading: QueryReading) {
        self.reading = reading
        weigh()
    }

    private mutating func weigh() { scoring = Scoring(words: reading.words, request) }

    /// The kind that the query names and that the atlas has none of: "hospital", and "hospital helsinki" where nothing
    /// is called so.
    private var namedAbsentKind: Int? {
        let absent = engine.kindNames.absent
        if let kind = absent.row(namedBy: reading.text, besides: { _ in false }) { return kind }
        return hasAnswer ? nil : absent.row(namedBy: reading.text) { engine.isInLocality($0) }
    }

    // MARK: Correct

    /// Looks for what else the text may mean, as far as that is needed: a typing error, a corner of two streets, other
    /// gaps between the words, beginnings of words.
    private mutating func correct(_ workspace: inout SearchWorkspace) {
        // A house number on just that street is what somebody means, and so are several words just as a name has them;
        // anything else may be one slip from it.
        if ranking.hits.count < request.limit, !hasExactHouse, !hasPhrase {
            addCorrections(edits: 1, to: 4...FoldedWords.maximumWordLength, &workspace)
            rank(.forAllWords, keeping: kept, &workspace)
        }
        if !hasAnswer || namesCorner { rankCorners(&workspace) }
        if !isAsTyped, let spelling = bestSpelling(&workspace), spelling.score > ranking.bestComplete?.score ?? .min {
            take(spelling.reading)
            rank(.forAllWords, keeping: kept, &workspace)
        } else if !hasAnswer {
            reading.addBeginnings(isInParts: request.isInParts, engine)
            reading.forgiveLetters()
            // In an address it would be another country's or state's sign: "USA" is not "US 322".
            if !request.isInParts { addCorrections(edits: 1, to: 2...3, &workspace) }
            addCorrections(edits: 2, to: 8...FoldedWords.maximumWordLength, &workspace)
            rank(.forAllWords, keeping: kept, &workspace)
            if !hasAnswer { rankCorners(&workspace) }
        }
    }

    private mutating func addCorrections(
        edits: Int, to letters: ClosedRange<Int>, _ workspace: inout SearchWorkspace
    ) {
        reading.addCorrections(edits: edits, to: letters, engine, &workspace.walk)
        weigh()
    }

    // MARK: Answer

    /// The answer with `hits`, each thing once.
    private func finished(_ hits: [SearchHit], _ workspace: inout SearchWorkspace) -> SearchAnswer {
        var answer = SearchAnswer(
            request: request, isBeingTyped: isBeingTyped, hits: distinct(hits), reading: reading, isAsTyped: isAsTyped,
            absentKind: absentKind)
        if request.explains { answer.explanations = explanations(of: answer.hits, &workspace) }
        return answer
    }
}
