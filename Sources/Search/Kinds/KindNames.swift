import Atlas

/// Names the kinds of an atlas, and finds wanted kinds that have no places in it.
struct KindNames: Sendable {
    private let lexicon = KindLexicon.standard
    /// By kind, its row in the lexicon.
    private let rows: [Int?]
    /// By kind, whether its places borrow the name of a place beside them: a stop, a car park.
    private let borrowed: [Bool]
    let absent: AbsentKinds

    /// `places` may be unchecked: kinds without a text get no name. `folding` must be checked.
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
        absent = AbsentKinds(besides: values, folding)
    }

    /// Returns the name of a kind; `nil` if the lexicon knows neither its value nor its key.
    func name(ofKind kind: Int, in language: Int) -> [UInt8]? { rows[kind].map { lexicon.name($0, in: language) } }

    /// Returns the name and the value of a row.
    func absentKind(_ row: Int, in language: Int) -> (name: [UInt8], value: [UInt8]) {
        (lexicon.name(row, in: language), lexicon.value(row))
    }

    /// Whether places of a kind borrow the name of a place beside them.
    func isBorrowed(_ kind: Int) -> Bool { borrowed[kind] }

    /// The stop at a square has the square's name, and so do the bike rental and the car park there.
    private static func isBorrowing(_ value: [UInt8]) -> Bool {
        let values: [StaticString] = [
            "bus_stop", "tram_stop", "platform", "stop_position", "stop_area", "subway_entrance",
            "train_station_entrance", "taxi", "bicycle_rental", "bicycle_parking", "parking", "parking_entrance",
            "car_sharing", "scooter_rental", "kick-scooter_rental",
        ]
        return values.contains { $0.withUTF8Buffer { unsafe value.elementsEqual($0) } }  // The literal's own bytes.
    }
}
