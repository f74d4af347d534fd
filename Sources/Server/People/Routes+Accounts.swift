import Community
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds registering, logging in and out, and what people do with their accounts.
    mutating func addAccounts(
        _ door: Doorkeeper, _ codes: SetUpCodes, _ pages: TimelinePages, _ gallery: PictureGallery, _ desk: PositionDesk
    ) {
        let accounts = door.accounts
        on(MeRequest.self, at: door) { _, viewer, exchange in
            try await exchange.encoded(door.me(viewer.account), cacheControl: Exchange.personal)
        }
        on(RegisterRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let (account, token) = try await door.register(request.body, label: exchange.browserName) { name, add in
                try await desk.people.take(name, add)
            }
            var answer = try await exchange.created(door.me(account))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogInRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let (account, token) = try await accounts.logIn(
                name: request.body.name, password: request.body.password, kind: .page, label: exchange.browserName)
            var answer = try await exchange.encoded(door.me(account), cacheControl: Exchange.personal)
            answer.setSession(token, for: exchange)
            return answer
        }
        on(SetUpRequest.self, at: door) { request, _, exchange in
            try door.spendAttempt(exchange)
            let entry = SetUpEntry(
                code: request.body.code, name: request.body.name, password: request.body.password,
                label: exchange.browserName)
            let (account, token) = try await codes.enter(entry, of: accounts) { add in
                try await desk.people.take(entry.name, add)
            }
            await pages.feed.endStreams(of: account.id)
            var answer = try await exchange.created(door.me(account))
            answer.setSession(token, for: exchange)
            return answer
        }
        on(LogOutRequest.self, at: door) { _, viewer, exchange in
            if case .member(let account, let session) = viewer {
                do {
                    try await accounts.end(session, of: account.id)
                } catch CommunityFault.notFound {}  // Another request ended it first.
                await pages.feed.endStreams(of: account.id)
            }
            return .loggedOut(exchange)
        }
        on(ChangePasswordRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try door.spendAttempt(exchange)
            try await accounts.changePassword(
                of: account, from: request.body.old, to: request.body.new, keeping: session)
            await pages.feed.endStreams(of: account.id)
            return Response(status: .noContent)
        }
        on(RemoveAccountRequest.self, at: door) { request, viewer, exchange in
            guard case .member(let account, _) = viewer else { throw CommunityFault.notAllowed }
            try door.spendAttempt(exchange)
            let pictures = try await accounts.remove(account, password: request.body.password)
            pages.changed()  // Its posts went with it.
            try await desk.forget(account.id)
            await pages.feed.endStreams(of: account.id)
            await gallery.remove(pictures)
            return .loggedOut(exchange)
        }
        addSessions(door, pages.feed)
        addRegister(of: door)
        addRegistrationLinks(of: door)
    }

    private mutating func addSessions(_ door: Doorkeeper, _ feed: LiveFeed) {
        let accounts = door.accounts
        on(SessionsRequest.self, at: door) { _, viewer, exchange in
            guard case .member(let account, let current) = viewer else { throw CommunityFault.notAllowed }
            let sessions = try await accounts.sessions(of: account.id)
            return try await exchange.encoded(
                SessionList(sessions: sessions.map { .init($0, current: current) }), isList: true,
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
            let (_, token) = try await accounts.logIn(
                name: request.body.name, password: request.body.password, kind: .program, label: request.body.label)
            return try await exchange.created(NewToken(token: token.text))
        }
        on(NewTokenRequest.self, at: door) { request, viewer, exchange in
            let account = try viewer.member
            let token = try await accounts.begin(.program, request.body.label, for: account)
            return try await exchange.created(NewToken(token: token.text))
        }
    }

    /// What operators do to let people in.
    private mutating func addRegistrationLinks(of door: Doorkeeper) {
        let accounts = door.accounts
        on(RegistrationLinksRequest.self, at: door) { _, _, exchange in
            try await exchange.encoded(
                RegistrationLinkList(links: try await accounts.registrationLinks().map { .init($0) }),
                cacheControl: Exchange.personal)
        }
        on(AddRegistrationLinkRequest.self, at: door) { request, _, exchange in
            try door.checkInvites()
            let (link, code) = try await accounts.invite(note: request.body.note ?? "", days: request.body.days ?? 7)
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
    private mutating func addRegister(of door: Doorkeeper) {
        let accounts = door.accounts
        on(AccountsRequest.self, at: door) { request, _, exchange in
            let found = try await accounts.all(after: request.after, limit: request.limit)
            return try await exchange.encoded(
                AccountList(accounts: found.map { .init($0) }), isList: true, cacheControl: Exchange.personal)
        }
        on(ChangeRoleRequest.self, at: door) { request, _, exchange in
            let account = try await accounts.setRole(of: try AccountID(path: request.id), to: request.body.role.role)
            return try await exchange.encoded(HereaboutsAPI.Account(account), cacheControl: Exchange.personal)
        }
    }
}

extension HereaboutsAPI.RegistrationLink {
    fileprivate init(_ link: Community.RegistrationLink) {
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
    fileprivate func me(_ account: Community.Account?) -> Me {
        Me(
            account: account.map { .init($0) }, mayLook: account != nil || guests != .none,
            mayPost: account != nil || guests == .post, registration: RegistrationPolicyName(registration))
    }
}

extension Exchange {
    /// What the list of sessions calls the page that asks.
    fileprivate var browserName: String {
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
