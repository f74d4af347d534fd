import GeoCore

/// Turns matches into scores, for one reading of a query.
///
/// Not copyable: copying it for each of thousands of calls takes a tenth of the time for a candidate.
struct Scoring: ~Copyable {
    /// All words of the query that count.
    private let words: WordSet
    private let wordCount: Int
    private var weights = [8 of Int](repeating: 0)
    /// The least quality by which each word may match a street or a town, and a kind.
    private var leastCertain = [8 of UInt8](repeating: 0)
    private var leastCertainOfKind = [8 of UInt8](repeating: 0)
    /// The words that answers may lack.
    private(set) var fillers: WordSet = []
    /// The words that can be a house number.
    private(set) var numbers: WordSet = []
    /// The words that name a flat in a house: an address may lack them.
    private(set) var units: WordSet = []
    /// The words for streets that a street's name may lack, such as "ul.".
    private(set) var streetWords: WordSet = []
    /// The numbers of a block and of a lot in it.
    private(set) var lots: WordSet = []
    /// The words before the first comma that are neither numbers nor fillers.
    private(set) var subject: WordSet = []
    /// The words that may be a postcode.
    private(set) var postcodes: WordSet = []
    /// The words that may stand for a word of the index.
    private(set) var readable: WordSet = []
    /// The words that a street or a town may match.
    private(set) var contextual: WordSet = []
    /// The words that name the kind of thing.
    private(set) var kinds: WordSet = []
    /// The words after a comma: they name where a thing is, rather than the thing.
    private let places: WordQualities.Mask
    private let totalWeight: Int
    /// The plane around the user, or around the point that answers should be near; `nil` if neither is known.
    let plane: LocalPlane?
    private let isNearPlace: Bool
    /// Whether each word of the query is a word for a kind of place.
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
            // A word that only accompanies a number carries little information.
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

    /// Returns the words that `qualities` does not match and that answers may not lack.
    func unmatched(_ qualities: WordQualities) -> WordSet {
        words.subtracting(qualities.words).subtracting(fillers)
    }

    /// Returns the points of a set of matched words alone, 0 ... 1000.
    func text(_ qualities: WordQualities) -> Int {
        var sum = 0
        for index in 0..<wordCount { sum += weights[index] * Int(qualities[index]) }
        return Points.text * sum / (255 * totalWeight)
    }

    /// Returns the points of a name without its context.
    func name(_ match: Match) -> Int {
        match.nameLength > 0 ? text(match.qualities) + Self.similarity(match) : 0
    }

    private static func similarity(_ match: Match) -> Int {
        similarity(
            covered: match.covered, slips: match.slips, of: match.nameLength, beginsAlike: match.beginsAlike,
            beginsAsQuery: match.beginsAsQuery)
    }

    /// Returns the score of a candidate of importance `rank`, without its position.
    func score(_ match: Match, rank: UInt8) -> Int {
        // A kind has no name to cover: a café ranks nearly as high for "cafe" as a place with that word in a longer
        // name.
        let similarity = max(
            match.nameLength > 0 ? Self.similarity(match) : 0,
            match.isOfKind ? Points.justOfKind : match.nameLength == 0 ? Points.ofKind : 0)
        return text(match.qualities) + Self.importance(rank) + similarity
            + (isOneWordWithin(match) ? Self.importance(rank) * Points.wordWithin / 100 : 0)
    }

    /// Whether the query is one word, and a name that begins otherwise contains it whole.
    private func isOneWordWithin(_ match: Match) -> Bool {
        wordCount == 1 && match.nameLength > 0 && !match.beginsAlike && !match.isOfKind
            && match.qualities[0] > QueryWord.Quality.prefix.rawValue
    }

    /// The most points that `proximity` can give.
    var mostProximity: Int { plane == nil ? 0 : Int(isNearPlace ? Proximity.mostOfPlace : Proximity.most) }

    /// Returns the points for being at `point`.
    func proximity(of point: PointE7) -> Int {
        guard let plane else { return 0 }
        let half = isNearPlace ? Proximity.halfOfPlaceInMetres : Proximity.halfInMetres
        return Int(Double(mostProximity) / (1 + plane.distance(to: point) / half))
    }

    /// Returns the part of `qualities` that counts for a text other than the name.
    ///
    /// A beginning of a letter or two matches too much, and so does a beginning with an error.
    func certain(_ qualities: WordQualities) -> WordQualities { qualities.atLeast(leastCertain) }

    /// Returns the part of `qualities` that counts for the words of a kind.
    ///
    /// A short word may have no error: "pike" is not "bike".
    func certainOfKind(_ qualities: WordQualities) -> WordQualities { qualities.atLeast(leastCertainOfKind) }

    /// Returns the `qualities` of a name, with words after a comma scaled by `share` / 256, as in a context.
    func inParts(_ qualities: WordQualities, by share: UInt64) -> WordQualities {
        places.isEmpty ? qualities : qualities.scaled(by: share, places)
    }

    /// Returns the word of the query with the most information about a word of a name, of those that match better than
    /// `known`.
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
