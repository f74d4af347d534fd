import Atlas

/// A name of a place that begins as the query does, except for one typing slip.
///
/// Such names differ only in how much of them the query has. Important names are no likelier than others.
struct SlippedName {
    /// The points of the slip.
    let points: Int
    /// The length of the name in letters and spaces.
    let length: Int

    /// Finds the name of `place` with the likeliest slip; returns `nil` if there is none.
    init?(_ typed: TypedLetters, of place: PlaceID, _ engine: SearchEngine, _ buffer: inout [UInt8]) {
        // Read from `typed` once, and not for each name.
        let typed = typed.scalars
        var best: (points: Int, length: Int)?
        engine.names.forEachName(of: place, engine.dictionary, &buffer) { name, standing in
            // Offers and operators are in many names.
            guard standing == .primary || standing == .alternate,
                let slip = TypingSlip.between(typed, name)
            else { return }
            let points = Scoring.points(for: slip)
            if best.map({ points > $0.points }) ?? true { best = (points, name.count) }
        }
        guard let best else { return nil }
        (points, length) = (best.points, best.length)
    }
}
