/// Makes a game of bocce for two people, each on their own device.
public struct AddBocceGameRequest: BodyRequest, FieldlessRequest {
    public var body: NewGame

    /// A game to make.
    public struct NewGame: Codable, Equatable, Sendable {
        public var seat: String
        public var court: BocceCourt?
        public var first: BocceTeam?
        public var turnSeconds: Int?

        public init(seat: String, court: BocceCourt? = nil, first: BocceTeam? = nil, turnSeconds: Int? = nil) {
            (self.seat, self.court, self.first, self.turnSeconds) = (seat, court, first, turnSeconds)
        }

        enum CodingKeys: String, CodingKey {
            case seat, court, first
            case turnSeconds = "turn_seconds"
        }
    }

    public init(_ game: NewGame) { body = game }

    package static let endpoint = Endpoint(
        .post, "/api/v1/bocce/games", "add_bocce_game",
        """
        Makes a game of bocce for two people, each on their own device; the maker plays blue. The same \
        secret makes the same game.
        """,
        answer: .created(SharedBocceGame.self), access: .posters, failures: [.invalidBody])
    package static let blank = AddBocceGameRequest(NewGame(seat: ""))
}

extension AddBocceGameRequest.NewGame: Annotated {
    package static let notes = [
        "seat": "The maker's secret: 22 to 64 visible ASCII characters, made at random for this game.",
        "court": "The settings of the court; 360 by 640 points when this is missing.",
        "first": "The team that throws the jack and the first ball; blue when this is missing.",
        "turn_seconds": "The seconds that a player has for a throw: 20 to 600, 120 when this is missing.",
    ]
}

/// Takes the free place of a game.
public struct JoinBocceGameRequest: BodyRequest, GameRequest {
    public var id: String
    public var body: Player

    /// The proof of who plays.
    public struct Player: Codable, Equatable, Sendable {
        public var seat: String

        public init(seat: String) { self.seat = seat }
    }

    public init(id: String, seat: String) { (self.id, body) = (id, Player(seat: seat)) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/bocce/games/{id}/players", "join_bocce_game",
        "Takes the free place of a game. The same secret takes the same place again.",
        answer: .json(SharedBocceGame.self), access: .posters,
        failures: [.invalidBody, .notFound, .gameFull, .gameEnded])
    package static let blank = JoinBocceGameRequest(id: "00000000", seat: "")
}

extension JoinBocceGameRequest.Player: Annotated {
    package static let notes = [
        "seat": "The player's secret: 22 to 64 visible ASCII characters, made at random for this game."
    ]
}

/// Asks for a game.
public struct BocceGameRequest: GameRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/bocce/games/{id}", "bocce_game",
        "A game of bocce, for its players and for everybody else with its code.",
        answer: .json(SharedBocceGame.self), access: .readers, failures: [.notFound])
    package static let blank = BocceGameRequest(id: "00000000")
}

/// Asks for the changes of a game as they happen.
public struct BocceGameEventsRequest: GameRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/bocce/games/{id}/events", "bocce_game_events",
        """
        The game, now and after each change, as server-sent events. The stream ends with the session that asked for it.
        """,
        answer: .events([.game]), access: .readers, failures: [.notFound])
    package static let blank = BocceGameEventsRequest(id: "00000000")
}

/// Throws the next ball of a game.
public struct ThrowRequest: BodyRequest, GameRequest {
    public var id: String
    public var body: NewThrow

    /// A throw and how it ended.
    public struct NewThrow: Codable, Equatable, Sendable {
        public var seat: String
        public var number: Int
        public var `throw`: BocceThrow
        public var hash: String

        public init(seat: String, number: Int, throw: BocceThrow, hash: String) {
            (self.seat, self.number, self.throw, self.hash) = (seat, number, `throw`, hash)
        }
    }

    public init(id: String, _ thrown: NewThrow) { (self.id, body) = (id, thrown) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/bocce/games/{id}/throws", "throw_bocce",
        """
        Throws the next ball. The server plays the throw, too; if its result is another one, the game ends. The same \
        throw with the same number counts once.
        """,
        answer: .json(SharedBocceGame.self), access: .posters,
        failures: [.invalidBody, .notFound, .notPlaying, .wrongThrow, .throwRefused, .differentResult, .gameEnded])
    package static let blank = ThrowRequest(
        id: "00000000", NewThrow(seat: "", number: 0, throw: BocceThrow(start: 0, across: 0, along: 0), hash: ""))
}

extension ThrowRequest.NewThrow: Annotated {
    package static let notes = [
        "seat": "The player's secret.",
        "number": "The number of throws before this one; 0 for the jack.",
        "hash": "The hash of the state in which the player's device saw the throw end, 16 hexadecimal digits.",
    ]
}

/// Ends a game before its last throw.
public struct EndBocceGameRequest: BodyRequest, GameRequest {
    public var id: String
    public var body: End

    /// Why a game ends.
    public struct End: Codable, Equatable, Sendable {
        public var seat: String
        public var reason: Reason

        public enum Reason: String, Codable, Equatable, Sendable, CaseIterable {
            case left
            case differentResult = "different_result"
        }

        public init(seat: String, reason: Reason) { (self.seat, self.reason) = (seat, reason) }
    }

    public init(id: String, _ end: End) { (self.id, body) = (id, end) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/bocce/games/{id}/end", "end_bocce_game",
        "Ends a game because a player leaves, or because their device got another result than the server.",
        answer: .json(SharedBocceGame.self), access: .posters, failures: [.invalidBody, .notFound, .notPlaying])
    package static let blank = EndBocceGameRequest(id: "00000000", End(seat: "", reason: .left))
}

extension EndBocceGameRequest.End.Reason: WireWords {}

extension EndBocceGameRequest.End: Annotated {
    package static let notes = [
        "seat": "The player's secret.",
        "reason":
            "`left` when the player gives up; `different_result` when their device played the throws with another result.",
    ]
}

/// A request about one game, whose code is the only field of its address.
package protocol GameRequest: APIRequest {
    var id: String { get set }
}

extension GameRequest {
    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.text("id", "The code of the game, 8 letters and digits.", maximumLength: 40), &id)
    }
}

/// A game of bocce that two people play, each on their own device.
public struct SharedBocceGame: Codable, Equatable, Sendable {
    public let id: String
    public let game: BocceGame
    public let state: State
    public let isOpen: Bool?
    public let turn: BocceTeam?
    public let team: BocceTeam?
    public let winner: BocceTeam?
    public let points: Int
    public let ending: Ending?
    public let endedBy: BocceTeam?
    public let turnSeconds: Int
    public let secondsLeft: Int?
    public let next: String?

    public enum State: String, Codable, Equatable, Sendable, CaseIterable {
        case waiting, playing, over, ended
    }

    public enum Ending: String, Codable, Equatable, Sendable, CaseIterable {
        case left, late
        case differentResult = "different_result"
    }

    public init(
        id: String, game: BocceGame, state: State, isOpen: Bool?, turn: BocceTeam?, team: BocceTeam?,
        winner: BocceTeam?, points: Int, ending: Ending?, endedBy: BocceTeam?, turnSeconds: Int, secondsLeft: Int?,
        next: String?
    ) {
        (self.id, self.game, self.state, self.isOpen, self.turn, self.team) = (id, game, state, isOpen, turn, team)
        (self.winner, self.points, self.ending, self.endedBy) = (winner, points, ending, endedBy)
        (self.turnSeconds, self.secondsLeft, self.next) = (turnSeconds, secondsLeft, next)
    }

    enum CodingKeys: String, CodingKey {
        case id, game, state, turn, team, winner, points, ending, next
        case isOpen = "is_open"
        case endedBy = "ended_by"
        case turnSeconds = "turn_seconds"
        case secondsLeft = "seconds_left"
    }
}

extension SharedBocceGame.State: WireWords {}
extension SharedBocceGame.Ending: WireWords {}

extension SharedBocceGame: Annotated {
    package static let notes = [
        "id": "The code of the game: 8 letters and digits. Everyone with it may watch; the first of them may play.",
        "state":
            "`waiting` for the second player, `playing`, `over` after the last throw, or `ended` before it.",
        "is_open":
            """
            While the game waits: whether anyone with the code may take the free place. A game that follows another \
            keeps the place for the second player of that game. Missing in the other states.
            """,
        "turn": "The team that throws next; missing when the game is over.",
        "team": "The team of the player who asks; missing for others, and where the request has no secret.",
        "winner": "The team that won; missing before the end and in a draw.",
        "points": "The points of the team whose ball is nearest now.",
        "ending": "Why the game ended before its last throw; missing if it did not.",
        "ended_by": "The player who left, was late, or got another result.",
        "turn_seconds": "The seconds that a player has for a throw.",
        "seconds_left": "The seconds that are left for the next throw; missing when nobody has to throw.",
        "next": "The code of the game that the same players play next; missing until one of them asks for it.",
    ]
}
