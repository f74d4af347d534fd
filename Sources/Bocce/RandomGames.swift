import GeoCore

/// Random courts and throws, to compare the physics with laws and with itself on other machines.
package struct RandomGames: Sendable {
    private var generator: SeededGenerator

    /// The same seed gives the same games.
    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns a court with settings anywhere in their ranges.
    package mutating func court() -> Court {
        Court(
            width: setting(Court.widths), length: setting(Court.lengths), resistance: setting(Court.resistances),
            angularDamping: setting(Court.resistances)) ?? .usual
    }

    private mutating func setting(_ range: ClosedRange<Int32>) -> Int32 {
        range.lowerBound + Int32(generator.index(below: Int(range.upperBound - range.lowerBound) + 1))
    }

    /// Returns a throw that the game accepts; `nil` when it is over. Half of the throws go to the middle of the court,
    /// where balls meet; the others anywhere.
    package mutating func thrown(in game: Game) -> Throw? {
        guard let turn = game.turn else { return nil }
        let court = game.court, width = Double(court.width), length = Double(court.length)
        while true {
            let start = generator.uniform(in: Court.ballRadius...width - Court.ballRadius)
            let thrown =
                generator.happens(0.5)
                ? Throw(
                    startingAt: start, rolling: width * generator.uniform(in: 0.4...0.6) - start,
                    length * generator.uniform(in: 0.4...0.7))
                : Throw(
                    startingAt: start, rolling: generator.uniform(in: -court.maximumRoll...court.maximumRoll),
                    generator.uniform(in: court.minimumRoll...court.maximumRoll))
            if game.refusal(of: thrown, by: turn) == nil { return thrown }
        }
    }
}
