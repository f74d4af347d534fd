import Community
import FoundationEssentials
import Gossip
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import MeshHost
import Presence

extension Routes {
    /// Adds registration, login and logout, and the routes for a person's own account.
    mutating func addAccounts(
        _ access: StandingAccess, _ codes: SetUpCodes, _ pages: TimelinePages, _ gallery: PictureGallery,
        _ mesh: MeshHost?
    ) {
        let authentication = access.authentication, accounts = authentication.accounts, presence = access.presence
        on(MeRequest.self, authentication) { _, viewer, exchange in
            try await exchange.encoded(authentication.me(viewer.account, exchange), cacheControl: Exchange.personal)
        }
        on(RegisterRequest.self, authentication) { request, _, exchange in
            try await authentication.spendLogIn(exchange)
            let (account, token) = try await authentication.register(request.body, label: exchange.browserName) {
                name, add in
                try await presence.people.take(name, add)
            }
            var answer = try await exchange.created(authentication.me(account, exchange))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogInRequest.self, authentication) { request, _, exchange in
            try await authentication.spendLogIn(exchange)
            let (account, token) = try await accounts.logIn(
                name: request.body.name, password: request.body.password, kind: .page, label: exchange.browserName)
            access.announce(.logIn, exchange.browserName, of: account.id)
            var answer = try await exchange.encoded(
                authentication.me(account, exchange), cacheControl: Exchange.personal)
            answer.setSession(token, for: exchange)
            return answer
        }
        on(SetUpRequest.self, authentication) { request, _, exchange in
            try await authentication.spendLogIn(exchange)
            let entry = SetUpEntry(
                code: request.body.code, name: request.body.name, password: request.body.password,
                label: exchange.browserName)
            let (account, token) = try await codes.enter(
                entry, of: accounts, holdingName: { add in try await presence.people.take(entry.name, add) },
                access.revocation(keeping: .init()))
            var answer = try await exchange.created(authentication.me(account, exchange))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogOutRequest.self, authentication) { _, viewer, exchange in
            if case .member(let account, let session) = viewer {
                do {
                    try await accounts.end(session.id, of: account.id)
                } catch CommunityFault.notFound {}  // Another request ended it first.
                await pages.feed.endStreams(of: account.id)
            }
            return .loggedOut(exchange)
        }
        addChanges(access, pages, gallery)
        addSessions(access)
        addIssuedTokens(access, mesh)
        addAccess(access)
        addRegister(of: access)
        addRegistrationLinks(of: access)
    }

    /// Adds changing the password and removing the account.
    private mutating func addChanges(_ access: StandingAccess, _ pages: TimelinePages, _ gallery: PictureGallery) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(ChangePasswordRequest.self, authentication) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try await authentication.spendAttempt(exchange)
            let kept = try StandingAccess.Kept(request.body.keep)
            let token = try await whileSignedIn {
                try await accounts.changePassword(
                    of: account, from: request.body.old, to: request.body.new, by: session, keeping: kept.signIns,
                    access.revocation(keeping: kept))
            }
            access.announce(.passwordChanged, "", of: account.id, butNot: session.id)
            var answer = Response(status: .noContent)
            if let token { answer.setSession(token, for: exchange) }
            return answer
        }
        on(RemoveAccountRequest.self, authentication) { request, viewer, exchange in
            guard case .member(let account, _) = viewer else { throw CommunityFault.notAllowed }
            try await authentication.spendAttempt(exchange)
            let pictures = try await access.remove(account, password: request.body.password)
            // The account's posts went with it.
            pages.changed()
            await pages.feed.endStreams(of: account.id)
            await gallery.remove(pictures)
            return .loggedOut(exchange)
        }
    }

    /// Adds confirming a session, revoking access, and the account's history.
    private mutating func addAccess(_ access: StandingAccess) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(ConfirmRequest.self, authentication) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try await authentication.spendAttempt(exchange)
            let confirmed = try await whileSignedIn {
                try await accounts.confirm(session, of: account, password: request.body.password)
            }
            return try await exchange.confirmed(confirmed)
        }
        on(ConfirmationRequest.self, authentication) { _, viewer, exchange in
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            let until = session.confirmed + Community.Session.confirmationLifetime
            return try await exchange.encoded(
                Confirmation(until: WireTime.text(until)), cacheControl: Exchange.personal)
        }
        on(AccessRequest.self, authentication) { _, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            return try await exchange.encoded(
                try await access.all(of: account, current: session.id), isList: true,
                cacheControl: Exchange.personal)
        }
        on(SignOutRequest.self, authentication) { request, viewer, exchange in
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            // A stolen session could otherwise keep itself, and end the owner's new sessions again and again.
            let kept = try StandingAccess.Kept(request.body)
            if !kept.isEmpty { try authentication.checkConfirmed(viewer) }
            try await authentication.spendAttempt(exchange)
            try await whileSignedIn {
                try await accounts.signOut(
                    by: session, keeping: kept.signIns, access.revocation(keeping: kept, revokesCodes: false))
            }
            return kept.signIns.sessions.contains(session.id) ? Response(status: .noContent) : .loggedOut(exchange)
        }
        on(HistoryRequest.self, authentication) { _, viewer, exchange in
            let notes = try await accounts.history(of: try viewer.member.id)
            return try await exchange.encoded(
                AccountHistory(events: notes.map { AccountEvent($0) }), isList: true, cacheControl: Exchange.personal)
        }
    }

    private mutating func addSessions(_ access: StandingAccess) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(SessionsRequest.self, authentication) { _, viewer, exchange in
            guard case .member(let account, let current) = viewer else { throw CommunityFault.notAllowed }
            let sessions = try await accounts.sessions(of: account.id)
            return try await exchange.encoded(
                SessionList(sessions: sessions.map { .init($0, current: current.id) }), isList: true,
                cacheControl: Exchange.personal)
        }
        on(EndSessionRequest.self, authentication) { request, viewer, exchange in
            try await access.end(try SessionID(path: request.id), for: viewer, exchange)
            return Response(status: .noContent)
        }
        on(NewTokenRequest.self, authentication) { request, viewer, exchange in
            let token = try await access.inTurn(of: viewer, for: NewTokenRequest.self, exchange) { account in
                try await accounts.begin(
                    .program, request.body.label, for: account, by: viewer.session?.session, isConfirmed: false)
            }
            access.announce(
                .programAdded, request.body.label, of: try viewer.member.id, butNot: viewer.session?.session)
            return try await exchange.created(NewToken(token: token.text))
        }
    }

    /// Adds the route by which programs log in. `mesh` proves to those at the name of the place which node made a
    /// token.
    private mutating func addIssuedTokens(_ access: StandingAccess, _ mesh: MeshHost?) {
        let authentication = access.authentication
        on(IssueTokenRequest.self, authentication) { request, _, exchange in
            try await authentication.spendAttempt(exchange)
            let body = request.body, nonce = try body.nonce.map { try MeshHost.nonce($0) }
            let node = try nonce.map { _ in try mesh.orNoMesh }
            let (account, token) = try await authentication.accounts.logIn(
                name: body.name, password: body.password, kind: .program, label: body.label)
            access.announce(.programAdded, body.label, of: account.id)
            var proof: NewToken.Proof?
            if let node, let nonce {
                proof = NewToken.Proof(
                    node: Hexadecimal.text(node.nodeKey.bytes.bytes),
                    signature: Hexadecimal.text(node.proof(of: nonce, for: Array(token.text.utf8))))
            }
            return try await exchange.created(NewToken(token: token.text, proof: proof))
        }
    }

    /// Adds the routes by which operators invite people.
    private mutating func addRegistrationLinks(of access: StandingAccess) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(RegistrationLinksRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(
                RegistrationLinkList(links: try await accounts.registrationLinks().map { .init($0) }),
                cacheControl: Exchange.personal)
        }
        on(AddRegistrationLinkRequest.self, authentication) { request, viewer, exchange in
            try authentication.checkInvites()
            let (link, code) = try await access.inTurn(
                of: viewer, for: AddRegistrationLinkRequest.self, exchange
            ) { account in
                let note = request.body.note ?? ""
                return try await access.noting(.invitationAdded, note, of: viewer) {
                    try await accounts.invite(note: note, days: request.body.days ?? 7, by: account.id)
                }
            }
            return try await exchange.created(
                NewRegistrationLink(
                    link: .init(link), opener: Opener(code.text, at: exchange.address(of: "/#invite="))))
        }
        on(RevokeRegistrationLinkRequest.self, authentication) { request, _, _ in
            try await accounts.revoke(try RegistrationLinkID(path: request.id))
            return Response(status: .noContent)
        }
    }

    /// Adds the routes by which operators list accounts and change roles.
    private mutating func addRegister(of access: StandingAccess) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(AccountsRequest.self, authentication) { request, _, exchange in
            let found = try await accounts.all(after: request.after, limit: request.limit)
            return try await exchange.encoded(
                AccountList(accounts: found.map { .init($0) }), isList: true, cacheControl: Exchange.personal)
        }
        on(ChangeRoleRequest.self, authentication) { request, viewer, exchange in
            let id = try AccountID(path: request.id)
            let account = try await access.inTurn(of: viewer, and: id, for: ChangeRoleRequest.self, exchange) { giver in
                try await accounts.setRole(of: id, to: request.body.role.role, by: giver.id)
            }
            access.announce(.roleChanged, request.body.role.rawValue, of: account.id)
            access.announce(.roleGiven, account.name.text, of: try viewer.member.id, butNot: viewer.session?.session)
            return try await exchange.encoded(HereaboutsAPI.Account(account), cacheControl: Exchange.personal)
        }
    }
}

/// Runs `body`, which needs the current session; throws `notLoggedIn` when that has ended meanwhile.
func whileSignedIn<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch CommunityFault.notFound { throw Authentication.notLoggedIn }
}

extension HereaboutsAPI.RegistrationLink {
    init(_ link: Community.RegistrationLink) {
        self.init(
            id: link.id.text, note: link.note, created: WireTime.text(link.created),
            expires: WireTime.text(link.expires))
    }
}

extension RegistrationPolicyName {
    fileprivate init(_ policy: ServerSettings.RegistrationPolicy) {
        switch policy {
        case .open: self = .open
        case .invited: self = .invited
        case .closed: self = .closed
        }
    }
}

extension Authentication {
    /// Returns the viewer's account and its rights at the requested address.
    func me(_ account: Community.Account?, _ exchange: Exchange) -> Me {
        Me(
            account: account.map { .init($0) }, mayLook: account != nil || guests != .none,
            mayPost: account != nil || guests == .post, registration: RegistrationPolicyName(registration),
            passkeysUnavailable: exchange.passkeyObstacle)
    }
}

extension Exchange {
    /// The name of the browser in the lists of sessions and passkeys, from its user agent.
    var browserName: String {
        guard let agent = header(.userAgent) else { return "browser" }
        let browsers = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"]
        let systems = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"]
        let names = [browsers, systems].compactMap { words in words.first { agent.contains($0) } }
        return names.isEmpty ? "browser" : names.joined(separator: ", ")
    }

    /// Returns the answer to a confirmation; a page's session gets a new cookie.
    func confirmed(_ session: ConfirmedSession) async throws -> Response {
        var answer = try await encoded(
            Confirmation(until: WireTime.text(session.until)), cacheControl: Exchange.personal)
        if let token = session.token { answer.setSession(token, for: self) }
        return answer
    }

    /// Returns the answer to a request that added `value`, with status 201.
    func created(_ value: some Encodable & Sendable) async throws -> Response {
        var answer = try await encoded(value, cacheControl: Exchange.personal)
        answer.status = .created
        return answer
    }
}
