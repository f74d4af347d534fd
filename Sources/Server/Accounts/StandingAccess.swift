import Community
import HereaboutsAPI
import Logging
import NIOCore
import Presence

/// Everything that gives access to an account or shows others where its owner is: adds to it, lists it, revokes it.
///
/// Sessions and devices are in two stores, and no transaction spans both. So adding and revoking take turns, by
/// account. Each addition checks the rights once more in its turn: a request from before a revocation must not take
/// effect after it. An addition to the other store enters the history first: a server that stops in between has noted
/// too much, never too little.
///
/// A class because all requests share its turns.
final class StandingAccess: Sendable {
    let authentication: Authentication
    let presence: PresenceService
    private let codes: SetUpCodes
    private let feed: LiveFeed
    private let logger: Logger
    private let turns = KeyedLock<AccountID>()

    init(
        _ authentication: Authentication, _ presence: PresenceService, _ codes: SetUpCodes, _ feed: LiveFeed,
        _ logger: Logger
    ) {
        self.authentication = authentication
        self.presence = presence
        self.codes = codes
        self.feed = feed
        self.logger = logger
    }

    /// The access that stays when an owner revokes the rest.
    struct Kept: Sendable {
        var signIns = KeptSignIns()
        var devices: Set<DeviceID> = []
        var circles: Set<CircleID> = []

        var isEmpty: Bool { signIns == KeptSignIns() && devices.isEmpty && circles.isEmpty }
    }

    /// Runs `body` in the turn of an account, at all servers of the place.
    private func inTurn<Result: Sendable>(
        of account: AccountID, _ body: () async throws -> Result
    ) async throws -> Result {
        try await turns.hold(account) { try await presence.following.alone(with: .access(account), body) }
    }

    /// Runs `body` in the turn of the viewer's account, if the viewer may still send `question`.
    func inTurn<Question: APIRequest, Result: Sendable>(
        of viewer: Viewer, for question: Question.Type, _ exchange: Exchange,
        _ body: (_ account: Community.Account) async throws -> Result
    ) async throws -> Result {
        try await inTurn(of: try viewer.member.id) {
            try await body(try await authentication.admit(Question.endpoint, exchange).member)
        }
    }

    /// Runs `body`, which changes another account, in the turns of both accounts.
    func inTurn<Question: APIRequest, Result: Sendable>(
        of viewer: Viewer, and other: AccountID, for question: Question.Type, _ exchange: Exchange,
        _ body: (_ account: Community.Account) async throws -> Result
    ) async throws -> Result {
        let own = try viewer.member.id
        guard own != other else { return try await inTurn(of: viewer, for: question, exchange, body) }
        // In one order: otherwise two accounts that change each other would deadlock.
        return try await inTurn(of: min(own, other)) {
            try await inTurn(of: max(own, other)) {
                try await body(try await authentication.admit(Question.endpoint, exchange).member)
            }
        }
    }

    /// Returns all access to an account, as one of its sessions sees it.
    func all(of account: Community.Account, current: SessionID) async throws -> AccountAccess {
        let circles = try await presence.people.circles.circles(of: account.id).map { circle in
            (
                circle.kind,
                AccountAccess.Shown(
                    id: circle.id.text, name: circle.name, created: WireTime.text(circle.id.milliseconds),
                    ends: WireTime.text(circle.ends),
                    precision: SharingPrecision(circle.members[account.id] ?? .approximate),
                    isOwn: circle.owner == account.id)
            )
        }
        return AccountAccess(
            sessions: try await authentication.accounts.sessions(of: account.id).map { .init($0, current: current) },
            passkeys: try await authentication.accounts.passkeys(of: account.id).map { .init($0) },
            devices: try await presence.devices.all(of: account.id).map { .init($0, presence.lastReport(of: $0.id)) },
            links: circles.filter { $0.0 == .link }.map(\.1), groups: circles.filter { $0.0 == .group }.map(\.1),
            registrationLinks: account.role == .operator
                ? try await authentication.accounts.registrationLinks()
                    .filter { $0.maker == nil || $0.maker == account.id }.map { .init($0) } : [],
            hasSetUpCode: try codes.isWaiting(for: account.name))
    }

    /// Returns a revocation: it checks whether the change is allowed, ends everything in the other store except `kept`,
    /// and makes the change, which ends the rest. A disk that fails in between leaves too little access rather than too
    /// much, and a second request completes it.
    ///
    /// - Parameter revokesCodes: Whether to revoke a waiting set-up code, too. Only where the client gave the password:
    ///   nobody without it may take the owner's last means of return, not even a confirmed session.
    func revocation(keeping kept: Kept, revokesCodes: Bool = true) -> Accounts.Revocation {
        { account, check, change in
            let changed = try await self.inTurn(of: account) {
                let current = try await check()
                try await self.presence.removeDevices(of: account, but: kept.devices)
                try await self.presence.people.circles.leaveAll(of: account, but: kept.circles)
                if revokesCodes { try self.codes.revoke(for: current.name) }
                return try await change()
            }
            await self.feed.endStreams(of: account)
            return changed
        }
    }

    /// Removes an account, after its data in the other store. When that fails, the account remains for another attempt.
    func remove(_ account: Community.Account, password: String) async throws -> [PictureID] {
        try await authentication.accounts.remove(account, password: password) { check, remove in
            try await inTurn(of: account.id) {
                try await check()
                try await presence.forget(account.id)
                let pictures = try await remove()
                // Requests in progress may have added something meanwhile. The account is gone, so this request
                // succeeds anyway; the next clean-up removes what is left.
                do {
                    try await presence.forget(account.id)
                } catch {
                    logger.error("data of a removed account remains until the next clean-up: \(error.inLog)")
                }
                return pictures
            }
        }
    }

    /// Ends a session of the viewer's account, if the viewer's own session still exists.
    func end(_ session: SessionID, for viewer: Viewer, _ exchange: Exchange) async throws {
        try await inTurn(of: viewer, for: EndSessionRequest.self, exchange) { account in
            try await authentication.accounts.end(session, of: account.id)
        }
        await feed.endStreams(of: try viewer.member.id)
    }

    /// Ends the event streams of the viewer's sessions that have ended.
    func endStreams(of viewer: Viewer) async {
        if let account = viewer.account { await feed.endStreams(of: account.id) }
    }

    // MARK: History

    /// Runs `body`, which changes the other store, with an entry in the history. A refusal withdraws the entry.
    func noting<Result: Sendable>(
        _ kind: AccountNote.Kind, _ text: String = "", of viewer: Viewer, _ body: () async throws -> Result
    ) async throws -> Result {
        try await noting([(kind, text)], of: viewer, body)
    }

    func noting<Result: Sendable>(
        _ notes: [(kind: AccountNote.Kind, text: String)], of viewer: Viewer, _ body: () async throws -> Result
    ) async throws -> Result {
        guard let (account, session) = viewer.session else { throw CommunityFault.notAllowed }
        // Nobody has checked yet whether a name is too long.
        let notes = notes.map { (kind: $0.kind, text: String($0.text.prefix(AccountNote.textLength))) }
        for (kind, text) in notes { try await authentication.accounts.note(kind, text, of: account) }
        do {
            let result = try await body()
            for (kind, text) in notes { announce(kind, text, of: account, butNot: session) }
            return result
        } catch let refusal as CommunityFault {
            for (kind, text) in notes { try await authentication.accounts.withdraw(kind, text, of: account) }
            throw refusal
        }
    }

    /// Adds an entry to the history of an account, and announces it to the account's other pages.
    func note(_ kind: AccountNote.Kind, _ text: String = "", of viewer: Viewer) async throws {
        guard let (account, session) = viewer.session else { return }
        try await authentication.accounts.note(kind, text, of: account)
        announce(kind, text, of: account, butNot: session)
    }

    /// Announces an entry that the history has already to the account's pages.
    func announce(_ kind: AccountNote.Kind, _ text: String, of account: AccountID, butNot session: SessionID? = nil) {
        let event = AccountEvent(AccountNote(kind, text, at: presence.now()))
        feed.send(event, to: account, butNot: session)
    }
}

extension StandingAccess.Kept {
    /// Reads ids; throws `invalidBody` for an invalid one.
    init(_ kept: KeptAccess?) throws(ErrorBody) {
        func ids<Entity>(_ texts: [String]?, _ field: String) throws(ErrorBody) -> Set<ID<Entity>> {
            var ids: Set<ID<Entity>> = []
            for text in texts ?? [] {
                guard let id = ID<Entity>(text: text) else {
                    throw ErrorBody(.invalidBody, "\(field) has a text that is not an id", field: field)
                }
                ids.insert(id)
            }
            return ids
        }
        signIns.sessions = try ids(kept?.sessions, "sessions")
        signIns.passkeys = try ids(kept?.passkeys, "passkeys")
        devices = try ids(kept?.devices, "devices")
        circles = try ids(kept?.links, "links").union(ids(kept?.groups, "groups"))
        signIns.registrationLinks = try ids(kept?.registrationLinks, "registration_links")
    }
}
