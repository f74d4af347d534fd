/// Asks for the games of bocce between people at any nodes.
public struct MeshGamesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/games", "mesh_games",
        """
        The games of bocce that people of the place offered in the last six hours, at any node: the newest 8 of each \
        person and 200 in all. They follow from the players' signed messages, which `/api/v1/mesh/messages` takes.
        """,
        answer: .json(MeshGames.self), access: .readers, failures: [.noMesh])
}

/// Games of the mesh, the one that was offered last first.
public struct MeshGames: Codable, Equatable, Sendable {
    public let games: [MeshBocceGame]

    public init(games: [MeshBocceGame]) { self.games = games }
}

/// A game of bocce between people at any nodes.
public struct MeshBocceGame: Codable, Equatable, Sendable {
    public let id: String
    public let game: BocceGame
    public let state: SharedBocceGame.State
    public let blue: MeshPlayer
    public let orange: MeshPlayer?
    public let wishes: [Wish]
    public let last: String?
    public let turn: BocceTeam?
    public let winner: BocceTeam?
    public let points: Int
    public let ending: Ending?
    public let endedBy: BocceTeam?
    public let offered: Int
    public let changed: Int

    /// A person who wants to play.
    public struct Wish: Codable, Equatable, Sendable {
        public let player: MeshPlayer
        public let message: String
        public let time: Int

        public init(player: MeshPlayer, message: String, time: Int) {
            (self.player, self.message, self.time) = (player, message, time)
        }
    }

    public enum Ending: String, Codable, Equatable, Sendable, CaseIterable {
        case left, contradicted
    }

    public init(
        id: String, game: BocceGame, state: SharedBocceGame.State, blue: MeshPlayer, orange: MeshPlayer?,
        wishes: [Wish], last: String?, turn: BocceTeam?, winner: BocceTeam?, points: Int, ending: Ending?,
        endedBy: BocceTeam?, offered: Int, changed: Int
    ) {
        (self.id, self.game, self.state, self.blue, self.orange) = (id, game, state, blue, orange)
        (self.wishes, self.last, self.turn, self.winner, self.points) = (wishes, last, turn, winner, points)
        (self.ending, self.endedBy, self.offered, self.changed) = (ending, endedBy, offered, changed)
    }

    enum CodingKeys: String, CodingKey {
        case id, game, state, blue, orange, wishes, last, turn, winner, points, ending, offered, changed
        case endedBy = "ended_by"
    }
}

/// Somebody in a game of the mesh.
public struct MeshPlayer: Codable, Equatable, Sendable {
    public let key: String
    public let name: String?
    public let isNamed: Bool

    public init(key: String, name: String?, isNamed: Bool) {
        (self.key, self.name, self.isNamed) = (key, name, isNamed)
    }

    enum CodingKeys: String, CodingKey {
        case key, name
        case isNamed = "is_named"
    }
}

extension MeshBocceGame.Ending: WireWords {}

extension MeshBocceGame: Annotated {
    package static let notes = [
        "id": "What messages in the game are about: 32 hexadecimal digits.",
        "state":
            """
        `waiting` until its author begins with somebody, `playing`, `over` after the last throw, or `ended` before it.
        """,
        "blue": "The author of the offer.",
        "orange": "The player with whom the author began; missing before.",
        "wishes": "The people who want to play, the first one first, while the game waits.",
        "last": "The id of the message that the next throw names, 64 hexadecimal digits; missing before it has begun.",
        "turn": "The team that throws next; missing when the game is over, and before it has begun.",
        "winner": "The team that won; missing before the end and in a draw.",
        "points": "The points of the team whose ball is nearest now.",
        "ending":
            """
        Why the game ended before its last throw; missing if it did not. `contradicted`: a player signed two different \
        throws after one message, or began with two people.
        """,
        "ended_by": "The player who caused that, and lost.",
        "offered": "When it was offered, by the author's clock, in milliseconds since 1970. It ends six hours later.",
        "changed": "The time of the last message that counts, by its author's clock: since then `turn` has to throw.",
    ]
}

extension MeshBocceGame.Wish: Annotated {
    package static let notes = [
        "message": "The id of their message, which the beginning names: 64 hexadecimal digits.",
        "time": "When they wrote it, by their clock, in milliseconds since 1970.",
    ]
}

extension MeshPlayer: Annotated {
    package static let notes = [
        "key": "The player's key, 64 hexadecimal digits.",
        "name": "The name in the roster, or else that of the account here; missing where there is none.",
        "is_named": "Whether the roster names the player. Anybody can have any other name elsewhere.",
    ]
}
