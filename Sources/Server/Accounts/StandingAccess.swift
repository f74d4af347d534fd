import Community
import HereaboutsAPI
import Logging
import NIOCore
import Presence

/// What gives access to accounts or shows others where their owners are: adds to it, lists it and takes it back.
///
/// Sessions and devices are in two stores, which no transaction spans. So whoever adds something and whoever takes all
/// back take turns, by account, and what is added is allowed once more in its turn: what was asked for before somebody
/// took their account back does not come after it. What is added to the other store is in the history first: a server
/// that stops in between has noted too much, never too little.
///
/// A class because all who ask share its turns.
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

    /// What stays when somebody takes an account back.
    struct Kept: Sendable {
        var signIns = KeptSignIns()
        var devices: Set<DeviceID> = []
        var circles: Set<CircleID> = []

        var isEmpty: Bool { signIns == KeptSignIns() && devices.isEmpty && circles.isEmpty }
    }

    /// Does what only the account of `viewer` does, in its turn, when they may still ask for `question`.
    func inTurn<Question: APIRequest, Result: Sendable>(
        of viewer: Viewer, for question: Question.Type, _ exchange: Exchange,
        _ body: (_ account: Community.Account) async throws -> Result
    ) async throws -> Result {
        try await turns.hold(try viewer.member.id) {
            try await body(try await authentication.admit(Question.endpoint, exchange).member)
        }
    }

    /// The same for what changes another account, in the turns of both.
    func inTurn<Question: APIRequest, Result: Sendable>(
        of viewer: Viewer, and other: AccountID, for question: Question.Type, _ exchange: Exchange,
        _ body: (_ account: Community.Account) async throws -> Result
    ) async throws -> Result {
        let own = try viewer.member.id
        guard own != other else { return try await inTurn(of: viewer, for: question, exchange, body) }
        // In one order: two who change each other would wait for each other.
        return try await turns.hold(min(own, other)) {
            try await turns.hold(max(own, other)) {
                try await body(try await authentication.admit(Question.endpoint, exchange).member)
            }
        }
    }

    /// Everything that there is for an account, seen by one of its sessions.
    func all(of account: Community.Account, current: SessionID) async throws -> AccountAccess {
        let circles = try await presence.people.circles.circles(of: account.id).map { circle in
            (
                circle.kind,
                AccountAccess.Shown(
                    id: circle.id.text, name: circle.name, created: WireTime.text(circle.id.milliseconds),
                    ends: WireTime.text(circle.ends),
                    precision: ToldPrecision(circle.members[account.id] ?? .approximate),
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

    /// Asks whether a change may be done, ends everything in the other store but `kept`, and does the change, which
    /// ends the rest. A disk that fails in between leaves too little rather than too much, and whoever asks again
    /// completes it.
    ///
    /// - Parameter revokesCodes: Whether a set-up code that waits goes, too. Only where the password was given: nobody
    ///   without it must take from an account's owner what lets them back in, not even from a confirmed session.
    func takeBack(keeping kept: Kept, revokesCodes: Bool = true) -> Accounts.TakingBack {
        { account, check, change in
            let changed = try await self.turns.hold(account) {
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

    /// Removes an account, and first what is kept of it elsewhere: where that fails, the account is there to ask again.
    func remove(_ account: Community.Account, password: String) async throws -> [PictureID] {
        try await authentication.accounts.remove(account, password: password) { check, remove in
            try await turns.hold(account.id) {
                try await check()
                try await presence.forget(account.id)
                let pictures = try await remove()
                // Requests that were under way may have added something meanwhile. The account is gone, so this answer
                // succeeds all the same: where this fails, the next tidying removes it.
                do {
                    try await presence.forget(account.id)
                } catch {
                    logger.error("what was added while an account was removed is removed later: \(error.inLog)")
                }
                return pictures
            }
        }
    }

    /// Ends a session of an account that one of its sessions, which still has to be there, asks to end.
    func end(_ session: SessionID, for viewer: Viewer, _ exchange: Exchange) async throws {
        try await inTurn(of: viewer, for: EndSessionRequest.self, exchange) { account in
            try await authentication.accounts.end(session, of: account.id)
        }
        await feed.endStreams(of: try viewer.member.id)
    }

    /// Ends the streams of the sessions of `viewer` that have ended.
    func endStreams(of viewer: Viewer) async {
        if let account = viewer.account { await feed.endStreams(of: account.id) }
    }

    // MARK: History

    /// Does what changes the other store, with an entry in the history, which goes again when it is refused.
    func noting<Result: Sendable>(
        _ kind: AccountNote.Kind, _ text: String = "", of viewer: Viewer, _ body: () async throws -> Result
    ) async throws -> Result {
        try await noting([(kind, text)], of: viewer, body)
    }

    func noting<Result: Sendable>(
        _ notes: [(kind: AccountNote.Kind, text: String)], of viewer: Viewer, _ body: () async throws -> Result
    ) async throws -> Result {
        guard let (account, session) = viewer.session else { throw CommunityFault.notAllowed }
        // Nobody has looked yet whether a name is too long.
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

    /// Adds to the history of an account, and says so on its other pages.
    func note(_ kind: AccountNote.Kind, _ text: String = "", of viewer: Viewer) async throws {
        guard let (account, session) = viewer.session else { return }
        try await authentication.accounts.note(kind, text, of: account)
        announce(kind, text, of: account, butNot: session)
    }

    /// Announces on the pages of an account what its history has already.
    func announce(_ kind: AccountNote.Kind, _ text: String, of account: AccountID, butNot session: SessionID? = nil) {
        let event = AccountEvent(AccountNote(kind, text, at: presence.now()))
        feed.send(event, to: account, butNot: session)
    }
}

extension StandingAccess.Kept {
    /// Reads ids; throws `invalidBody` for a text that is none.
    init(_ kept: KeptAccess?) throws(ErrorBody) {
        func ids<Entity>(_ texts: [String]?, _ field: String) throws(ErrorBody) -> Set<ID<Entity>> {
            var ids: Set<ID<Entity>> = []
            for text in texts ?? [] {
                guard let id = ID<Entity>(text: text) else {
                    throw ErrorBody(.invalidBody, "\(field) has a text that is no id", field: field)
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
