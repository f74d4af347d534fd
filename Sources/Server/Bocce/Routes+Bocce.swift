import Bocce
import Community
import Fairness
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds games of bocce that people play on their own devices; returns the games, and what sends their changes.
    mutating func addBocceFeature(_ parts: ServerParts, _ store: some BocceStore) -> (BocceGames, GameFeed) {
        let games = BocceGames(store: store, now: parts.now)
        let feed = GameFeed(games, parts.feed.sessions, now: parts.now)
        let made = parts.process.limits.games
        addGames(games, feed, made, parts.authentication, parts.now)
        addThrows(games, feed, parts.authentication, parts.now)
        addNextGame(games, feed, made, parts.authentication, parts.now)
        addGameEvents(games, feed, parts.authentication, parts.streams)
        return (games, feed)
    }

    private mutating func addGames(
        _ games: BocceGames, _ feed: GameFeed, _ made: RateLimiter, _ authentication: Authentication,
        _ now: @escaping @Sendable () -> Timestamp
    ) {
        on(AddBocceGameRequest.self, authentication) { request, _, exchange in
            try Self.spendGame(made, authentication, exchange)
            let body = request.body
            guard let court = body.court.map({ Court($0) }) ?? .usual else {
                throw CommunityFault.invalid(field: "court", reason: "has a setting that is out of its range")
            }
            let game = try await games.create(
                court, first: body.first.map { Team($0) } ?? .blue,
                turnSeconds: body.turnSeconds ?? SharedGame.usualTurnSeconds, by: body.seat)
            return try await exchange.created(SharedBocceGame(game, at: now(), by: body.seat))
        }
        on(JoinBocceGameRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let game = try await Self.translated {
                try await games.join(try GameCode(path: request.id), by: request.body.seat)
            }
            feed.changed(game)
            return try await exchange.encoded(
                SharedBocceGame(game, at: now(), by: request.body.seat), cacheControl: Exchange.personal)
        }
        on(BocceGameRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let game = try await games.game(try GameCode(path: request.id))
            return try await exchange.encoded(SharedBocceGame(game, at: now()), cacheControl: Exchange.personal)
        }
    }

    private mutating func addThrows(
        _ games: BocceGames, _ feed: GameFeed, _ authentication: Authentication,
        _ now: @escaping @Sendable () -> Timestamp
    ) {
        on(ThrowRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let body = request.body, code = try GameCode(path: request.id)
            guard body.hash.utf8.count == 16, body.hash.first != "+", let hash = UInt64(body.hash, radix: 16) else {
                throw CommunityFault.invalid(field: "hash", reason: "must be 16 hexadecimal digits")
            }
            do {
                let game = try await Self.translated {
                    try await games.play(
                        Throw(body.throw), number: body.number, hash: hash, of: code, by: body.seat)
                }
                feed.changed(game)
                return try await exchange.encoded(
                    SharedBocceGame(game, at: now(), by: body.seat), cacheControl: Exchange.personal)
            } catch let error as ErrorBody where error.code == .differentResult {
                feed.changed(try await games.game(code))
                throw error
            }
        }
        on(EndBocceGameRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let body = request.body
            let game = try await Self.translated {
                try await games.end(
                    try GameCode(path: request.id), by: body.seat, isMismatch: body.reason == .differentResult)
            }
            feed.changed(game)
            return try await exchange.encoded(
                SharedBocceGame(game, at: now(), by: body.seat), cacheControl: Exchange.personal)
        }
    }

    private mutating func addNextGame(
        _ games: BocceGames, _ feed: GameFeed, _ made: RateLimiter, _ authentication: Authentication,
        _ now: @escaping @Sendable () -> Timestamp
    ) {
        on(PlayBocceAgainRequest.self, authentication) { request, _, exchange in
            try Self.spendGame(made, authentication, exchange)
            let again = try await Self.translated {
                try await games.playAgain(try GameCode(path: request.id), by: request.body.seat)
            }
            feed.changed(again.before)
            feed.changed(again.next)
            return try await exchange.encoded(
                NextBocceGame(
                    seat: again.secret, game: SharedBocceGame(again.next, at: now(), by: again.secret)),
                cacheControl: Exchange.personal)
        }
    }

    private mutating func addGameEvents(
        _ games: BocceGames, _ feed: GameFeed, _ authentication: Authentication, _ streams: SharedBudget
    ) {
        on(BocceGameEventsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            let code = try GameCode(path: request.id), place = try exchange.takeStream(streams)
            // Listens before it reads, so that no change falls between the two.
            let subscription = try await feed.listen(to: code, as: viewer.session)
            let first: ByteBuffer
            do {
                first = try feed.event(try await games.game(code))
            } catch {
                subscription.end()
                throw error
            }
            return Response(events: first, then: subscription.events, holding: place) { subscription.end() }
        }
    }

    /// The number of games that one network may make in a day: more than a school class plays.
    static let gamesPerDay = 300

    /// Spends one game of the client's network. Throws `tooManyRequests` when nothing is left.
    private static func spendGame(
        _ made: RateLimiter, _ authentication: Authentication, _ exchange: Exchange
    ) throws(ErrorBody) {
        try authentication.spendPost(exchange)
        try exchange.spend(made) { "this network made too many games today; make another in \($0) s" }
    }

    private static func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let fault as BocceFault { throw ErrorBody(fault) }
    }
}

extension GameCode {
    /// Reads a code from a path; throws `notFound` for anything else.
    fileprivate init(path: String) throws(CommunityFault) {
        guard let code = GameCode(typed: path) else { throw .notFound }
        self = code
    }
}

extension ErrorBody {
    fileprivate init(_ fault: BocceFault) {
        switch fault {
        case .full: self.init(.gameFull, "both players of this game are there; you can watch it")
        case .ended: self.init(.gameEnded, "the game is over; begin another one")
        case .waiting: self.init(.throwRefused, "the second player has not come yet; wait for them", field: "throw")
        case .notPlaying: self.init(.notPlaying, "this secret is that of no player of the game", field: "seat")
        case .running: self.init(.gameRunning, "the game is not over yet; play it to its end, or leave it")
        case .nextGone: self.init(.nextGone, "the next game is gone, or the other player left it; make a new game")
        case .wrongNumber(let next):
            self.init(.wrongThrow, "the next throw has the number \(next); read the game again", field: "number")
        case .refused(let refusal): self.init(.throwRefused, refusal.sentence, field: "throw")
        case .mismatch:
            self.init(
                .differentResult, "the throw ends otherwise on this server, so the game is over; reload the page",
                field: "hash")
        }
    }
}
