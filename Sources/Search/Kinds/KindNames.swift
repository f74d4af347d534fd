import Atlas

/// What the kinds of an atlas are called, and which kinds people look for that it has none of.
struct KindNames: Sendable {
    private let lexicon = KindLexicon.standard
    /// By kind its row in the lexicon.
    private let rows: [Int?]
    /// By kind whether its places are called after what they are at: a stop, a car park.
    private let borrowed: [Bool]
    /// What people type for kinds that the atlas has none of, folded, ascending; with a row of the lexicon.
    private let absent: [(phrase: [UInt8], row: Int)]

    /// `places` may be unchecked: kinds without a text have no name. `folding` is checked.
    init(_ places: PlaceTable, _ folding: Folding) {
        let lexicon = lexicon
        func bytes(_ id: StringID) -> [UInt8] {
            var bytes: [UInt8] = []
            if places.text.holds(id) { places.text.append(id, to: &bytes) }
            return bytes
        }
        var rows: [Int?] = [], values: [[UInt8]] = [], borrowed: [Bool] = []
        for kind in 0..<places.kindCount {
            let key = bytes(places.kindKey(kind)), value = bytes(places.kindValue(kind))
            rows.append(lexicon.row(key: key, value: value))
            borrowed.append(Self.isBorrowing(value))
            values.append(value)
        }
        self.rows = rows
        self.borrowed = borrowed
        absent = Self.absent(besides: values, lexicon, folding)
    }

    /// What people type for the kinds whose values are not among `values`, and for no kind whose values are.
    private static func absent(
        besides values: [[UInt8]], _ lexicon: KindLexicon, _ folding: Folding
    ) -> [(phrase: [UInt8], row: Int)] {
        var phrases: [(phrase: [UInt8], row: Int?)] = [], text = FoldedWords()
        for line in lexicon.words {
            let row = line.values.lazy.compactMap { lexicon.row(key: [], value: $0) }.first
            var typed = line.phrases
            for value in line.values { typed += [value, KindLexicon.plural(of: value)] }
            if let row {
                for language in KindLexicon.languages.indices { typed.append(lexicon.name(row, in: language)) }
            }
            let isPresent = line.values.contains { values.contains($0) }
            for each in typed {
                text.read(each.span, with: folding)
                phrases.append((joined(text) { _ in true }, isPresent ? nil : row))
            }
        }
        phrases.sort {
            $0.phrase == $1.phrase ? ($0.row ?? -1) < ($1.row ?? -1) : $0.phrase.lexicographicallyPrecedes($1.phrase)
        }
        var absent: [(phrase: [UInt8], row: Int)] = [], last: [UInt8] = []
        // Of the lines that share a phrase a present one comes first.
        for (phrase, row) in phrases where phrase != last {
            last = phrase
            if let row { absent.append((phrase, row)) }
        }
        return absent
    }

    private static func joined(_ text: FoldedWords, _ isWanted: (ArraySlice<UInt8>) -> Bool) -> [UInt8] {
        var joined: [UInt8] = []
        for word in text.words where isWanted(text.text(word)) {
            if !joined.isEmpty { joined.append(0x20) }
            joined.append(contentsOf: text.text(word))
        }
        return joined
    }

    /// The kind that a whole query names and that the atlas has none of, as a row of the lexicon. Words that say
    /// "nearest", "near" and "me" may stand beside it, and those that `isBeside`.
    func absentKind(namedBy text: FoldedWords, besides isBeside: (ArraySlice<UInt8>) -> Bool) -> Int? {
        let phrase = Self.joined(text) {
            !Wordings.isFiller($0) && !Wordings.isNear($0) && !Wordings.isHere($0) && !isBeside($0)
        }
        var low = 0, high = absent.count
        while low < high {
            let middle = (low + high) / 2
            if absent[middle].phrase.lexicographicallyPrecedes(phrase) { low = middle + 1 } else { high = middle }
        }
        return low < absent.count && absent[low].phrase == phrase ? absent[low].row : nil
    }

    /// The name of a kind; `nil` where the lexicon knows neither its value nor its key.
    func name(ofKind kind: Int, in language: Int) -> [UInt8]? { rows[kind].map { lexicon.name($0, in: language) } }

    /// The name and the value of a row.
    func absentKind(_ row: Int, in language: Int) -> (name: [UInt8], value: [UInt8]) {
        (lexicon.name(row, in: language), lexicon.value(row))
    }

    /// Whether places of a kind are called after what they are at.
    func isBorrowed(_ kind: Int) -> Bool { borrowed[kind] }

    /// The stop at a square bears the square's name, and so do the bikes for hire and the car park there.
    private static func isBorrowing(_ value: [UInt8]) -> Bool {
        let values: [StaticString] = [
            "bus_stop", "tram_stop", "platform", "stop_position", "stop_area", "subway_entrance",
            "train_station_entrance", "taxi", "bicycle_rental", "bicycle_parking", "parking", "parking_entrance",
            "car_sharing", "scooter_rental", "kick-scooter_rental",
        ]
        return values.contains { $0.withUTF8Buffer { unsafe value.elementsEqual($0) } }  // The literal's own bytes.
    }
}
