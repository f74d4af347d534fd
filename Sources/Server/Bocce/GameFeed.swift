import Community
import FoundationEssentials
import HereaboutsAPI
import NIOCore
import Synchronization

/// Sends the changes of shared games to those who play or watch them.
///
/// A class because all listeners share it.
final class GameFeed: Sendable {
    private struct State {
        var listeners: [GameCode: [Int: AsyncStream<ByteBuffer>.Continuation]] = [:]
        var next = 0
    }

    /// The number of events that may wait for a slow listener. Each event holds the whole game, so it needs only the
    /// newest.
    private static let patience = 2

    private let state = Mutex(State())

    /// The stream of one listener.
    struct Subscription: Sendable {
        let events: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `events`.
        func end() { listener.finish() }
    }

    /// Returns the changes of a game from now on.
    func listen(to code: GameCode) -> Subscription {
        let (events, listener) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(Self.patience))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[code, default: [:]][state.next] = listener
            return state.next
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.listeners[code]?[number] = nil
                if state.listeners[code]?.isEmpty == true { state.listeners[code] = nil }
            }
        }
        return Subscription(events: events, listener: listener)
    }

    /// Sends a game to those who listen to it.
    func changed(_ game: SharedGame, at time: Timestamp) {
        let listeners = state.withLock { state in Array((state.listeners[game.code] ?? [:]).values) }
        guard !listeners.isEmpty, let event = try? Self.event(game, at: time) else { return }
        for listener in listeners { listener.yield(event) }
    }

    /// Sends a comment to all listeners, which keeps proxies from closing their connections.
    func sendHeartbeat() {
        let listeners = state.withLock { state in state.listeners.values.flatMap { Array($0.values) } }
        for listener in listeners { listener.yield(ByteBuffer(string: ": \n\n")) }
    }

    /// Returns the event with a game.
    static func event(_ game: SharedGame, at time: Timestamp) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(SharedBocceGame(game, at: time)), as: UTF8.self)
        return ByteBuffer(string: "event: game\ndata: \(json)\n\n")
    }
}
