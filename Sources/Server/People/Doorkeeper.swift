import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// Knows who is asking, and lets them in or not.
struct Doorkeeper: Sendable {
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
        guard endpoint.needsConfirmation, case .member(_, let session) = viewer, !accounts.isConfirmed(session) else {
            return viewer
        }
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

    private static var notLoggedIn: ErrorBody {
        ErrorBody(.notLoggedIn, "log in first: the request has no session or token that is good")
    }
}

extension Exchange {
    /// The token of the page's session.
    var sessionCookie: Token? {
        for item in request.headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            let trimmed = item.drop { $0 == " " }
            if trimmed.hasPrefix(sessionCookieName + "=") {
                return Token(text: String(trimmed.dropFirst(sessionCookieName.utf8.count + 1)))
            }
        }
        return nil
    }

    /// Throws `wrongOrigin` when a page of another site sends this (CSRF): browsers say so with `Sec-Fetch-Site` or
    /// `Origin`, which pages cannot change. With `isRequired` one of them must be there.
    func checkOrigin(isRequired: Bool) throws(ErrorBody) {
        let isOwn: Bool
        if let site = header(HTTPField.Name("sec-fetch-site")!) {
            isOwn = site == "same-origin"
        } else if let origin = header(.origin) {
            let own = [
                self.origin, request.head.authority.map { "http://\($0)" },
                request.head.authority.map { "https://\($0)" },
            ]
            isOwn = own.contains { $0?.lowercased() == origin.lowercased() }
        } else {
            isOwn = !isRequired
        }
        guard isOwn else {
            throw ErrorBody(
                .wrongOrigin, "a page of another site sent this; programs send a token instead of the cookie")
        }
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }

    /// Over TLS the prefixed name, which browsers take from nobody but this host over TLS (RFC 6265bis §4.1.3.2): a
    /// neighbour of the same domain, or somebody on the way of a plain request, cannot plant a session.
    private var sessionCookieName: String { isSecure ? secureCookieName : Contract.sessionCookie }

    /// Browsers take the first name for cookies of the whole host alone. The path keeps the sessions of several servers
    /// at one host apart; it is no protection, as a page below any other path of the host can ask below this one.
    private var secureCookieName: String {
        settings.basePath.isEmpty ? Contract.secureSessionCookie : Contract.secureSessionCookieBelowPath
    }

    /// What sets the page's session, or without a token takes it away, under whatever name it was set.
    fileprivate func sessionCookies(_ token: Token?) -> [String] {
        let names =
            token == nil && isSecure ? [secureCookieName, Contract.sessionCookie] : [sessionCookieName]
        let age = token == nil ? 0 : Community.Session.Kind.page.days * 86_400
        return names.map { name in
            let path = settings.basePath + "/", secure = isSecure ? "; Secure" : ""
            return "\(name)=\(token?.text ?? ""); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Lax\(secure)"
        }
    }
}

extension Response {
    /// Gives the page that asks its session.
    mutating func setSession(_ token: Token?, for exchange: Exchange) {
        headers[values: .setCookie] = exchange.sessionCookies(token)
    }

    /// The answer to a page whose session has ended.
    static func loggedOut(_ exchange: Exchange) -> Response {
        var answer = Response(status: .noContent)
        answer.setSession(nil, for: exchange)
        return answer
    }
}

extension Routes {
    /// Lets `answer` answer those who may ask; it is told who does. Community faults get their wire form.
    mutating func on<Question: APIRequest>(
        _ question: Question.Type, at door: Doorkeeper, aliases: [PathTemplate] = [],
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        on(question, aliases: aliases) { (question: Question, exchange: Exchange) in
            let viewer = try await door.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }

    /// The same for requests with a body, which is read only once its sender was let in.
    mutating func on<Question: BodyRequest>(
        _ question: Question.Type, at door: Doorkeeper,
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        let shape = Question.refusesUnknownMembers ? BodyShape(wire: Question.Body.self) : nil
        on(question, refusal: { error, _ in Response(error) }) { (question: Question, exchange: Exchange) in
            _ = try await door.admit(Question.endpoint, exchange)
            var question = question
            question.body = try await exchange.body(Question.Body.self, of: shape, upTo: Question.maximumLength)
            // A body may take its time, and what its sender may do may have changed meanwhile.
            let viewer = try await door.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension Routes {
    /// The same for requests that bring a file: it is read only once its sender was let in.
    mutating func on<Question: UploadRequest>(
        _ question: Question.Type, at door: Doorkeeper,
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        on(question, refusal: { error, _ in Response(error) }) { (question: Question, exchange: Exchange) in
            _ = try await door.admit(Question.endpoint, exchange)
            try door.spendUpload(exchange)
            var question = question
            question.content = try await exchange.file(upTo: Question.maximumLength)
            let viewer = try await door.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension BodyShape {
    init(wire type: (some Decodable).Type) {
        do {
            try self.init(of: type)
        } catch {
            preconditionFailure("a wire type decodes the samples that the OpenAPI document is made with: \(error)")
        }
    }
}

extension ErrorBody {
    init(_ fault: CommunityFault) {
        switch fault {
        case .networkHasEnough(let seconds):
            self.init(
                .tooManyRequests, "much that this address asked for waits already; ask again in \(seconds) s",
                retryAfter: seconds)
        case .nameTaken: self.init(.nameTaken, "somebody has this name already; choose another", field: "name")
        case .wrongCredentials: self.init(.wrongCredentials, "the name or the password is wrong")
        case .wrongPasskey:
            self.init(
                .wrongCredentials,
                "the passkey is not known here, or its answer does not hold; log in with the password")
        case .passkeyCopied:
            self.init(
                .passkeyCopied,
                "the passkey was used elsewhere, so there may be a copy; log in with the password and remove it")
        case .passkeyTaken:
            self.init(.passkeyTaken, "an account has this passkey already; make another", field: "credential")
        case .wrongCode:
            self.init(
                .wrongCredentials,
                "the set-up code is wrong, was used already or is too old; make another with `hereabouts account code`",
                field: "code")
        case .codeOfAnother:
            self.init(
                .notFound, "the code was made for an account of another name, or for one that has gone", field: "name")
        case .notFound: self.init(.notFound, "there is nothing with this id")
        case .notAllowed: self.init(.notAllowed, "this is not yours to change")
        case .changedMeanwhile(let current):
            self.init(.changedMeanwhile, "it was changed meanwhile and is at revision \(current); read it again")
        case .invalid(let field, let reason): self.init(.invalidBody, "\(field) \(reason)", field: field)
        case .orderChanged:
            self.init(.changedMeanwhile, "these are not all that there are by now; read them again", field: "ids")
        case .inTours(let tours):
            let names = tours.prefix(3).map { "\"\($0)\"" } + (tours.count > 3 ? ["\(tours.count - 3) more"] : [])
            self.init(.inTours, "tours lead here: \(names.joined(separator: ", ")); take it out of them first")
        case .pictureNotFree:
            self.init(
                .invalidBody, "the picture is not there, is somebody else's, or is in another post; add it anew",
                field: "picture.id")
        case .pictureBudget(let share, let bytes):
            let most = "\(bytes >> 20) MiB"
            switch share {
            case .account:
                self.init(
                    .pictureBudget,
                    "your pictures take the \(most) that one person's may; delete posts with pictures that you need no more"
                )
            case .guests:
                self.init(.pictureBudget, "the guests' pictures take the \(most) that they may; log in to add yours")
            case .guide:
                self.init(
                    .pictureBudget,
                    "the guide's pictures take the \(most) that they may; remove some from the history, or have the operator allow more"
                )
            case nil:
                self.init(
                    .pictureBudget,
                    "all pictures here take the \(most) that they may; the operator has to allow more, or make room")
            }
        case .quotaReached(let quota, let limit, let secondsLeft):
            self.init(.quotaReached, quota.sentence(limit), retryAfter: secondsLeft)
        case .lastOperator: self.init(.lastOperator, "somebody has to be operator; make another one first")
        case .keyUsed: self.init(.keyUsed, "another post was sent with this key; take a new one", field: "key")
        case .cannotKeep:
            self.init(.unavailable, "the server cannot write at the moment: its disk is full, or fails")
        case .busy: self.init(.unavailable, "the server is busy; ask again in a second")
        case .tooManyAttempts(let seconds):
            self.init(
                .tooManyRequests, "too many attempts from this address; try again in \(seconds) s", retryAfter: seconds)
        }
    }
}

extension Quota {
    /// What is wrong when an account has reached `limit`, and what to do.
    fileprivate func sentence(_ limit: Int) -> String {
        switch self {
        case .trackPoints:
            "you added the \(limit) points that one person may add from files in a day; send the file again tomorrow"
        case .keptPositions:
            "you keep the \(limit) positions that one person may keep; keep them for fewer days, or delete them"
        case .posts: "you wrote the \(limit) posts that one person may write in a day; go on tomorrow"
        case .devices: "you have the \(limit) devices that one person may have; remove one first"
        case .circles: "you have the \(limit) groups and links that one person may have; end one first"
        case .passkeys: "you have the \(limit) passkeys that one person may have; remove one first"
        case .guideEntries:
            "the guide has at most \(limit) entries; delete some, or have the operator allow more with guide-entries"
        case .friends: "you know or asked the \(limit) people whom one person may; part from one first"
        }
    }
}
