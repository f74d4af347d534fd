extension HereaboutsClient {
    /// Makes a game of bocce for two people, each on their own device.
    public func addBocceGame(_ game: AddBocceGameRequest.NewGame) async throws -> SharedBocceGame {
        try await answer(AddBocceGameRequest(game))
    }

    /// Takes the free place of a game; throws `gameFull`.
    public func joinBocceGame(_ id: String, seat: String) async throws -> SharedBocceGame {
        try await answer(JoinBocceGameRequest(id: id, seat: seat))
    }

    /// Returns a game.
    public func bocceGame(_ id: String) async throws -> SharedBocceGame { try await answer(BocceGameRequest(id: id)) }

    /// Throws the next ball of a game; throws `wrongThrow`, `throwRefused`, `differentResult` and `gameEnded`.
    public func throwBocce(_ id: String, _ thrown: ThrowRequest.NewThrow) async throws -> SharedBocceGame {
        try await answer(ThrowRequest(id: id, thrown))
    }

    /// Ends a game before its last throw.
    public func endBocceGame(_ id: String, _ end: EndBocceGameRequest.End) async throws -> SharedBocceGame {
        try await answer(EndBocceGameRequest(id: id, end))
    }

    /// Returns the game that follows one that is over, and the player's secret in it. Throws `gameRunning`,
    /// `gameEnded` if nobody else played, and `nextGone`.
    public func playBocceAgain(_ id: String, seat: String) async throws -> NextBocceGame {
        try await answer(PlayBocceAgainRequest(id: id, seat: seat))
    }
}
