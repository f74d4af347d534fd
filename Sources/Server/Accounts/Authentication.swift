import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// Finds out who asks, and whether they may.
struct Authentication: Sendable {
    let accounts: Accounts
    let guests: ServerSettings.GuestPolicy
    let registration: ServerSettings.RegistrationPolicy
    /// Attempts to log in or register. By the network that they come from, never by the account that they are for:
    /// whoever tries another's password must not keep them out.
    let attempts: RateLimiter
    /// Posts and reports, which everybody is told and which stay.
    let posts: RateLimiter
    /// Pictures, which take more time and room than anything else that people send.
    let uploads: RateLimiter

    init(_ accounts: Accounts, _ settings: ServerSettings) {
        self.accounts = accounts
        guests = settings.guests
        registration = settings.effectiveRegistration
        attempts = RateLimiter(perMinute: settings.logInsPerMinute)
        posts = RateLimiter(perMinute: settings.postsPerMinute)
        uploads = RateLimiter(perMinute: settings.picturesPerMinute)
    }

    /// Who asks. Throws `notLoggedIn` for a token that nobody has, and `wrongOrigin` when a page of another site sent
    /// it along.
    func viewer(_ exchange: Exchange) async throws -> Viewer {
        if let authorization = exchange.header(.authorization) {
            let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Self.notLoggedIn }
            guard let viewer = try await member(Token(text: String(parts[1]))) else { throw Self.notLoggedIn }
            return viewer
        }
        let isWriting = ![.get, .head].contains(exchange.request.method)
        guard let token = exchange.sessionCookie else {
            // Nor may other sites write as guests, from the addresses of those who visit them.
            if isWriting { try exchange.checkOrigin(isRequired: false) }
            return .guest
        }
        if isWriting { try exchange.checkOrigin(isRequired: true) }
        // A session that has ended makes a guest, who may read on.
        return try await member(token) ?? .guest
    }

    /// Who asks, when they may; throws `notLoggedIn` and `notAllowed`.
    func admit(_ access: Endpoint.Access, _ exchange: Exchange) async throws -> Viewer {
        let viewer = try await viewer(exchange)
        switch access {
        case .everyone: break
        case .lookers: try checkLooks(viewer)
        case .posters:
            // Who believes to be logged in must not post as a guest.
            let hasEnded = viewer.account == nil && exchange.sessionCookie != nil
            if hasEnded || (viewer.account == nil && guests != .post) { throw Self.notLoggedIn }
        case .users: try Self.check(viewer, .user)
        case .curators: try Self.check(viewer, .curator)
        case .operators: try Self.check(viewer, .operator)
        }
        return viewer
    }

    /// Who asks, when they may ask there; throws `confirmationRequired`, too.
    func admit(_ endpoint: Endpoint, _ exchange: Exchange) async throws -> Viewer {
        let viewer = try await admit(endpoint.access, exchange)
        if endpoint.needsConfirmation { try checkConfirmed(viewer) }
        return viewer
    }

    /// Whether `viewer` is a member who has shown lately whose account it is.
    func isConfirmed(_ viewer: Viewer) -> Bool {
        guard case .member(_, let session) = viewer else { return false }
        return accounts.isConfirmed(session)
    }

    /// Throws `confirmationRequired` for a member who has not shown lately whose account it is.
    func checkConfirmed(_ viewer: Viewer) throws(ErrorBody) {
        guard case .member = viewer, !isConfirmed(viewer) else { return }
        throw ErrorBody(
            .confirmationRequired,
            "this needs the password once more: send it to \(ConfirmRequest.endpoint.path), or show a passkey, then ask again within ten minutes"
        )
    }

    /// Throws `notLoggedIn` for a guest where only members look.
    func checkLooks(_ viewer: Viewer) throws(ErrorBody) {
        if viewer.account == nil, guests == .none { throw Self.notLoggedIn }
    }

    /// Takes one attempt from what the client's network may have. Throws `tooManyRequests` when nothing is left.
    func spendAttempt(_ exchange: Exchange) throws(ErrorBody) {
        try exchange.checkOrigin(isRequired: false)
        try exchange.spend(attempts) { "too many attempts from this address; try again in \($0) s" }
    }

    /// Adds an account and begins its first session, for those who may register. Throws `registrationClosed`, and as
    /// `Accounts` does.
    func register(
        _ wish: Registration, label: String, holdingName hold: Accounts.NameHolding
    ) async throws -> (account: Community.Account, token: Token) {
        switch registration {
        case .open:
            return try await accounts.register(
                name: wish.name, password: wish.password, kind: .page, label: label, holdingName: hold)
        case .invited:
            guard let code = wish.invitation else {
                throw ErrorBody(
                    .registrationClosed, "only invited people can register here; ask an operator for a link")
            }
            do {
                return try await accounts.register(
                    name: wish.name, password: wish.password, invitation: code, label: label, holdingName: hold)
            } catch CommunityFault.wrongCode {
                throw ErrorBody(
                    .wrongCredentials,
                    "the invitation is wrong, was used, has expired or was taken back; ask an operator for another",
                    field: "invitation")
            }
        case .closed:
            throw ErrorBody(
                .registrationClosed, "nobody registers here; the operator can change that with registration = invited")
        }
    }

    /// Throws `registrationClosed` where links let nobody in: they would wait until the setting changes.
    func checkInvites() throws(ErrorBody) {
        guard registration == .invited else {
            throw ErrorBody(
                .registrationClosed, "a link lets nobody in here; the operator changes that with registration = invited"
            )
        }
    }

    /// Takes one post from what the client's network may write. Throws `tooManyRequests` when nothing is left.
    func spendPost(_ exchange: Exchange) throws(ErrorBody) {
        try exchange.spend(posts) { "too much is written from this address; try again in \($0) s" }
    }

    /// Takes one file from what the client's network may send. Throws `tooManyRequests` when nothing is left.
    func spendUpload(_ exchange: Exchange) throws(ErrorBody) {
        try exchange.spend(uploads) { "too many files from this address; try again in \($0) s" }
    }

    private func member(_ token: Token) async throws -> Viewer? {
        try await accounts.session(token).map { .member($0.account, $0.session) }
    }

    private static func check(_ viewer: Viewer, _ role: Role) throws(ErrorBody) {
        guard let account = viewer.account else { throw notLoggedIn }
        guard account.role >= role else {
            throw ErrorBody(.notAllowed, "this is for \(RoleName(role).rawValue)s, and you are not one")
        }
    }

    static var notLoggedIn: ErrorBody {
        ErrorBody(.notLoggedIn, "log in first: the request has no session or token that is good")
    }
}
