import GeoCore

/// A computer opponent: it tries throws in the same physics and keeps the best one.
///
/// It thinks in small parts, so that a page can draw between them. The number of throws that it tries bounds the time.
package struct Opponent: Sendable {
    package enum Strength: Int32, Sendable, CaseIterable {
        case beginner, skilled, expert

        /// The number of throws that it tries before a move.
        var trials: Int {
            switch self {
            case .beginner: 30
            case .skilled: 250
            case .expert: 1500
            }
        }

        /// The standard deviation of its direction, in parts of the roll (1 is 45°).
        var directionError: Double {
            switch self {
            case .beginner: 0.09
            case .skilled: 0.04
            case .expert: 0.006
            }
        }

        /// The standard deviation of the length of its roll, in parts of it.
        var rollError: Double {
            switch self {
            case .beginner: 0.14
            case .skilled: 0.07
            case .expert: 0.01
            }
        }
    }

    private let strength: Strength
    private let team: Team
    private let game: Game
    private var generator: SeededGenerator
    private var tried = 0
    private var best: Throw
    private var bestWorth = -Double.infinity

    /// Begins to think about the next throw of `game`. The same seed thinks the same.
    package init(_ strength: Strength, in game: Game, seed: UInt64) {
        self.strength = strength
        self.game = game
        team = game.turn ?? .blue
        generator = SeededGenerator(seed: seed, game.motion.hash)
        best = Throw(startingAt: Double(game.court.width) / 2, rolling: 0, 0.6 * Double(game.court.length))
    }

    /// Whether it has tried all throws that it wants to try.
    package var isReady: Bool { tried >= strength.trials || game.isJackNext || game.turn == nil }

    /// Tries one more throw.
    package mutating func think() {
        guard !isReady, let index = game.nextIndex else { return }
        // First all over the court, then around the best throw so far, closer and closer.
        let share = Double(tried) / Double(strength.trials)
        tried += 1
        let candidate = share < 0.6 ? somewhere() : near(best, within: 24 * (1.1 - share))
        guard game.refusal(of: candidate, by: team) == nil else { return }
        var worth = worth(of: candidate, index)
        // A good throw is good with an error of the hand, too.
        if worth > bestWorth { worth = (worth + self.worth(of: byHand(candidate), index)) / 2 }
        if worth > bestWorth { (best, bestWorth) = (candidate, worth) }
    }

    /// Returns the throw: the best one it knows, with the error of a hand.
    package mutating func decide() -> Throw {
        if game.isJackNext { best = jackThrow() }
        for _ in 0..<16 {
            let thrown = byHand(best)
            if game.refusal(of: thrown, by: team) == nil { return thrown }
        }
        return best
    }

    /// What the state after a throw is worth to the team: points first, then how near the jack its nearest ball lies.
    private func worth(of thrown: Throw, _ index: Int) -> Double {
        var motion = game.motion
        motion.start(index, as: thrown)
        while !motion.isResting { motion.step() }
        let balls = motion.balls, standing = Standing(balls)
        let points = standing.leader == nil ? 0 : standing.leader == team ? standing.points : -standing.points
        let own = min(Standing.nearest(team, balls), 1e8).squareRoot()
        let others = min(Standing.nearest(team.other, balls), 1e8).squareRoot()
        return 100 * Double(points) - own * 0.5 + min(others, 200) * 0.2
    }

    private mutating func jackThrow() -> Throw {
        let width = Double(game.court.width), length = Double(game.court.length)
        let start = width * generator.uniform(in: 0.35...0.65)
        let target = width * generator.uniform(in: 0.3...0.7)
        return Throw(
            startingAt: start, rolling: target - start,
            length * generator.uniform(in: 0.5...0.8) - Court.startDistance)
    }

    /// Returns a throw to somewhere near the jack, or at a ball.
    private mutating func somewhere() -> Throw {
        let width = Double(game.court.width), balls = game.motion.balls
        let start = generator.uniform(in: Court.ballRadius...width - Court.ballRadius)
        let index = generator.index(below: 2 * balls.count)
        guard index > 0, index < balls.count, balls[index].isInPlay else {
            let x = balls[0].x + generator.normal(0, 14), y = balls[0].y + generator.normal(0, 14)
            return Throw(startingAt: start, rolling: x - start, y - Court.startDistance)
        }
        let x = balls[index].x + generator.normal(0, 8) - start, y = balls[index].y - Court.startDistance
        let longer = 1 + generator.uniform(in: 0.02...0.6)
        return Throw(startingAt: start, rolling: longer * x, longer * y)
    }

    private mutating func near(_ thrown: Throw, within points: Double) -> Throw {
        Throw(
            startingAt: Double(thrown.start) / Throw.unitsPerPoint + generator.normal(0, points / 4),
            rolling: Double(thrown.across) / Throw.unitsPerPoint + generator.normal(0, points),
            Double(thrown.along) / Throw.unitsPerPoint + generator.normal(0, points))
    }

    /// Returns a throw with errors of direction and length.
    private mutating func byHand(_ thrown: Throw) -> Throw {
        let across = Double(thrown.across) / Throw.unitsPerPoint, along = Double(thrown.along) / Throw.unitsPerPoint
        let turn = generator.normal(0, strength.directionError), stretch = 1 + generator.normal(0, strength.rollError)
        return Throw(
            startingAt: Double(thrown.start) / Throw.unitsPerPoint,
            rolling: stretch * (across + turn * along), stretch * (along - turn * across))
    }
}
