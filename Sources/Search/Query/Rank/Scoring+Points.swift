extension Scoring {
    /// The points for each aspect of a match.
    ///
    /// Tuned against each other on State College and Liechtenstein with misspelt, abbreviated and reordered names.
    enum Points {
        /// The name has every word of the query exactly.
        static var text: Int { 1000 }
        /// The query covers the whole name.
        static var coverage: Int { 150 }
        /// The query covers the whole name, and each word matches exactly.
        static var exactName: Int { 100 }
        /// The query covers the whole name, except for typing errors.
        static var nearlyExactName: Int { 60 }
        static var sameBeginning: Int { 30 }
        /// The query covers the whole name, in the same order to its end.
        static var samePhrase: Int { 90 }
        /// The query names the kind; there is no name to cover.
        static var ofKind: Int { 135 }
        /// The query names only the kind: a street with that name does not precede it.
        static var justOfKind: Int { 240 }
        /// The query is the beginning of the name letter for letter, with accents.
        static var sameSpelling: Int { 45 }
        static var importance: Int { 200 }
        /// The query is one word inside the name: the church precedes the street with that beginning. In percent of the
        /// importance.
        static var wordWithin: Int { 75 }
        /// The penalty for a borrowed name: the square precedes its tram stop.
        static var borrowedName: Int { 180 }
        /// A name begins as the query does, except for one slip; replaces its importance.
        static var likelySlip: Int { 270 }
        static var otherSlip: Int { 190 }
        static var slipInFirstLetter: Int { 160 }
        /// The same, and no word of the name matches better.
        static var slipped: Int { 660 }
        /// The house has exactly the query's number.
        static var exactHouse: Int { 120 }
    }

    /// The points for being near the user, or near a place that the query names.
    enum Proximity {
        /// At the exact position.
        static var most: Double { 350 }
        static var mostOfPlace: Double { 1000 }
        /// The distance at which half of the points remain.
        static var halfInMetres: Double { 1000 }
        static var halfOfPlaceInMetres: Double { 300 }
    }

    /// Returns the points of a slip in a name that otherwise begins as the query does.
    static func points(for slip: TypingSlip) -> Int {
        switch slip {
        case .order: Points.likelySlip
        case .letter: Points.otherSlip
        case .first: Points.slipInFirstLetter
        }
    }

    /// Returns the points for importance `rank`.
    static func importance(_ rank: UInt8) -> Int { Points.importance * Int(rank) / 255 }

    /// Returns the points for a name that begins as `typed` does, except for a slip: the more of the name the query
    /// has, the more.
    static func slipped(_ slip: SlippedName, _ typed: TypedLetters) -> Int {
        let share = min(1, Double(typed.scalars.count) / Double(max(1, slip.length)))
        return Points.slipped + Int(Double(Points.coverage) * share) + Points.sameBeginning + Points.samePhrase
            + slip.points
    }

    /// Returns the points if the query covers `covered` letters of a name's `length`, with `slips` errors.
    static func similarity(
        covered: Int, slips: Int = 0, of length: Int, beginsAlike: Bool, beginsAsQuery: Bool
    ) -> Int {
        let wholeness = covered == length ? Points.exactName : covered + slips >= length ? Points.nearlyExactName : 0
        return Points.coverage * covered / length + wholeness + (beginsAlike ? Points.sameBeginning : 0)
            + (beginsAsQuery ? Points.samePhrase : 0)
    }
}
