package import Bocce

/// A game of bocce that two people play on their own devices.
package struct SharedGame: Sendable, Equatable {
    package let code: GameCode
    package let court: Court
    package let first: Team
    /// The seconds that a player has for a throw.
    package let turnSeconds: Int
    /// The digests of the players' secrets, by team; `nil` for a team whose player has not come.
    package var secrets: [Team: TokenDigest]
    package var thrown: [Throw] = []
    /// The reason why it ended before its last throw; `nil` if it did not.
    package var ending: Ending?
    /// The time of the last throw; before it, the time when the second player came, or when the game was made.
    package var changed: Timestamp
    /// Each change adds 1.
    package var revision = 0
    /// The code of the game that the same two people play next; `nil` until one of them asks for it.
    package var next: GameCode?
    /// Whether a free place is that of a player of the game before, so that nobody else may take it.
    package var keepsPlaces = false

    package enum Ending: Sendable, Equatable {
        /// This player gave up.
        case left(Team)
        /// This player's device got another result than the server.
        case mismatch(Team)
        /// This player did not throw in time. Nobody records it: it follows from `changed`.
        case late(Team)
    }

    /// The valid numbers of seconds for a throw.
    package static let turnSeconds = 20...600
    /// The number of seconds for a throw where nobody chose another.
    package static let usualTurnSeconds = 120
    /// The time for which a game stays after its last change.
    package static let lifetime: Milliseconds = UTCDay.milliseconds
    /// The time for which a game waits for its second player.
    package static let waitingLifetime: Milliseconds = UTCHour.milliseconds
    /// The maximum number of games that the server keeps.
    package static let maximum = 10_000

    package init(
        code: GameCode, court: Court, first: Team, turnSeconds: Int, secrets: [Team: TokenDigest], changed: Timestamp
    ) {
        self.code = code
        self.court = court
        self.first = first
        self.turnSeconds = turnSeconds
        self.secrets = secrets
        self.changed = changed
    }

    /// Whether the game is too old at `time`, so that nobody finds it any more.
    package func isOld(at time: Timestamp) -> Bool {
        time - changed >= (isFull ? Self.lifetime : Self.waitingLifetime)
    }

    /// Whether both teams have a player.
    package var isFull: Bool { secrets.count == 2 }

    /// The team of the player with a secret; `nil` for somebody else.
    package func team(of secret: TokenDigest) -> Team? { Team.allCases.first { secrets[$0] == secret } }

    /// The game that its throws make; `nil` if the stored throws are no game.
    package var game: Game? {
        var game = Game(court, first: first)
        for one in thrown { guard (try? game.play(one)) != nil else { return nil } }
        return game
    }

    /// The time until which the next throw must come; `nil` while nobody has to throw.
    package func deadline(of game: Game) -> Timestamp? {
        guard isFull, ending == nil, game.turn != nil else { return nil }
        return changed + Milliseconds(turnSeconds) * 1000
    }

    /// The reason why the game is over at `time` before its last throw.
    package func ending(of game: Game, at time: Timestamp) -> Ending? {
        if let ending { return ending }
        guard let turn = game.turn, let deadline = deadline(of: game), time > deadline else { return nil }
        return .late(turn)
    }
}

/// Stores shared games. A call returns when its changes are on disk.
package protocol BocceStore: Sendable {
    /// Adds a game, and removes those that are old when it was made. If there is a game of the same secret, it returns
    /// that one and adds nothing. Throws `busy` if the maximum is reached.
    func add(_ game: SharedGame) async throws -> SharedGame
    /// Adds a game that follows another, and replaces that one, `before`, by its next revision: both or neither. It
    /// removes old games first. Throws `busy` as `add` does, and the errors of `replace`.
    func add(_ game: SharedGame, after before: SharedGame) async throws
    /// Removes the games that are old at a time.
    func removeGames(oldAt time: Timestamp) async throws
    func game(_ code: GameCode) async throws -> SharedGame?
    /// Replaces a game by its next revision; throws `changedMeanwhile` if that exists already, and `notFound`.
    func replace(with game: SharedGame) async throws
}
