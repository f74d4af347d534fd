import Atlas
import GeoCore

extension SearchEngine {
    /// Answers while the user types: the last word may be the beginning of a word. Best hits first.
    package func suggest(_ request: SearchRequest, workspace: inout SearchWorkspace) -> SearchAnswer {
        SearchQuery.answer(request, isBeingTyped: true, self, &workspace)
    }

    /// Answers a complete query: words precede beginnings.
    package func places(_ request: SearchRequest, workspace: inout SearchWorkspace) -> SearchAnswer {
        SearchQuery.answer(request, isBeingTyped: false, self, &workspace)
    }
}

/// One query on its way to an answer: read → gather → rank → correct → place → distinct.
///
/// It owns all its findings; the workspace is only scratch memory. A part of a query, or another reading of it, is a
/// query of its own.
struct SearchQuery: ~Copyable {
    let engine: SearchEngine
    let request: SearchRequest
    /// Whether the last word may be the beginning of a word.
    let isBeingTyped: Bool
    let countries: WantedCountries
    /// The possible meanings of the text's words.
    private(set) var reading = QueryReading()
    private(set) var scoring: Scoring
    /// The best hits so far.
    var ranking = Ranking()
    /// Whether the last pass found exactly the query's house number.
    var hasExactHouse = false
    /// Whether the last pass found a name that begins with all words of the query, of which there are several.
    var hasPhrase = false
    /// Whether a hit matches the text exactly as typed.
    private var isAsTyped = true
    /// The kind that the query names and that has no places in the atlas, as a row of the lexicon.
    var absentKind: Int?

    init(_ request: SearchRequest, isBeingTyped: Bool, _ countries: WantedCountries, _ engine: SearchEngine) {
        self.engine = engine
        self.request = request
        self.isBeingTyped = isBeingTyped
        self.countries = countries
        scoring = Scoring(words: [], request)
    }

    /// The number of hits that a pass keeps: more than the request asks for, because some are duplicates.
    private var kept: Int { 4 * request.limit + 8 }

    /// Answers the text with its gaps as they are.
    mutating func answer(_ workspace: inout SearchWorkspace) -> SearchAnswer {
        if let answer = positionAnswer(&workspace) { return answer }
        workspace.prepare(wordCount: engine.dictionary.count)
        let text = request.text
        read(text.utf8Span.span, &workspace)
        guard !reading.words.isEmpty else { return finished([], &workspace) }
        rank(.forAllWords, keeping: kept, &workspace)
        absentKind = namedAbsentKind
        if absentKind != nil {
            // A name that is only spelt like "hospital" does not help a person who needs a hospital.
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

    /// Whether any hit matches all words of the query.
    var hasAnswer: Bool { ranking.bestComplete != nil }

    /// Whether the hits are so good that the query needs no look for misspelt names.
    ///
    /// A hit with little of the text may be a coincidence, and so may a hit with a letter or two anywhere: "the wse" is
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

    /// Reads a text, the request's or another spelling of it, and weighs its words.
    mutating func read(_ text: Span<UInt8>, _ workspace: inout SearchWorkspace) {
        take(QueryReading(text, isBeingTyped: isBeingTyped, engine, &workspace.otherText))
    }

    /// Continues with another reading of the text.
    mutating func take(_ reading: QueryReading) {
        self.reading = reading
        weigh()
    }

    private mutating func weigh() { scoring = Scoring(words: reading.words, request) }

    /// The kind that the query names and that has no places in the atlas: "hospital", and "hospital helsinki" if no
    /// place has that name.
    private var namedAbsentKind: Int? {
        let absent = engine.kindNames.absent
        if let kind = absent.row(namedBy: reading.text, besides: { _ in false }) { return kind }
        return hasAnswer ? nil : absent.row(namedBy: reading.text) { engine.isInLocality($0) }
    }

    // MARK: Correct

    /// Tries other meanings of the text as far as necessary: a typing error, a corner of two streets, other gaps
    /// between words, beginnings of words.
    private mutating func correct(_ workspace: inout SearchWorkspace) {
        // An exact house number on that street is the wanted answer, and so are several words exactly as in a name. Any
        // other hit may be one slip away.
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
            // In an address it would be the sign of another country or state: "USA" is not "US 322".
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

    /// Returns the answer with `hits`, without duplicates.
    private func finished(_ hits: [SearchHit], _ workspace: inout SearchWorkspace) -> SearchAnswer {
        var answer = SearchAnswer(
            request: request, isBeingTyped: isBeingTyped, hits: distinct(hits), reading: reading, isAsTyped: isAsTyped,
            absentKind: absentKind)
        if request.explains { answer.explanations = explanations(of: answer.hits, &workspace) }
        return answer
    }
}
