/// One word of a query and what it may mean.
struct QueryWord {
    /// The folded word: a range of the bytes of `QueryReading.text`.
    let bytes: Range<Int>
    /// Whether the user may type more of the word.
    let isPrefix: Bool
    /// Whether it can be a house number: it begins with a digit, or is a letter behind such a word ("52 b").
    let isNumber: Bool
    /// Whether it says which flat of a house the query means ("Unit 3", "#17"): an address may lack it.
    var isUnit = false
    /// Whether it only says that a number follows ("No", "д."), so that a house number goes on behind it.
    var isSign = false
    /// Whether it belongs to the number of a block or of a lot in it ("Q 5 L 12"): another lot is another house.
    var isInLot = false
    /// Whether it is a word for streets ("ul."), which the names of some streets lack.
    var isStreetWord = false
    /// Whether it only joins others ("in", "the"): an answer may lack it.
    var isFiller = false
    /// Whether it stands behind a comma: there it rather says where something is than how it is called.
    var isBehindComma = false
    /// Words of the dictionary it may stand for.
    var readings: [Reading] = []
    /// At least the number of places that have one of them in a name.
    var cost = 0
    /// Whether a place may answer to it without having it in a name: by its street, locality or house number.
    var isContextual = false
    /// Whether a place may answer to it by what sort of thing it is.
    var mayBeKind = false
    /// Whether it is, in one spelling or another, a word for some sort of thing.
    var isKind = false

    /// Whether it may be a postcode of the map.
    var mayBePostcode: Bool { isNumber && bytes.count >= Self.shortestPostcode && !readings.isEmpty }

    static var shortestPostcode: Int { 4 }

    /// How much the word counts in comparison with others: long words say more.
    var weight: Int { min(bytes.count, 12) + 2 }

    /// The least quality by which it may answer to something that is not a name.
    var leastCertainQuality: Quality {
        bytes.count < (isBehindComma ? Self.shortestBehindComma : Self.shortestContextual) ? .synonym : .oneEdit
    }

    /// The least quality by which it may answer to a kind.
    var leastCertainQualityOfKind: Quality {
        bytes.count < Self.shortestContextual
            ? .synonym : bytes.count < Self.shortestMisspeltKind ? .beginning : .prefixWithOneEdit
    }

    /// Shorter beginnings, in bytes, may begin anything.
    static var shortestContextual: Int { 4 }
    /// … behind a comma, where a town stands.
    private static var shortestBehindComma: Int { 2 }
    /// Shorter words for a kind are too like others: mail and main, bike and pike.
    private static var shortestMisspeltKind: Int { 6 }

    /// Words of the dictionary, by position, and how well each fits.
    struct Reading {
        let words: Range<Int>
        let quality: Quality
    }

    /// How well a word of a name fits a word of the query, 1 ... 255.
    enum Quality: UInt8 {
        case exact = 255
        case synonym = 245
        case prefix = 235
        case beginning = 190
        case oneEdit = 170
        case prefixWithOneEdit = 150
        case twoEdits = 120
        case prefixWithTwoEdits = 100

        /// Whether the word of the query stands for less than the whole word of a name.
        var isPart: Bool {
            switch self {
            case .prefix, .beginning, .prefixWithOneEdit, .prefixWithTwoEdits: true
            case .exact, .synonym, .oneEdit, .twoEdits: false
            }
        }

        /// Whether it is the word, in one spelling or another.
        var isWhole: Bool { rawValue >= Self.synonym.rawValue }

        /// How many typing errors it forgives.
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
