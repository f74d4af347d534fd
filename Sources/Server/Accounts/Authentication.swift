import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// Identifies the account behind a request and checks its rights.
struct Authentication: Sendable {
    let accounts: Accounts
    let guests: ServerSettings.GuestPolicy
    let registration: ServerSettings.RegistrationPolicy
    /// Used challenges, and attempts to log in or register. The limit of attempts counts by the client's network, never
    /// by the account: otherwise somebody who guesses another person's password would lock that person out.
    let logIns: any LogInStore
    private let limits: NetworkLimits
    /// The attempts at all places of this process, where `logIns` counts those at all servers of one place.
    private let attempts: RateLimiter?
    private let now: @Sendable () -> Timestamp

    /// - Parameter logIns: What all servers of the place know; `nil` if there is only this one.
    init(
        _ accounts: Accounts, _ logIns: (any LogInStore)?, _ settings: ServerSettings, _ limits: NetworkLimits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.accounts = accounts
        self.logIns = logIns ?? LocalLogIns(attempts: limits.attempts)
        attempts = logIns.map { _ in limits.attempts }
        self.limits = limits
        self.now = now
        guests = settings.guests
        registration = settings.effectiveRegistration
    }

    var posts: RateLimiter { limits.posts }
    var uploads: RateLimiter { limits.uploads }

    /// Returns the account and session of a request. Throws `notLoggedIn` for an unknown token, and `wrongOrigin` when
    /// a page of another site made the browser send the cookie.
    func viewer(_ exchange: Exchange) async throws -> Viewer {
        if let authorization = exchange.header(.authorization) {
            let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Self.notLoggedIn }
            guard let viewer = try await member(Token(text: String(parts[1]))) else { throw Self.notLoggedIn }
            return viewer
        }
        let isWriting = ![.get, .head].contains(exchange.request.method)
        guard let token = exchange.sessionCookie else {
            // Other sites must not write as guests either, from the addresses of their visitors.
            if isWriting { try exchange.checkOrigin(isRequired: false) }
            return .guest
        }
        if isWriting { try exchange.checkOrigin(isRequired: true) }
        // When a session has ended, the client is a guest and may go on reading.
        return try await member(token) ?? .guest
    }

    /// Returns the viewer if `access` allows it; throws `notLoggedIn` and `notAllowed` otherwise.
    func admit(_ access: Endpoint.Access, _ exchange: Exchange) async throws -> Viewer {
        let viewer = try await viewer(exchange)
        switch access {
        case .everyone: break
        case .readers: try checkMayRead(viewer)
        case .posters:
            // A client with an expired session must not post as a guest unnoticed.
            let hasEnded = viewer.account == nil && exchange.sessionCookie != nil
            if hasEnded || (viewer.account == nil && guests != .post) { throw Self.notLoggedIn }
        case .users: try Self.check(viewer, .user)
        case .curators: try Self.check(viewer, .curator)
        case .operators: try Self.check(viewer, .operator)
        }
        return viewer
    }

    /// Returns the viewer if the endpoint allows it; also throws `confirmationRequired`.
    func admit(_ endpoint: Endpoint, _ exchange: Exchange) async throws -> Viewer {
        let viewer = try await admit(endpoint.access, exchange)
        if endpoint.needsConfirmation { try checkConfirmed(viewer) }
        return viewer
    }

    /// Whether `viewer` is a member who confirmed the session lately.
    func isConfirmed(_ viewer: Viewer) -> Bool {
        guard case .member(_, let session) = viewer else { return false }
        return accounts.isConfirmed(session)
    }

    /// Throws `confirmationRequired` for a member who has not confirmed the session lately.
    func checkConfirmed(_ viewer: Viewer) throws(ErrorBody) {
        guard case .member = viewer, !isConfirmed(viewer) else { return }
        throw ErrorBody(
            .confirmationRequired,
            "this needs the password once more: send it to \(ConfirmRequest.endpoint.path), or show a passkey, then ask again within ten minutes"
        )
    }

    /// Throws `notLoggedIn` for a guest where only members may read.
    func checkMayRead(_ viewer: Viewer) throws(ErrorBody) {
        if viewer.account == nil, guests == .none { throw Self.notLoggedIn }
    }

    /// Spends one attempt to begin a page's session. At the name of the place it throws `notAllowed`: the session's cookie
    /// would go to other machines.
    func spendLogIn(_ exchange: Exchange) async throws {
        guard !exchange.isAtPlaceName else {
            throw ErrorBody(
                .notAllowed,
                """
                all nodes of the place share this name, so there are no cookies here; get a token at \
                \(IssueTokenRequest.endpoint.path)
                """)
        }
        try await spendAttempt(exchange)
    }

    /// Spends one attempt of the client's network, whatever server it asks. Throws `tooManyRequests` when nothing is
    /// left, and `busy` when nobody can tell.
    func spendAttempt(_ exchange: Exchange) async throws {
        try exchange.checkOrigin(isRequired: false)
        guard let network = exchange.clientNetwork else { return }
        let message = { (seconds: Int) in "too many attempts from this address; try again in \(seconds) s" }
        if let attempts { try Exchange.check(attempts.take(of: network, at: .now), message) }
        try Exchange.check(await logIns.takeAttempt(of: network, at: now()), message)
    }

    /// Adds an account and begins its first session, if registration allows it. Throws `registrationClosed`, and as
    /// `Accounts` does.
    func register(
        _ request: Registration, label: String, holdingName hold: Accounts.NameHolding
    ) async throws -> (account: Community.Account, token: Token) {
        switch registration {
        case .open:
            return try await accounts.register(
                name: request.name, password: request.password, kind: .page, label: label, holdingName: hold)
        case .invited:
            guard let code = request.invitation else {
                throw ErrorBody(
                    .registrationClosed, "only invited people can register here; ask an operator for a link")
            }
            do {
                return try await accounts.register(
                    name: request.name, password: request.password, invitation: code, label: label, holdingName: hold)
            } catch CommunityFault.wrongCode {
                throw ErrorBody(
                    .wrongCredentials,
                    "the invitation is wrong, was used, has expired or was revoked; ask an operator for another",
                    field: "invitation")
            }
        case .closed:
            throw ErrorBody(
                .registrationClosed,
                "registration is closed here; the operator can allow it with registration = invited")
        }
    }

    /// Throws `registrationClosed` unless invitation links work: the links would wait until the setting changes.
    func checkInvites() throws(ErrorBody) {
        guard registration == .invited else {
            throw ErrorBody(
                .registrationClosed, "links do not work here; the operator can allow them with registration = invited"
            )
        }
    }

    /// Spends one post of the client's network. Throws `tooManyRequests` when nothing is left.
    func spendPost(_ exchange: Exchange) throws(ErrorBody) {
        try exchange.spend(posts) { "too many posts from this address; try again in \($0) s" }
    }

    /// Spends one file of the client's network. Throws `tooManyRequests` when nothing is left.
    func spendUpload(_ exchange: Exchange) throws(ErrorBody) {
        try exchange.spend(uploads) { "too many files from this address; try again in \($0) s" }
    }

    private func member(_ token: Token) async throws -> Viewer? {
        try await accounts.session(token).map { .member($0.account, $0.session) }
    }

    private static func check(_ viewer: Viewer, _ role: Role) throws(ErrorBody) {
        guard let account = viewer.account else { throw notLoggedIn }
        guard account.role >= role else {
            throw ErrorBody(.notAllowed, "this needs the role \(RoleName(role).rawValue), which you do not have")
        }
    }

    static var notLoggedIn: ErrorBody {
        ErrorBody(.notLoggedIn, "log in first: the request has no valid session or token")
    }
}
