import Community
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds registering, logging in and out, and what people do with their accounts.
    mutating func addAccounts(
        _ door: Doorkeeper, _ codes: SetUpCodes, _ pages: TimelinePages, _ gallery: PictureGallery,
        _ desk: PositionDesk,
        _ access: StandingAccess
    ) {
        let accounts = door.accounts
        on(MeRequest.self, at: door) { _, viewer, exchange in
            try await exchange.encoded(door.me(viewer.account, exchange), cacheControl: Exchange.personal)
        }
        on(RegisterRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let (account, token) = try await door.register(request.body, label: exchange.browserName) { name, add in
                try await desk.people.take(name, add)
            }
            var answer = try await exchange.created(door.me(account, exchange))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogInRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let (account, token) = try await accounts.logIn(
                name: request.body.name, password: request.body.password, kind: .page, label: exchange.browserName)
            access.tell(.logIn, exchange.browserName, of: account.id)
            var answer = try await exchange.encoded(door.me(account, exchange), cacheControl: Exchange.personal)
            answer.setSession(token, for: exchange)
            return answer
        }
        on(SetUpRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let entry = SetUpEntry(
                code: request.body.code, name: request.body.name, password: request.body.password,
                label: exchange.browserName)
            let (account, token) = try await codes.enter(
                entry, of: accounts, holdingName: { add in try await desk.people.take(entry.name, add) },
                access.takeBack(keeping: .init()))
            var answer = try await exchange.created(door.me(account, exchange))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogOutRequest.self, at: door) { _, viewer, exchange in
            if case .member(let account, let session) = viewer {
                do {
                    try await accounts.end(session.id, of: account.id)
                } catch CommunityFault.notFound {}  // Another request ended it first.
                await pages.feed.endStreams(of: account.id)
            }
            return .loggedOut(exchange)
        }
        on(ChangePasswordRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try door.spendAttempt(exchange)
            let kept = try StandingAccess.Kept(request.body.keep)
            try await accounts.changePassword(
                of: account, from: request.body.old, to: request.body.new,
                by: session.id, keeping: kept.sessions, access.takeBack(keeping: kept))
            access.tell(.passwordChanged, "", of: account.id, butNot: session.id)
            return Response(status: .noContent)
        }
        on(RemoveAccountRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, _) = viewer else { throw CommunityFault.notAllowed }
            try door.spendAttempt(exchange)
            let pictures = try await access.remove(account, password: request.body.password)
            pages.changed()  // Its posts went with it.
            await pages.feed.endStreams(of: account.id)
            await gallery.remove(pictures)
            return .loggedOut(exchange)
        }
        addSessions(access, pages.feed)
        addAccess(access)
        addRegister(of: access)
        addRegistrationLinks(of: access)
    }

    /// Adds confirming whose account it is, taking it back, and what happened to it.
    private mutating func addAccess(_ access: StandingAccess) {
        let door = access.door, accounts = door.accounts
        on(ConfirmRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try door.spendAttempt(exchange)
            let until = try await accounts.confirm(session.id, of: account, password: request.body.password)
            return try await exchange.encoded(
                Confirmation(until: WireTime.text(until)), cacheControl: Exchange.personal)
        }
        on(ConfirmationRequest.self, at: door) { _, viewer, exchange in
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            let until = session.confirmed + Community.Session.confirmationLifetime
            return try await exchange.encoded(
                Confirmation(until: WireTime.text(until)), cacheControl: Exchange.personal)
        }
        on(AccessRequest.self, at: door) { _, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            return try await exchange.encoded(
                try await access.all(of: account, current: session.id), isList: true,
                cacheControl: Exchange.personal)
        }
        on(SignOutRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            let kept = try StandingAccess.Kept(request.body)
            try await accounts.signOut(account, keeping: kept.sessions, access.takeBack(keeping: kept))
            return kept.sessions.contains(session.id) ? Response(status: .noContent) : .loggedOut(exchange)
        }
        on(HistoryRequest.self, at: door) { _, viewer, exchange in
            let notes = try await accounts.history(of: try viewer.member.id)
            return try await exchange.encoded(
                AccountHistory(events: notes.map { AccountEvent($0) }), isList: true, cacheControl: Exchange.personal)
        }
    }

    private mutating func addSessions(_ access: StandingAccess, _ feed: LiveFeed) {
        let door = access.door, accounts = door.accounts
        on(SessionsRequest.self, at: door) { _, viewer, exchange in
            guard case .member(let account, let current) = viewer else { throw CommunityFault.notAllowed }
            let sessions = try await accounts.sessions(of: account.id)
            return try await exchange.encoded(
                SessionList(sessions: sessions.map { .init($0, current: current.id) }), isList: true,
                cacheControl: Exchange.personal)
        }
        on(EndSessionRequest.self, at: door) { request, viewer, _ in
            let account = try viewer.member.id
            try await accounts.end(try SessionID(path: request.id), of: account)
            await feed.endStreams(of: account)
            return Response(status: .noContent)
        }
        on(IssueTokenRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let (account, token) = try await accounts.logIn(
                name: request.body.name, password: request.body.password, kind: .program, label: request.body.label)
            access.tell(.programAdded, request.body.label, of: account.id)
            return try await exchange.created(NewToken(token: token.text))
        }
        on(NewTokenRequest.self, at: door) { request, viewer, exchange in
            let token = try await access.inTurn(of: viewer, for: NewTokenRequest.self, exchange) { account in
                try await accounts.begin(.program, request.body.label, for: account, isConfirmed: false)
            }
            access.tell(.programAdded, request.body.label, of: try viewer.member.id, butNot: viewer.session?.session)
            return try await exchange.created(NewToken(token: token.text))
        }
    }

    /// What operators do to let people in.
    private mutating func addRegistrationLinks(of access: StandingAccess) {
        let door = access.door, accounts = door.accounts
        on(RegistrationLinksRequest.self, at: door) { _, _, exchange in
            try await exchange.encoded(
                RegistrationLinkList(links: try await accounts.registrationLinks().map { .init($0) }),
                cacheControl: Exchange.personal)
        }
        on(AddRegistrationLinkRequest.self, at: door) { request, viewer, exchange in
            try door.checkInvites()
            let (link, code) = try await access.inTurn(
                of: viewer, for: AddRegistrationLinkRequest.self, exchange
            ) { _ in
                let made = try await accounts.invite(note: request.body.note ?? "", days: request.body.days ?? 7)
                try await access.note(.invitationAdded, made.link.note, of: viewer)
                return made
            }
            return try await exchange.created(
                NewRegistrationLink(
                    link: .init(link), opener: Opener(code.text, at: exchange.address(of: "/#invite="))))
        }
        on(RevokeRegistrationLinkRequest.self, at: door) { request, _, _ in
            try await accounts.revoke(try RegistrationLinkID(path: request.id))
            return Response(status: .noContent)
        }
    }

    /// What operators see and do.
    private mutating func addRegister(of access: StandingAccess) {
        let door = access.door, accounts = door.accounts
        on(AccountsRequest.self, at: door) { request, _, exchange in
            let found = try await accounts.all(after: request.after, limit: request.limit)
            return try await exchange.encoded(
                AccountList(accounts: found.map { .init($0) }), isList: true, cacheControl: Exchange.personal)
        }
        on(ChangeRoleRequest.self, at: door) { request, viewer, exchange in
            let account = try await access.inTurn(of: viewer, for: ChangeRoleRequest.self, exchange) { _ in
                try await accounts.setRole(of: try AccountID(path: request.id), to: request.body.role.role)
            }
            access.tell(.roleChanged, request.body.role.rawValue, of: account.id)
            return try await exchange.encoded(HereaboutsAPI.Account(account), cacheControl: Exchange.personal)
        }
    }
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

extension Doorkeeper {
    /// Who asks, and what they may do at the address that they ask.
    func me(_ account: Community.Account?, _ exchange: Exchange) -> Me {
        Me(
            account: account.map { .init($0) }, mayLook: account != nil || guests != .none,
            mayPost: account != nil || guests == .post, registration: RegistrationPolicyName(registration),
            passkeysUnavailable: exchange.passkeyObstacle)
    }
}

extension Exchange {
    /// What the lists of sessions and passkeys call the browser that asks.
    var browserName: String {
        guard let agent = header(.userAgent) else { return "browser" }
        let browsers = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"]
        let systems = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"]
        let names = [browsers, systems].compactMap { words in words.first { agent.contains($0) } }
        return names.isEmpty ? "browser" : names.joined(separator: ", ")
    }

    /// Returns the answer to a request that added something.
    func created(_ value: some Encodable & Sendable) async throws -> Response {
        var answer = try await encoded(value, cacheControl: Exchange.personal)
        answer.status = .created
        return answer
    }
}
