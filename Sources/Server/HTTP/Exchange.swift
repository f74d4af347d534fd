import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

/// One request being answered: what handlers may know about it.
struct Exchange: Sendable {
    let request: Request
    /// The path that is asked for, without the one that all addresses of this server begin with.
    let path: Substring
    let settings: ServerSettings
    let codings: AcceptedCodings
    let packers: Pool<Gzip>
    /// Threads for work that would hold up the connections' own.
    let workers: WorkerPool
    let limiter: RateLimiter
    /// Memory for large answers that clients have not taken yet, in bytes.
    let answerMemory: SharedBudget
    /// What the request brings; `nil` where its method brings nothing.
    let incoming: IncomingBody?
    let client: Client
    /// Where the connection's bytes are sent.
    let eventLoop: any EventLoop

    /// The client's network; `nil` for this machine itself, which is not limited.
    var clientNetwork: Network? { client.network }

    /// The value of the first header `name`.
    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// Whether the client holds what `tag` names (RFC 9110 §13.1.2): weak comparison.
    func holds(_ tag: String) -> Bool {
        guard let header = header(.ifNoneMatch) else { return false }
        if header == tag { return true }
        return header.split(separator: ",").contains { candidate in
            let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
            return trimmed == "*" || (trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed) == tag
        }
    }

    /// Takes one computed answer from what the client may have. Throws `tooManyRequests` when nothing is left.
    func spendAnswer() throws(ErrorBody) {
        try spend(limiter) { "this address asks too much at once; ask again in \($0) s" }
    }

    /// Takes one token of the client's network. Throws `tooManyRequests`, with the message for so many seconds, when
    /// nothing is left.
    func spend(_ limiter: RateLimiter, _ message: (Int) -> String) throws(ErrorBody) {
        guard let clientNetwork, let wait = limiter.take(of: clientNetwork, at: .now) else { return }
        let seconds = max(1, Int(wait.rounded(.up)))
        throw ErrorBody(.tooManyRequests, message(seconds), retryAfter: seconds)
    }
}
