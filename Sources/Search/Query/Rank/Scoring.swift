import GeoCore

/// Turns matches into scores, for one reading of a query.
///
/// Not copyable: a copy for each of thousands of calls is a tenth of what a candidate costs.
struct Scoring: ~Copyable {
    /// All words of the query that count.
    private let words: WordSet
    private let wordCount: Int
    private var weights = [8 of Int](repeating: 0)
    /// The least quality by which each word may answer to a street or a town, and to a kind.
    private var leastCertain = [8 of UInt8](repeating: 0)
    private var leastCertainOfKind = [8 of UInt8](repeating: 0)
    /// The words that answers may lack.
    private(set) var fillers: WordSet = []
    /// The words that can be a house number.
    private(set) var numbers: WordSet = []
    /// The words that say which flat of a house the query means: an address may lack them.
    private(set) var units: WordSet = []
    /// The words for streets that a street's name may lack.
    private(set) var streetWords: WordSet = []
    /// The numbers of a block and of a lot in it.
    private(set) var lots: WordSet = []
    /// The words before the first comma that are no numbers and no fillers.
    private(set) var subject: WordSet = []
    /// The words that may be a postcode.
    private(set) var postcodes: WordSet = []
    /// The words that may stand for some word of the index.
    private(set) var readable: WordSet = []
    /// The words that a street or a town may answer to.
    private(set) var contextual: WordSet = []
    /// The words that say what sort of thing the query means.
    private(set) var kinds: WordSet = []
    /// The words behind a comma, which rather say where something is than what it is called.
    private let places: WordQualities.Mask
    private let totalWeight: Int
    /// Around the user, or around what answers are to be near to; `nil` where neither is known.
    let plane: LocalPlane?
    private let isNearPlace: Bool
    /// Whether each word of the query is a word for some kind of place.
    let namesKind: Bool

    /// Weighs the `words` of a reading of a request's text.
    init(words: [QueryWord], _ request: SearchRequest) {
        plane = request.near.map { LocalPlane(around: PointE7($0)) }
        isNearPlace = request.isNearPlace
        namesKind = words.allSatisfy { $0.isKind || $0.isFiller }
        wordCount = min(words.count, SearchRequest.maximumWords)
        self.words = WordSet(first: wordCount)
        var total = 0, places: WordSet = []
        for index in 0..<wordCount {
            let word = words[index]
            // A word that only goes with a number says little.
            weights[index] = word.isUnit || word.isSign ? 1 : word.weight
            total += weights[index]
            leastCertain[index] = word.leastCertainQuality.rawValue
            leastCertainOfKind[index] = word.leastCertainQualityOfKind.rawValue
            fillers[index] = word.isFiller
            numbers[index] = word.isNumber
            units[index] = word.isUnit
            streetWords[index] = word.isStreetWord
            lots[index] = word.isInLot && word.isNumber
            subject[index] = !word.isUnit && !word.isNumber && !word.isFiller && !word.isBehindComma
            contextual[index] = word.isContextual
            postcodes[index] = word.mayBePostcode
            readable[index] = !word.readings.isEmpty
            kinds[index] = word.mayBeKind
            places[index] = word.isBehindComma
        }
        self.places = WordQualities.Mask(places)
        totalWeight = max(1, total)
    }

    /// Returns the words that `qualities` leaves open and that answers may not lack.
    func unmatched(_ qualities: WordQualities) -> WordSet {
        words.subtracting(qualities.words).subtracting(fillers)
    }

    /// Returns what a set of matched words is worth by itself, 0 ... 1000.
    func text(_ qualities: WordQualities) -> Int {
        var sum = 0
        for index in 0..<wordCount { sum += weights[index] * Int(qualities[index]) }
        return Points.text * sum / (255 * totalWeight)
    }

    /// Returns what a name is worth without its context.
    func name(_ match: Match) -> Int {
        match.nameLength > 0 ? text(match.qualities) + Self.likeness(match) : 0
    }

    private static func likeness(_ match: Match) -> Int {
        likeness(
            covered: match.covered, slips: match.slips, of: match.nameLength, beginsAlike: match.beginsAlike,
            beginsAsQuery: match.beginsAsQuery)
    }

    /// Returns the score of a candidate of importance `rank`, wherever it is.
    func score(_ match: Match, rank: UInt8) -> Int {
        // A kind has no name to cover: a café is nearly as like "cafe" as one that is called so and something more.
        let likeness = max(
            match.nameLength > 0 ? Self.likeness(match) : 0,
            match.isOfKind ? Points.justOfKind : match.nameLength == 0 ? Points.ofKind : 0)
        return text(match.qualities) + Self.importance(rank) + likeness
            + (isOneWordWithin(match) ? Self.importance(rank) * Points.wordWithin / 100 : 0)
    }

    /// Whether the query is one word, and a name that begins otherwise has it whole.
    private func isOneWordWithin(_ match: Match) -> Bool {
        wordCount == 1 && match.nameLength > 0 && !match.beginsAlike && !match.isOfKind
            && match.qualities[0] > QueryWord.Quality.prefix.rawValue
    }

    /// The most that `proximity` is worth.
    var mostProximity: Int { plane == nil ? 0 : Int(isNearPlace ? Proximity.mostOfPlace : Proximity.most) }

    /// Returns what being at `point` is worth.
    func proximity(of point: PointE7) -> Int {
        guard let plane else { return 0 }
        let half = isNearPlace ? Proximity.halfOfPlaceInMetres : Proximity.halfInMetres
        return Int(Double(mostProximity) / (1 + plane.distance(to: point) / half))
    }

    /// Returns what remains of `qualities` for a text that is not the name itself.
    ///
    /// A letter or two begin too much, and so does a beginning with an error.
    func certain(_ qualities: WordQualities) -> WordQualities { qualities.atLeast(leastCertain) }

    /// Returns what remains of `qualities` for the words of a kind.
    ///
    /// A short word may have no error: "pike" is no bike.
    func certainOfKind(_ qualities: WordQualities) -> WordQualities { qualities.atLeast(leastCertainOfKind) }

    /// Returns the `qualities` of a name with those of words behind a comma at `share` / 256, as in a context.
    func inParts(_ qualities: WordQualities, by share: UInt64) -> WordQualities {
        places.isEmpty ? qualities : qualities.scaled(by: share, places)
    }

    /// Returns the word of the query that says most about a word of a name, of those that fit it better than `known`.
    func best(_ found: WordQualities, beyond known: WordQualities) -> (index: Int, quality: UInt8)? {
        var best: (index: Int, quality: UInt8)?, most = 0
        for index in 0..<wordCount {
            let quality = found[index]
            guard quality > known[index], Int(quality) * weights[index] > most else { continue }
            most = Int(quality) * weights[index]
            best = (index, quality)
        }
        return best
    }
}
