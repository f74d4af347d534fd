import Bocce
import Synchronization

extension MemoryStore: BocceStore {
    package func add(_ game: SharedGame) throws -> SharedGame {
        try write { state in
            state.games = state.games.filter { !$0.value.isOld(at: game.changed) }
            if let secret = game.secrets[.blue],
                let same = state.games.values.first(where: { $0.secrets[.blue] == secret })
            {
                return same
            }
            try Self.insert(game, into: &state.games)
            return game
        }
    }

    package func add(_ game: SharedGame, after before: SharedGame) throws {
        try write { state in
            state.games = state.games.filter { !$0.value.isOld(at: game.changed) }
            try Self.replace(with: before, in: &state.games)
            try Self.insert(game, into: &state.games)
        }
    }

    package func removeGames(oldAt time: Timestamp) throws {
        try write { state in state.games = state.games.filter { !$0.value.isOld(at: time) } }
    }

    package func game(_ code: GameCode) -> SharedGame? { state.withLock { $0.games[code] } }

    package func replace(with game: SharedGame) throws {
        try write { state in try Self.replace(with: game, in: &state.games) }
    }

    private static func insert(_ game: SharedGame, into games: inout [GameCode: SharedGame]) throws {
        guard games.count < SharedGame.maximum, games[game.code] == nil else { throw CommunityFault.busy }
        games[game.code] = game
    }

    private static func replace(with game: SharedGame, in games: inout [GameCode: SharedGame]) throws {
        guard let old = games[game.code] else { throw CommunityFault.notFound }
        guard old.revision == game.revision - 1 else {
            throw CommunityFault.changedMeanwhile(current: old.revision)
        }
        games[game.code] = game
    }
}
