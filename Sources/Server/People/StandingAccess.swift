import Community
import HereaboutsAPI
import NIOCore
import Presence

/// What gives access to accounts or shows others where their owners are: adds to it, lists it and takes it back.
///
/// Sessions and devices are in two stores, which no transaction spans. So whoever adds something and whoever takes all
/// back take turns, by account, and what is added is allowed once more in its turn: what was asked for before somebody
/// took their account back does not come after it.
///
/// A class because all who ask share its turns.
final class StandingAccess: Sendable {
    let door: Doorkeeper
    private let desk: PositionDesk
    private let codes: SetUpCodes
    private let feed: LiveFeed
    private let turns = KeyedLock<AccountID>()

    init(_ door: Doorkeeper, _ desk: PositionDesk, _ codes: SetUpCodes, _ feed: LiveFeed) {
        self.door = door
        self.desk = desk
        self.codes = codes
        self.feed = feed
    }

    /// What stays when somebody takes an account back.
    struct Kept: Sendable {
        var sessions: Set<SessionID> = []
        var passkeys: Set<PasskeyID> = []
        var devices: Set<DeviceID> = []
        var circles: Set<CircleID> = []
        var registrationLinks: Set<RegistrationLinkID> = []
    }

    /// Does what only the account of `viewer` does, in its turn, when they may still ask for `question`.
    func inTurn<Question: APIRequest, Result: Sendable>(
        of viewer: Viewer, for question: Question.Type, _ exchange: Exchange,
        _ body: (_ account: Community.Account) async throws -> Result
    ) async throws -> Result {
        try await turns.hold(try viewer.member.id) {
            try await body(try await door.admit(Question.endpoint, exchange).member)
        }
    }

    /// Everything that there is for an account, seen by one of its sessions.
    func all(of account: Community.Account, current: SessionID) async throws -> AccountAccess {
        let circles = try await desk.people.circles.circles(of: account.id).map { circle in
            (
                circle.kind,
                AccountAccess.Shown(
                    id: circle.id.text, name: circle.name, created: WireTime.text(circle.id.milliseconds),
                    ends: WireTime.text(circle.ends), precision: ToldPrecision(circle.members[account.id] ?? .fuzzy),
                    isOwn: circle.owner == account.id)
            )
        }
        return AccountAccess(
            sessions: try await door.accounts.sessions(of: account.id).map { .init($0, current: current) },
            passkeys: try await door.accounts.passkeys(of: account.id).map { .init($0) },
            devices: try await desk.devices.all(of: account.id).map { .init($0, desk.hearing(of: $0.id)) },
            links: circles.filter { $0.0 == .link }.map(\.1), groups: circles.filter { $0.0 == .group }.map(\.1),
            registrationLinks: account.role == .operator
                ? try await door.accounts.registrationLinks().map { .init($0) } : [],
            hasSetUpCode: try codes.isWaiting(for: account.name))
    }

    /// Ends everything but `kept`, and then does `change`. What is in the other store goes first: a server that stops in
    /// between leaves too little rather than too much.
    func takeBack(keeping kept: Kept) -> Accounts.TakingBack {
        { account, change in
            let changed = try await self.turns.hold(account.id) {
                try await self.desk.removeDevices(of: account.id, but: kept.devices)
                try await self.desk.people.circles.leaveAll(of: account.id, but: kept.circles)
                if account.role == .operator {
                    try await self.door.accounts.revokeLinks(but: kept.registrationLinks)
                }
                try self.codes.revoke(for: account.name)
                // Whoever logs in with one meanwhile has a session that ends with the others.
                try await self.door.accounts.removePasskeys(of: account.id, but: kept.passkeys)
                return try await change()
            }
            await self.feed.endStreams(of: account.id)
            return changed
        }
    }

    /// Removes an account and what is kept of it elsewhere.
    func remove(_ account: Community.Account, password: String) async throws -> [PictureID] {
        try await turns.hold(account.id) {
            let pictures = try await door.accounts.remove(account, password: password)
            try await desk.forget(account.id)
            return pictures
        }
    }

    // MARK: History

    /// Adds to the history of an account, and says so on its other pages.
    func note(_ kind: AccountNote.Kind, _ text: String = "", of viewer: Viewer) async throws {
        guard let (account, session) = viewer.session else { return }
        try await door.accounts.note(kind, text, of: account)
        tell(kind, text, of: account, butNot: session)
    }

    /// Says on the pages of an account what is in its history already.
    func tell(_ kind: AccountNote.Kind, _ text: String, of account: AccountID, butNot session: SessionID? = nil) {
        let event = AccountEvent(AccountNote(kind, text, at: desk.now()))
        feed.tell(event, to: account, butNot: session)
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
        sessions = try ids(kept?.sessions, "sessions")
        passkeys = try ids(kept?.passkeys, "passkeys")
        devices = try ids(kept?.devices, "devices")
        circles = try ids(kept?.links, "links").union(ids(kept?.groups, "groups"))
        registrationLinks = try ids(kept?.registrationLinks, "registration_links")
    }
}

extension AccountEvent {
    init(_ note: AccountNote) {
        self.init(.init(note.kind), note.text, time: WireTime.text(note.time), count: note.count)
    }
}

extension AccountEvent.Kind {
    fileprivate init(_ kind: AccountNote.Kind) {
        switch kind {
        case .registered: self = .registered
        case .logIn: self = .logIn
        case .failedLogIn: self = .failedLogIn
        case .passwordChanged: self = .passwordChanged
        case .passwordSet: self = .passwordSet
        case .programAdded: self = .programAdded
        case .sessionEnded: self = .sessionEnded
        case .signedOut: self = .signedOut
        case .deviceAdded: self = .deviceAdded
        case .deviceRemoved: self = .deviceRemoved
        case .linkAdded: self = .linkAdded
        case .linkEnded: self = .linkEnded
        case .groupJoined: self = .groupJoined
        case .friendAdded: self = .friendAdded
        case .exported: self = .exported
        case .roleChanged: self = .roleChanged
        case .invitationAdded: self = .invitationAdded
        case .passkeyAdded: self = .passkeyAdded
        case .passkeyRemoved: self = .passkeyRemoved
        case .passkeyLogIn: self = .passkeyLogIn
        case .passkeyCopied: self = .passkeyCopied
        }
    }
}
