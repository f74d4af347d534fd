import Community
import Logging
import Synchronization

/// Ends the streams of events that members asked for, when their sessions end.
///
/// A class because all feeds share it.
final class SessionStreams: Sendable {
    typealias Member = (account: AccountID, session: SessionID)

    private struct Stream {
        let account: AccountID
        let session: SessionID
        let end: @Sendable () -> Void
    }

    private struct State {
        var streams: [Int: Stream] = [:]
        var last = 0
    }

    private let accounts: Accounts
    private let logger: Logger
    private let state = Mutex(State())

    init(_ accounts: Accounts, _ logger: Logger) {
        self.accounts = accounts
        self.logger = logger
    }

    /// Returns the number of a new stream, for `watch` and `forget`.
    func newNumber() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Calls `end` when the session of a member ends, at once if it has ended.
    func watch(_ number: Int, of member: Member, end: @escaping @Sendable () -> Void) async throws {
        let stream = Stream(account: member.account, session: member.session, end: end)
        state.withLock { $0.streams[number] = stream }
        // The session may have ended before the stream existed.
        if try await accounts.running([member.session]).isEmpty { end() }
    }

    /// Forgets a stream that has ended.
    func forget(_ number: Int) { state.withLock { $0.streams[number] = nil } }

    /// Ends the streams of ended sessions: those of `account`, or of all accounts. A stream does not depend on roles.
    func end(of account: AccountID? = nil) async {
        let streams = state.withLock { state in
            state.streams.filter { account == nil || $0.value.account == account }
        }
        let sessions = Set(streams.values.map(\.session))
        guard !sessions.isEmpty else { return }
        do {
            let running = try await accounts.running(sessions)
            for (number, stream) in streams where !running.contains(stream.session) {
                forget(number)
                stream.end()
            }
        } catch {
            logger.error("the server checks the sessions of streams again later: \(error.inLog)")
        }
    }
}
