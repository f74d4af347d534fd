package import Bocce
import Crypto
import FoundationEssentials

/// The reason why a shared game does not change. Nothing has changed then, except for `mismatch`, which ends the game.
package enum BocceFault: Error, Equatable {
    /// Both teams have a player.
    case full
    /// The game is over.
    case ended
    /// The second player has not come yet.
    case waiting
    /// The secret is that of no player.
    case notPlaying
    /// The number is not that of the next throw, or it is that of an earlier one with another content.
    case wrongNumber(next: Int)
    case refused(ThrowRefusal)
    /// The game is not over yet.
    case running
    /// The game that follows is no longer there, or ended before this player came.
    case nextGone
    /// The player's device got another result than the server. The game has ended.
    case mismatch
}

/// The rules of games that people play on their own devices: who plays, whose turn it is, and until when.
///
/// A player proves who they are by a secret that their device made. The same secret makes the same game and takes the
/// same place, so a request that is repeated does nothing twice. The server plays each throw again.
package struct BocceGames: Sendable {
    private let store: any BocceStore
    private let now: @Sendable () -> Timestamp

    package init(store: some BocceStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// The valid lengths of a player's secret, in bytes.
    package static let secretLength = 22...64

    /// Returns a game; throws `notFound`, also for an old one.
    package func game(_ code: GameCode) async throws -> SharedGame {
        guard let game = try await store.game(code), !game.isOld(at: now()) else { throw CommunityFault.notFound }
        return game
    }

    /// Removes the games that nobody finds any more.
    package func removeOld() async throws { try await store.removeGames(oldAt: now()) }

    /// Makes a game whose first player has a secret and plays blue.
    package func create(
        _ court: Court, first: Team, turnSeconds: Int, by secret: String
    ) async throws -> SharedGame {
        guard SharedGame.turnSeconds.contains(turnSeconds) else {
            let range = SharedGame.turnSeconds
            throw CommunityFault.invalid(
                field: "turn_seconds", reason: "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        var generator = SystemRandomNumberGenerator()
        return try await store.add(
            SharedGame(
                code: GameCode(using: &generator), court: court, first: first, turnSeconds: turnSeconds,
                secrets: [.blue: try Self.digest(secret)], changed: now()))
    }

    /// Takes the free place of a game; throws `full` and `ended`.
    package func join(_ code: GameCode, by secret: String) async throws -> SharedGame {
        let digest = try Self.digest(secret)
        return try await change(code) { game, played, time in
            if game.team(of: digest) != nil { return false }
            guard game.ending(of: played, at: time) == nil else { throw BocceFault.ended }
            guard played.turn != nil else { throw BocceFault.ended }
            guard !game.keepsPlaces, let free = Team.allCases.first(where: { game.secrets[$0] == nil })
            else { throw BocceFault.full }
            game.secrets[free] = digest
            game.changed = time
            return true
        }
    }

    /// Plays the throw with a number, from 0 on. `hash` is that of the state in which the player's device saw it end;
    /// another one ends the game.
    package func play(
        _ thrown: Throw, number: Int, hash: UInt64, of code: GameCode, by secret: String
    ) async throws -> SharedGame {
        let digest = try Self.digest(secret)
        let game = try await change(code) { game, played, time in
            guard let team = game.team(of: digest) else { throw BocceFault.notPlaying }
            // An answer that got lost makes a device repeat its throw.
            if game.thrown.indices.contains(number), game.thrown[number] == thrown { return false }
            guard played.turn != nil, game.ending(of: played, at: time) == nil else { throw BocceFault.ended }
            guard game.isFull else { throw BocceFault.waiting }
            guard number == game.thrown.count else { throw BocceFault.wrongNumber(next: game.thrown.count) }
            var next = played
            do throws(ThrowRefusal) { try next.play(thrown, by: team) } catch { throw BocceFault.refused(error) }
            if next.hashes.last == hash {
                game.thrown.append(thrown)
                game.changed = time
            } else {
                game.ending = .mismatch(team)
            }
            return true
        }
        if game.thrown.count <= number { throw BocceFault.mismatch }
        return game
    }

    /// Ends a game because a player leaves, or because their device got another result.
    package func end(_ code: GameCode, by secret: String, isMismatch: Bool) async throws -> SharedGame {
        let digest = try Self.digest(secret)
        return try await change(code) { game, played, time in
            guard let team = game.team(of: digest) else { throw BocceFault.notPlaying }
            guard game.ending(of: played, at: time) == nil, played.turn != nil else { return false }
            game.ending = isMismatch ? .mismatch(team) : .left(team)
            return true
        }
    }

    /// Two games of the same players, and the secret of one of them in the second.
    package struct Again: Sendable {
        package let before: SharedGame
        package let next: SharedGame
        package let secret: String
    }

    /// Returns the game that follows one that is over. The first player who asks makes it; the other one takes their
    /// place in it. Both keep their teams, and the team that began before begins second.
    ///
    /// A player's new secret follows from the old one and the new code. So a player who asks again gets the same
    /// answer, and the server stores no secret. Throws `notPlaying`, `running`, `nextGone`, and `ended` if the game had
    /// only one player.
    package func playAgain(_ code: GameCode, by secret: String) async throws -> Again {
        let digest = try Self.digest(secret)
        while true {
            let before = try await game(code)
            guard let played = before.game else { throw CommunityFault.notFound }
            guard let team = before.team(of: digest) else { throw BocceFault.notPlaying }
            guard played.turn == nil || before.ending(of: played, at: now()) != nil else { throw BocceFault.running }
            guard before.isFull else { throw BocceFault.ended }
            if let next = before.next {
                let own = Self.secret(in: next, after: secret)
                return Again(before: before, next: try await take(team, in: next, by: own), secret: own)
            }
            do {
                return try await makeNext(of: before, for: team, by: secret)
            } catch CommunityFault.changedMeanwhile {
                // The other player was quicker.
                continue
            }
        }
    }

    private func makeNext(of old: SharedGame, for team: Team, by secret: String) async throws -> Again {
        var generator = SystemRandomNumberGenerator()
        let code = GameCode(using: &generator), own = Self.secret(in: code, after: secret)
        var next = SharedGame(
            code: code, court: old.court, first: old.first.other, turnSeconds: old.turnSeconds,
            secrets: [team: Token(text: own).digest], changed: now())
        next.keepsPlaces = true
        var before = old
        before.next = code
        before.revision += 1
        try await store.add(next, after: before)
        return Again(before: before, next: next, secret: own)
    }

    /// Takes the place that a game keeps for a player of the game before, unless they have it already.
    private func take(_ team: Team, in code: GameCode, by secret: String) async throws -> SharedGame {
        let digest = Token(text: secret).digest
        do {
            return try await change(code) { game, played, time in
                // Another game may have the code of one that was removed.
                guard game.keepsPlaces else { throw BocceFault.nextGone }
                if let holder = game.secrets[team] {
                    guard holder == digest else { throw BocceFault.nextGone }
                    return false
                }
                guard game.ending(of: played, at: time) == nil else { throw BocceFault.nextGone }
                game.secrets[team] = digest
                game.changed = time
                return true
            }
        } catch CommunityFault.notFound {
            throw BocceFault.nextGone
        }
    }

    /// Returns a player's secret in a game that follows: HMAC-SHA-256 of its code under their secret before, in Base64
    /// for URLs.
    private static func secret(in next: GameCode, after secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("hereabouts bocce \(next.text)".utf8), using: SymmetricKey(data: Array(secret.utf8)))
        let base64 = Data(code).base64EncodedString().prefix { $0 != "=" }
        return String(base64.replacing("+", with: "-").replacing("/", with: "_"))
    }

    /// Changes a game, or does not if `body` returns false. When somebody else changed it meanwhile, `body` decides
    /// again.
    private func change(
        _ code: GameCode, _ body: (inout SharedGame, Game, Timestamp) throws -> Bool
    ) async throws -> SharedGame {
        while true {
            let old = try await game(code)
            guard let played = old.game else { throw CommunityFault.notFound }
            var new = old
            guard try body(&new, played, now()) else { return old }
            new.revision += 1
            do {
                try await store.replace(with: new)
                return new
            } catch CommunityFault.changedMeanwhile {
                continue
            }
        }
    }

    private static func digest(_ secret: String) throws(CommunityFault) -> TokenDigest {
        guard secretLength.contains(secret.utf8.count), secret.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .invalid(
                field: "seat",
                reason: "must be \(secretLength.lowerBound) to \(secretLength.upperBound) visible ASCII characters")
        }
        return Token(text: secret).digest
    }
}
