/// One word of a query and its possible meanings.
struct QueryWord {
    /// The folded word: a range of the bytes of `QueryReading.text`.
    let bytes: Range<Int>
    /// Whether the user may type more of the word.
    let isPrefix: Bool
    /// Whether it can be a house number: it begins with a digit, or is a letter after such a word ("52 b").
    let isNumber: Bool
    /// Whether it names a flat of a house ("Unit 3", "#17"): an address may lack it.
    var isUnit = false
    /// Whether it only announces a number ("No", "д."): a house number may continue after it.
    var isSign = false
    /// Whether it belongs to the number of a block or of a lot in it ("Q 5 L 12"): another lot is another house.
    var isInLot = false
    /// Whether it is a street word ("ul.") that the names of some streets lack.
    var isStreetWord = false
    /// Whether it only joins others ("in", "the"): an answer may lack it.
    var isFiller = false
    /// Whether it follows a comma: there it more likely says where a thing is than names it.
    var isBehindComma = false
    /// The dictionary words that it may stand for.
    var readings: [Reading] = []
    /// An upper bound of how many places have one of its readings in a name.
    var cost = 0
    /// Whether a place may match it without its name: by its street, locality or house number.
    var isContextual = false
    /// Whether a place may match it by its kind.
    var mayBeKind = false
    /// Whether it is, in any spelling, a word for a kind of thing.
    var isKind = false

    /// Whether it may be a postcode of the map.
    var mayBePostcode: Bool { isNumber && bytes.count >= Self.shortestPostcode && !readings.isEmpty }

    static var shortestPostcode: Int { 4 }

    /// The weight of the word beside others: long words carry more information.
    var weight: Int { min(bytes.count, 12) + 2 }

    /// The least quality by which it may match a text other than a name.
    var leastCertainQuality: Quality {
        bytes.count < (isBehindComma ? Self.shortestBehindComma : Self.shortestContextual) ? .synonym : .oneEdit
    }

    /// The least quality by which it may match a kind.
    var leastCertainQualityOfKind: Quality {
        bytes.count < Self.shortestContextual
            ? .synonym : bytes.count < Self.shortestMisspeltKind ? .beginning : .prefixWithOneEdit
    }

    /// Shorter beginnings, in bytes, match too many words.
    static var shortestContextual: Int { 4 }
    /// The same after a comma, where a town stands.
    private static var shortestBehindComma: Int { 2 }
    /// Shorter words for a kind are too similar to others: mail and main, bike and pike.
    private static var shortestMisspeltKind: Int { 6 }

    /// A range of dictionary words, by position, and how well each matches.
    struct Reading {
        let words: Range<Int>
        let quality: Quality
    }

    /// The quality of the match of a word of a name with a word of the query, 1 ... 255.
    enum Quality: UInt8 {
        case exact = 255
        case synonym = 245
        case prefix = 235
        case beginning = 190
        case oneEdit = 170
        case prefixWithOneEdit = 150
        case twoEdits = 120
        case prefixWithTwoEdits = 100

        /// Whether the query's word stands for less than the name's whole word.
        var isPart: Bool {
            switch self {
            case .prefix, .beginning, .prefixWithOneEdit, .prefixWithTwoEdits: true
            case .exact, .synonym, .oneEdit, .twoEdits: false
            }
        }

        /// Whether it is the same word, in any spelling.
        var isWhole: Bool { rawValue >= Self.synonym.rawValue }

        /// The number of its typing errors.
        var edits: Int {
            switch self {
            case .exact, .synonym, .prefix, .beginning: 0
            case .oneEdit, .prefixWithOneEdit: 1
            case .twoEdits, .prefixWithTwoEdits: 2
            }
        }

        static func corrected(isPrefix: Bool, edits: Int) -> Quality {
            edits == 1 ? (isPrefix ? .prefixWithOneEdit : .oneEdit) : isPrefix ? .prefixWithTwoEdits : .twoEdits
        }
    }
}
