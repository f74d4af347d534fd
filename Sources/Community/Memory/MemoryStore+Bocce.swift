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
            guard state.games.count < SharedGame.maximum else { throw CommunityFault.busy }
            guard state.games[game.code] == nil else { throw CommunityFault.busy }
            state.games[game.code] = game
            return game
        }
    }

    package func game(_ code: GameCode) -> SharedGame? { state.withLock { $0.games[code] } }

    package func replace(with game: SharedGame) throws {
        try write { state in
            guard let old = state.games[game.code] else { throw CommunityFault.notFound }
            guard old.revision == game.revision - 1 else {
                throw CommunityFault.changedMeanwhile(current: old.revision)
            }
            state.games[game.code] = game
        }
    }
}
