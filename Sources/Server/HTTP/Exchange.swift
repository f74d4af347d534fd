import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

/// One request that is being answered, with everything that a handler may use.
struct Exchange: Sendable {
    let request: Request
    /// The requested path, without the server's path prefix.
    let path: Substring
    let settings: ServerSettings
    let codings: AcceptedCodings
    let packers: Pool<Gzip>
    /// Threads for work that would block the event loops.
    let workers: WorkerPool
    let limiter: RateLimiter
    /// Memory for large answers that clients have not read yet, in bytes.
    let answerMemory: SharedBudget
    /// The request's body; `nil` for a method without one.
    let incoming: IncomingBody?
    let client: Client
    /// The event loop that sends the connection's bytes.
    let eventLoop: any EventLoop

    /// The client's network; `nil` for this machine itself, which the server does not limit.
    var clientNetwork: Network? { client.network }

    /// The value of the first header `name`.
    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// Whether the client's cache already has the content that `tag` names (RFC 9110 §13.1.2): weak comparison.
    func holds(_ tag: String) -> Bool {
        guard let header = header(.ifNoneMatch) else { return false }
        if header == tag { return true }
        return header.split(separator: ",").contains { candidate in
            let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
            return trimmed == "*" || (trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed) == tag
        }
    }

    /// Spends one computed answer of the client's allowance. Throws `tooManyRequests` when nothing is left.
    func spendAnswer() throws(ErrorBody) {
        try spend(limiter) { "this address sends too many requests; ask again in \($0) s" }
    }

    /// Spends one token of the client's network. Throws `tooManyRequests` when nothing is left; `message` gets the
    /// seconds until the next token.
    func spend(_ limiter: RateLimiter, _ message: (Int) -> String) throws(ErrorBody) {
        guard let clientNetwork else { return }
        try Self.check(limiter.take(of: clientNetwork, at: .now), message)
    }

    /// Throws `tooManyRequests` unless nobody has to wait; `wait` is in seconds.
    static func check(_ wait: Double?, _ message: (Int) -> String) throws(ErrorBody) {
        guard let wait else { return }
        let seconds = max(1, Int(wait.rounded(.up)))
        throw ErrorBody(.tooManyRequests, message(seconds), retryAfter: seconds)
    }
}
