import Atlas

/// A name of a place that begins as the query does but for one typing slip.
///
/// Such names are alike but for how much of them the query has, and important ones are no likelier than others.
struct SlippedName {
    /// What the slip is worth.
    let points: Int
    /// How many letters and spaces the name has.
    let length: Int

    /// Finds the name of `place` with the likeliest slip; `nil` where there is none.
    init?(_ typed: TypedLetters, of place: PlaceID, _ engine: SearchEngine, _ buffer: inout [UInt8]) {
        // Taken out of `typed` once, and not for each name.
        let typed = typed.scalars
        var best: (points: Int, length: Int)?
        engine.names.forEachName(of: place, engine.dictionary, &buffer) { name, standing in
            // What a place offers, and whose it is, is in many names.
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
