import GeoCore

/// How well a candidate answers: what its names and context have in common with the query.
struct Match {
    /// For each word of the query, how well it is matched, in a byte; zero for not at all.
    var qualities: UInt64 = 0
    /// Where the best name begins in the table of names.
    var name = 0
    /// How much of the best name the query covers, in bytes of folded words.
    var covered = 0
    /// The length of that name; zero when no name matches.
    var nameLength = 0
    /// How many typing errors the covered words forgive.
    var slips = 0
    /// Whether all words of the query say what sort of thing it is.
    var isOfKind = false
    /// For a street that passes through several localities, which of them the query names; `nil` for none.
    var locality: Int?
    /// Whether the name's first word is matched by the query's first.
    var beginsAlike = false
    /// Whether the name begins with all words of the query in their order.
    var beginsAsQuery = false
}

/// Turns matches into scores, for one query.
///
/// The parts were weighed against each other on State College and Liechtenstein with misspelt, shortened and shuffled
/// names.
struct Scoring {
    enum Points {
        /// Every word of the query matched exactly by the name.
        static var text: Int { 1000 }
        /// The whole name was typed.
        static var coverage: Int { 150 }
        /// … and each of its words is in the query as it is.
        static var exactName: Int { 100 }
        /// … but for typing errors.
        static var nearlyExactName: Int { 60 }
        static var sameBeginning: Int { 30 }
        /// … and goes on as the query does, to its end.
        static var samePhrase: Int { 90 }
        /// The kind was typed, which has no name to cover.
        static var ofKind: Int { 135 }
        /// … and nothing else: no street that is called after it goes before.
        static var justOfKind: Int { 240 }
        /// … letter for letter, accents too.
        static var sameSpelling: Int { 45 }
        static var importance: Int { 200 }
        /// One word was typed, and is within the name: the church before the street that begins so. In percent of the
        /// importance.
        static var wordWithin: Int { 75 }
        /// Its name is that of what it is at: the square before its tram stop.
        static var borrowedName: Int { 180 }
        /// A name begins as the query does but for one slip, in place of its importance.
        static var likelySlip: Int { 270 }
        static var otherSlip: Int { 190 }
        static var slipInFirstLetter: Int { 160 }
        /// … and none of its words says more.
        static var slipped: Int { 660 }
        /// The house number that was typed, and no other.
        static var exactHouse: Int { 120 }
    }

    /// What it is worth to be near the user, or near a place that the query names.
    enum Proximity {
        /// At the very spot.
        static var most: Double { 350 }
        static var mostOfPlace: Double { 1000 }
        /// The distance at which it counts half.
        static var halfInMetres: Double { 1000 }
        static var halfOfPlaceInMetres: Double { 300 }
    }

    private let wordCount: Int
    private var weights = [8 of Int](repeating: 0)
    /// For each word of the query the least quality by which it may answer to a street or a town, and to a kind.
    private var leastCertain = [8 of Int](repeating: 0)
    private var leastCertainOfKind = [8 of Int](repeating: 0)
    /// The words of the query that answers may lack, as bits.
    private(set) var fillers: UInt8 = 0
    /// The words of the query that can be a house number, as bits.
    private(set) var numbers: UInt8 = 0
    /// The words that say which flat of a house is meant, as bits: an address may lack them.
    private(set) var units: UInt8 = 0
    /// The words for streets that a street's name may lack, as bits.
    private(set) var streetWords: UInt8 = 0
    /// The numbers of a block and of a lot in it, as bits.
    private(set) var lots: UInt8 = 0
    /// The words before the first comma that are no numbers and no fillers, as bits.
    private(set) var subject: UInt8 = 0
    /// The words that may be a postcode, as bits.
    private(set) var postcodes: UInt8 = 0
    /// The words that may stand for some word of the index, as bits.
    private(set) var readable: UInt8 = 0
    /// The words that a street or a town may answer to, as bits.
    private(set) var contextual: UInt8 = 0
    /// The bytes of the words that rather say where something is than what it is called.
    private var places: UInt64 = 0
    /// The words that say what sort of thing is meant, as bits.
    private(set) var kinds: UInt8 = 0
    private let totalWeight: Int
    /// Around the user, if they said where they are.
    let plane: LocalPlane?
    private let isNearPlace: Bool
    /// Whether each word of the query is a word for some kind of place.
    let namesKind: Bool

    /// Weighs `words` for a query around `plane`, which is where the user is or, if `isNearPlace`, what the query wants
    /// answers near to.
    init(words: [QueryWord], near plane: LocalPlane?, isNearPlace: Bool = false) {
        self.isNearPlace = isNearPlace
        namesKind = words.allSatisfy { $0.isKind || $0.isFiller }
        wordCount = min(words.count, SearchRequest.maximumWords)
        var total = 0
        for index in 0..<wordCount {
            let word = words[index]
            // What only goes with a number says little.
            weights[index] = word.isUnit || word.isSign ? 1 : word.weight
            leastCertain[index] = Int(word.leastCertainQuality.rawValue)
            leastCertainOfKind[index] = Int(word.leastCertainQualityOfKind.rawValue)
            if word.isFiller { fillers |= 1 << UInt8(index) }
            if word.isNumber { numbers |= 1 << UInt8(index) }
            if word.isUnit { units |= 1 << UInt8(index) }
            if word.isStreetWord { streetWords |= 1 << UInt8(index) }
            if word.isInLot, word.isNumber { lots |= 1 << UInt8(index) }
            if !word.isUnit, !word.isNumber, !word.isFiller, !word.isBehindComma { subject |= 1 << UInt8(index) }
            if word.isContextual { contextual |= 1 << UInt8(index) }
            if word.mayBePostcode { postcodes |= 1 << UInt8(index) }
            if !word.readings.isEmpty { readable |= 1 << UInt8(index) }
            if word.mayBeKind { kinds |= 1 << UInt8(index) }
            if word.isBehindComma { places |= 0xff << UInt64(index * 8) }
            total += weights[index]
        }
        totalWeight = max(1, total)
        self.plane = plane
    }

    /// The words of the query, as bits, that `qualities` leaves unmatched and that answers may not lack.
    func unmatched(_ qualities: UInt64) -> UInt8 {
        var mask: UInt8 = 0
        for index in 0..<wordCount where Self.quality(qualities, index) == 0 { mask |= 1 << UInt8(index) }
        return mask & ~fillers
    }

    /// The words of the query, as bits, that `qualities` matches.
    func matched(_ qualities: UInt64) -> UInt8 {
        var mask: UInt8 = 0
        for index in 0..<wordCount where Self.quality(qualities, index) != 0 { mask |= 1 << UInt8(index) }
        return mask
    }

    /// `qualities` with those of some words, given as bits, at a quarter.
    func discounted(_ qualities: UInt64, _ words: UInt8) -> UInt64 {
        let bytes = Self.bytes(words)
        return qualities & ~bytes | Self.scaled(qualities & bytes, by: 64)
    }

    /// What a set of matched words is worth by itself, 0 ... 1000.
    func text(_ qualities: UInt64) -> Int {
        var sum = 0
        for index in 0..<wordCount { sum += weights[index] * Self.quality(qualities, index) }
        return Points.text * sum / (255 * totalWeight)
    }

    /// What a name is worth without its context.
    func name(_ match: Match) -> Int {
        match.nameLength > 0 ? text(match.qualities) + Self.likeness(match) : 0
    }

    /// What it is worth that the query covers a name, all of it, or begins as it does.
    private static func likeness(_ match: Match) -> Int {
        likeness(
            covered: match.covered, slips: match.slips, of: match.nameLength, beginsAlike: match.beginsAlike,
            beginsAsQuery: match.beginsAsQuery)
    }

    /// The same for a name of so many letters, of which so many are covered but for so many errors.
    static func likeness(
        covered: Int, slips: Int = 0, of length: Int, beginsAlike: Bool, beginsAsQuery: Bool
    ) -> Int {
        let wholeness = covered == length ? Points.exactName : covered + slips >= length ? Points.nearlyExactName : 0
        return Points.coverage * covered / length + wholeness + (beginsAlike ? Points.sameBeginning : 0)
            + (beginsAsQuery ? Points.samePhrase : 0)
    }

    /// What it is worth that a name is written as the query is.
    static var sameSpelling: Int { Points.sameSpelling }
    /// What it costs to be called after something else.
    static var borrowedName: Int { Points.borrowedName }
    /// What it is worth beyond the words that a house has just the number that was typed.
    static var exactHouse: Int { Points.exactHouse }

    /// What it is worth that the query is a name's beginning but for a slip.
    static func points(for slip: TypingSlip) -> Int {
        switch slip {
        case .order: Points.likelySlip
        case .letter: Points.otherSlip
        case .first: Points.slipInFirstLetter
        }
    }

    /// What it is worth to be of importance `rank`.
    static func importance(_ rank: UInt8) -> Int { Points.importance * Int(rank) / 255 }

    /// The least that a name one slip away from the query is worth.
    static var leastSlipped: Int { Points.slipped }

    /// What has all words of the query, each of them whole, is worth this at least.
    static var leastOfWholeWords: Int { Points.text }

    /// What it is worth that `typed` is the beginning of a name of so many letters but for a slip that is worth so
    /// much: the more, the more of it was typed.
    static func slipped(_ slip: (points: Int, length: Int), _ typed: [UInt32]) -> Int {
        let share = min(1, Double(typed.count) / Double(max(1, slip.length)))
        return Points.slipped + Int(Double(Points.coverage) * share) + Points.sameBeginning + Points.samePhrase
            + slip.points
    }

    /// The score of a candidate of importance `rank`, wherever it is.
    func score(_ match: Match, rank: UInt8) -> Int {
        // A kind has no name to cover: a café is nearly as like "cafe" as one that is called so and something more.
        let likeness = max(
            match.nameLength > 0 ? Self.likeness(match) : 0,
            match.isOfKind ? Points.justOfKind : match.nameLength == 0 ? Points.ofKind : 0)
        return text(match.qualities) + Self.importance(rank) + likeness
            + (isOneWordWithin(match) ? Self.importance(rank) * Points.wordWithin / 100 : 0)
    }

    /// Whether the query is one word, and that is a whole word of a name that begins otherwise.
    private func isOneWordWithin(_ match: Match) -> Bool {
        wordCount == 1 && match.nameLength > 0 && !match.beginsAlike && !match.isOfKind
            && Self.quality(match.qualities, 0) > Int(QueryWord.Quality.prefix.rawValue)
    }

    /// The most that `proximity` is worth.
    var mostProximity: Int { plane == nil ? 0 : Int(isNearPlace ? Proximity.mostOfPlace : Proximity.most) }

    /// What being at `point` is worth, near the user or not.
    func proximity(of point: PointE7) -> Int {
        guard let plane else { return 0 }
        let half = isNearPlace ? Proximity.halfOfPlaceInMetres : Proximity.halfInMetres
        return Int(Double(mostProximity) / (1 + plane.distance(to: point) / half))
    }

    /// What remains of `qualities` for a text that is not the name itself: a letter or two begin too much, and so does
    /// a beginning with an error.
    func certain(_ qualities: UInt64) -> UInt64 { Self.atLeast(leastCertain, qualities) }

    /// What remains of `qualities` for the words of a kind: of a short word nothing that has an error, "pike" is no
    /// bike.
    func certainOfKind(_ qualities: UInt64) -> UInt64 { Self.atLeast(leastCertainOfKind, qualities) }

    private static func atLeast(_ least: [8 of Int], _ qualities: UInt64) -> UInt64 {
        guard qualities != 0 else { return 0 }
        var certain = qualities
        for index in 0..<SearchRequest.maximumWords where quality(qualities, index) < least[index] {
            certain &= ~(0xff << UInt64(index * 8))
        }
        return certain
    }

    /// `qualities` of a name, of which the words behind a comma count as little as those of a context do, `share` /
    /// 256.
    func inParts(_ qualities: UInt64, by share: UInt64) -> UInt64 {
        places == 0 ? qualities : qualities & ~places | Self.scaled(qualities & places, by: share)
    }

    /// The word of the query that says most about a word of a name, of those that fit it better than what they fit so
    /// far.
    func best(_ found: UInt64, beyond known: UInt64) -> (index: Int, quality: UInt8)? {
        var best: (index: Int, quality: UInt8)?, most = 0
        for index in 0..<wordCount {
            let quality = Self.quality(found, index)
            guard quality > Self.quality(known, index), quality * weights[index] > most else { continue }
            most = quality * weights[index]
            best = (index, UInt8(truncatingIfNeeded: quality))
        }
        return best
    }

    /// All bits of the bytes of words that are given as bits.
    static func bytes(_ words: UInt8) -> UInt64 {
        var bytes: UInt64 = 0
        for index in 0..<SearchRequest.maximumWords where words >> UInt8(index) & 1 != 0 {
            bytes |= 0xff << UInt64(index * 8)
        }
        return bytes
    }

    /// `qualities` with another one at `index`.
    static func with(_ qualities: UInt64, _ quality: UInt8, at index: Int) -> UInt64 {
        qualities & ~(0xff << UInt64(index * 8)) | UInt64(quality) << UInt64(index * 8)
    }

    static func quality(_ qualities: UInt64, _ index: Int) -> Int { Int(qualities >> UInt64(index * 8) & 0xff) }

    /// The larger of two qualities for each word.
    static func merge(_ a: UInt64, _ b: UInt64) -> UInt64 {
        guard a != 0, b != 0 else { return a | b }
        var merged: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            merged |= max(a >> shift & 0xff, b >> shift & 0xff) << shift
        }
        return merged
    }

    /// What remains of `qualities` of words that are there as they were typed.
    static func whole(_ qualities: UInt64) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8)
        where qualities >> shift & 0xff >= UInt64(QueryWord.Quality.synonym.rawValue) {
            result |= qualities & 0xff << shift
        }
        return result
    }

    /// Each quality multiplied by `share` / 256; a match stays one.
    static func scaled(_ qualities: UInt64, by share: UInt64) -> UInt64 {
        guard qualities != 0 else { return 0 }
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            let quality = qualities >> shift & 0xff
            if quality > 0 { result |= max(1, quality * share / 256) << shift }
        }
        return result
    }
}
