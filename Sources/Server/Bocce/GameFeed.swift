import Community
import FoundationEssentials
import HereaboutsAPI
import NIOCore
import Synchronization

/// Sends the changes of shared games to those who play or watch them.
///
/// A class because all listeners share it.
final class GameFeed: Sendable {
    private struct Listener {
        let stream: AsyncStream<ByteBuffer>.Continuation
        /// The revision of the game that it got last.
        var revision = -1
    }

    private struct State {
        var listeners: [GameCode: [Int: Listener]] = [:]
        var next = 0
    }

    private let games: BocceGames
    private let sessions: SessionStreams
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    init(_ games: BocceGames, _ sessions: SessionStreams, now: @escaping @Sendable () -> Timestamp) {
        self.games = games
        self.sessions = sessions
        self.now = now
    }

    /// The stream of one listener.
    struct Subscription: Sendable {
        let events: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `events`.
        func end() { listener.finish() }
    }

    /// Returns the changes of a game from now on, until the session of a member ends.
    func listen(to code: GameCode, as member: SessionStreams.Member?) async throws -> Subscription {
        let (events, listener) = AsyncStream.makeStream(
            // Each event holds the whole game, so a slow listener needs only the newest.
            of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[code, default: [:]][state.next] = Listener(stream: listener)
            return state.next
        }
        let watched = member.map { _ in sessions.newNumber() }
        listener.onTermination = { [weak self] _ in
            if let watched { self?.sessions.forget(watched) }
            self?.state.withLock { state in
                state.listeners[code]?[number] = nil
                if state.listeners[code]?.isEmpty == true { state.listeners[code] = nil }
            }
        }
        if let member, let watched { try await sessions.watch(watched, of: member) { listener.finish() } }
        return Subscription(events: events, listener: listener)
    }

    /// Sends a game to those who listen to it, unless they have this revision or a later one: handlers may finish in
    /// another order than their changes were made.
    func changed(_ game: SharedGame) { send(game, toThoseBefore: game.revision) }

    /// Sends a game that a server of the place has changed to those who listen to it here.
    func take(_ code: GameCode) async {
        guard state.withLock({ $0.listeners[code] != nil }), let game = try? await games.game(code) else { return }
        changed(game)
    }

    private func send(_ game: SharedGame, toThoseBefore revision: Int) {
        // A game whose stored throws are damaged has no event; its listeners get the error when they read it.
        guard state.withLock({ $0.listeners[game.code] != nil }), let event = try? event(game) else { return }
        state.withLock { state in
            for (number, listener) in state.listeners[game.code] ?? [:] where listener.revision < revision {
                listener.stream.yield(event)
                state.listeners[game.code]?[number]?.revision = game.revision
            }
        }
    }

    /// Sends each listener its game once more. That keeps proxies from closing the connection, and shows that a player
    /// is late, which nobody writes.
    func sendHeartbeat() async {
        for code in state.withLock({ Array($0.listeners.keys) }) {
            // The next heartbeat sends a game that cannot be read now.
            if let game = try? await games.game(code) { send(game, toThoseBefore: game.revision + 1) }
        }
    }

    /// Returns the event with a game.
    func event(_ game: SharedGame) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(SharedBocceGame(game, at: now())), as: UTF8.self)
        return .event(.game, json)
    }
}
