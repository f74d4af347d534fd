import GeoCore
import Testing

import Bocce

@Suite struct OpponentTests {
    /// Returns the points of one opponent minus those of another over games, each of which begins half of them.
    private func difference(_ one: Opponent.Strength, _ other: Opponent.Strength, games: UInt64) throws -> [Int] {
        try (0..<games).map { seed in
            let team: Team = seed % 2 == 0 ? .blue : .orange
            var game = Game()
            while let turn = game.turn {
                var opponent = Opponent(turn == team ? one : other, in: game, seed: seed)
                while !opponent.isReady { opponent.think() }
                try game.play(opponent.decide())
            }
            return game.standing.leader == team ? game.standing.points : -game.standing.points
        }
    }

    @Test func `each strength mostly beats the one below it`() throws {
        for (one, other) in [(Opponent.Strength.skilled, Opponent.Strength.beginner), (.expert, .skilled)] {
            let results = try difference(one, other, games: 60)
            let wins = results.count { $0 > 0 }, losses = results.count { $0 < 0 }
            #expect(wins > losses && results.reduce(0, +) > 0)
        }
    }

    @Test func `the same seed throws the same, and always a throw that the game accepts`() throws {
        var games = RandomGames(seed: 3)
        for strength in Opponent.Strength.allCases {
            var game = Game(games.court())
            while let turn = game.turn {
                var one = Opponent(strength, in: game, seed: 5), other = one
                while !one.isReady { one.think() }
                while !other.isReady { other.think() }
                let thrown = one.decide()
                #expect(thrown == other.decide() && game.refusal(of: thrown, by: turn) == nil)
                try game.play(thrown)
            }
        }
    }
}
