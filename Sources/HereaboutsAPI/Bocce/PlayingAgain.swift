/// Asks for the game that follows one that is over, of the same two players.
public struct PlayBocceAgainRequest: BodyRequest, GameRequest {
    public var id: String
    public var body: Player

    /// The proof of who played.
    public struct Player: Codable, Equatable, Sendable {
        public var seat: String

        public init(seat: String) { self.seat = seat }
    }

    public init(id: String, seat: String) { (self.id, body) = (id, Player(seat: seat)) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/bocce/games/{id}/again", "play_bocce_again",
        """
        Another game of the same players, with the same settings. The first who asks makes it, and the other one's \
        place stays free for them. Both keep their teams, and the team that began before begins second. A player who \
        asks again gets the same answer.
        """,
        answer: .json(NextBocceGame.self), access: .posters,
        failures: [.invalidBody, .notFound, .notPlaying, .gameRunning, .gameEnded, .nextGone])
    package static let blank = PlayBocceAgainRequest(id: "00000000", seat: "")
}

extension PlayBocceAgainRequest.Player: Annotated {
    package static let notes = ["seat": "The player's secret in the game that is over."]
}

/// The game that follows another, for one of its players.
public struct NextBocceGame: Codable, Equatable, Sendable {
    public let seat: String
    public let game: SharedBocceGame

    public init(seat: String, game: SharedBocceGame) { (self.seat, self.game) = (seat, game) }
}

extension NextBocceGame: Annotated {
    package static let notes = [
        "seat": "The player's secret in this game, which replaces the one before.",
        "game": "`waiting` until the other player has asked for it, too.",
    ]
}
