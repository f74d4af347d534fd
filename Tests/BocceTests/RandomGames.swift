import GeoCore

import Bocce

/// Games of random throws that a person could make, and of some that nobody would.
struct RandomGames {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func court() -> Court {
        func setting(_ range: ClosedRange<Int32>) -> Int32 {
            range.lowerBound + Int32(generator.index(below: Int(range.upperBound - range.lowerBound) + 1))
        }
        return Court(
            width: setting(Court.widths), length: setting(Court.lengths), resistance: setting(Court.resistances),
            angularDamping: setting(Court.resistances))!
    }

    /// Returns a throw that the game accepts.
    mutating func thrown(in game: Game) -> Throw {
        let court = game.court, width = Double(court.width)
        while true {
            let start = generator.uniform(in: Court.ballRadius...width - Court.ballRadius)
            // Half of the throws go to the middle of the court, where balls meet.
            let thrown =
                generator.happens(0.5)
                ? Throw(
                    startingAt: start, rolling: width * generator.uniform(in: 0.4...0.6) - start,
                    Double(court.length) * generator.uniform(in: 0.4...0.7))
                : Throw(
                    startingAt: start, rolling: generator.uniform(in: -court.maximumRoll...court.maximumRoll),
                    generator.uniform(in: court.minimumRoll...court.maximumRoll))
            if let turn = game.turn, game.refusal(of: thrown, by: turn) == nil { return thrown }
        }
    }
}
