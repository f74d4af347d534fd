extension Scoring {
    /// What each part of a match is worth.
    ///
    /// Weighed against each other on State College and Liechtenstein with misspelt, shortened and shuffled names.
    enum Points {
        /// The name has every word of the query exactly.
        static var text: Int { 1000 }
        /// The query covers the whole name.
        static var coverage: Int { 150 }
        /// … and has each of its words as it is.
        static var exactName: Int { 100 }
        /// … but for typing errors.
        static var nearlyExactName: Int { 60 }
        static var sameBeginning: Int { 30 }
        /// … and goes on as the query does, to its end.
        static var samePhrase: Int { 90 }
        /// The query names the kind, which has no name to cover.
        static var ofKind: Int { 135 }
        /// … and nothing else: no street that is called after the kind goes before.
        static var justOfKind: Int { 240 }
        /// The query is the beginning of the name letter for letter, accents too.
        static var sameSpelling: Int { 45 }
        static var importance: Int { 200 }
        /// The query is one word within the name: the church goes before the street that begins so. In percent of the
        /// importance.
        static var wordWithin: Int { 75 }
        /// What it costs to bear the name of something else: the square goes before its tram stop.
        static var borrowedName: Int { 180 }
        /// A name begins as the query does but for one slip; in place of its importance.
        static var likelySlip: Int { 270 }
        static var otherSlip: Int { 190 }
        static var slipInFirstLetter: Int { 160 }
        /// … and none of its words is worth more.
        static var slipped: Int { 660 }
        /// The house has the very number of the query.
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

    /// Returns what a slip is worth in a name that else begins as the query does.
    static func points(for slip: TypingSlip) -> Int {
        switch slip {
        case .order: Points.likelySlip
        case .letter: Points.otherSlip
        case .first: Points.slipInFirstLetter
        }
    }

    /// Returns what it is worth to be of importance `rank`.
    static func importance(_ rank: UInt8) -> Int { Points.importance * Int(rank) / 255 }

    /// Returns what it is worth to begin as `typed` does but for a slip: the more of the name it is, the more.
    static func slipped(_ slip: SlippedName, _ typed: TypedLetters) -> Int {
        let share = min(1, Double(typed.scalars.count) / Double(max(1, slip.length)))
        return Points.slipped + Int(Double(Points.coverage) * share) + Points.sameBeginning + Points.samePhrase
            + slip.points
    }

    /// Returns what it is worth that the query covers `covered` letters of a name's `length`, but for `slips` errors.
    static func likeness(
        covered: Int, slips: Int = 0, of length: Int, beginsAlike: Bool, beginsAsQuery: Bool
    ) -> Int {
        let wholeness = covered == length ? Points.exactName : covered + slips >= length ? Points.nearlyExactName : 0
        return Points.coverage * covered / length + wholeness + (beginsAlike ? Points.sameBeginning : 0)
            + (beginsAsQuery ? Points.samePhrase : 0)
    }
}
