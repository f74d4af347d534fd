import GeoCore
import Synchronization

extension MemoryStore {
    package func add(_ account: NewAccount, at time: Timestamp) throws -> Account {
        try write { state in
            let added = try Self.add(account, at: time, &state)
            state.note(AccountNote(.registered, "", at: time), of: added.id)
            return added
        }
    }

    package func add(_ account: NewAccount, beginning session: Session, at time: Timestamp) throws -> Account {
        try write { state in
            return try Self.add(account, beginning: session, at: time, &state)
        }
    }

    package func add(
        _ account: NewAccount, beginning session: Session, using digest: String, at time: Timestamp
    ) throws -> Account {
        try write { state in
            guard let link = state.links.values.first(where: { $0.digest == digest && $0.expires > time })
            else {
                throw CommunityFault.wrongCode
            }
            state.links[link.id] = nil
            return try Self.add(account, beginning: session, at: time, &state)
        }
    }

    private static func add(
        _ account: NewAccount, beginning session: Session, at time: Timestamp, _ state: inout State
    ) throws -> Account {
        let added = try add(account, at: time, &state)
        try add(session, on: .password(added.password), &state)
        state.note(AccountNote(.registered, session.label, at: time), of: added.id)
        return added
    }

    private static func add(_ account: NewAccount, at milliseconds: Timestamp, _ state: inout State) throws -> Account {
        guard !state.accounts.values.contains(where: { $0.name.folded == account.name.folded }) else {
            throw CommunityFault.nameTaken
        }
        let time = state.clock.reading(at: milliseconds)
        let added = Account(
            id: account.id, name: account.name, role: account.role, password: account.password, revision: 1,
            created: time, changed: time)
        state.accounts[account.id] = added
        return added
    }

    package func account(named folded: String) -> Account? {
        state.withLock { $0.accounts.values.first { $0.name.folded == folded } }
    }

    package func accounts(_ ids: [AccountID]) -> [AccountID: Account] {
        state.withLock { state in ids.reduce(into: [:]) { $0[$1] = state.accounts[$1] } }
    }

    package func accounts(after name: String?, limit: Int) -> [Account] {
        let all = state.withLock { Array($0.accounts.values) }.sorted { Self.isBefore($0.name.folded, $1.name.folded) }
        return Array(
            all.filter { account in name.map { Self.isBefore($0, account.name.folded) } ?? true }.prefix(limit))
    }

    package func change(_ id: AccountID, _ change: AccountChange, at time: Timestamp) throws -> Account {
        try write { state in
            guard var account = state.accounts[id] else { throw CommunityFault.notFound }
            if let replaced = change.replaced, account.password != replaced {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            if case .signOut(let asking, _) = change, state.sessions[asking]?.account != id {
                throw CommunityFault.notFound
            }
            if let kept = change.kept { state.endSignIns(of: id, but: kept) }
            switch change {
            case .password(let password, _, let asking, _):
                account.password = password
                for (session, old) in state.sessions where old.account == id { state.sessions[session]?.confirmed = 0 }
                if let asking { try state.renew(asking, of: id, confirmedAt: time) }
            case .signOut: break
            case .recovery(let password, _, let session):
                account.password = password
                state.sessions[session.id] = session
            case .rehash(let password, _): account.password = password
            case .role(let role, let giver):
                if role != .operator {
                    try Self.checkOperators(state, without: account)
                    state.links = state.links.filter { $0.value.maker != id }
                }
                account.role = role
                if let giver { state.note(AccountNote(.roleGiven, account.name.text, at: time), of: giver) }
            }
            account.revision += 1
            account.changed = state.clock.reading(at: time)
            state.accounts[id] = account
            if let note = change.note(at: time) { state.note(note, of: id) }
            return account
        }
    }

    @discardableResult
    package func remove(_ id: AccountID, at time: Timestamp) throws -> [PictureID] {
        try write { state in
            guard let account = state.accounts[id] else { throw CommunityFault.notFound }
            try Self.checkOperators(state, without: account)
            let before = state.pictures
            state.accounts[id] = nil
            state.postCounts[id] = nil
            state.history[id] = nil
            for (other, notes) in state.history {
                state.history[other] = notes.map { note in
                    guard AccountNote.Kind.ofNames.contains(note.kind), note.text == account.name.text else {
                        return note
                    }
                    return AccountNote(note.kind, "", at: note.time, count: note.count, isRest: note.isRest)
                }
            }
            state.keys = state.keys.filter { $0.value.account != id }
            state.links = state.links.filter { $0.value.maker != id }
            state.userHandles[id] = nil
            state.passkeys = state.passkeys.filter { $0.value.account != id }
            state.sessions = state.sessions.filter { $0.value.account != id }
            state.reports = state.reports.filter { $0.value.report.reporter != id }
            for post in state.posts.values where post.author.account == id {
                Self.wipe(post, &state, at: time)
            }
            let pictures = before.filter { $0.value.owner == id }.map(\.key)
            for picture in pictures { state.pictures[picture] = nil }
            for index in state.editors.indices where state.editors[index] == id { state.editors[index] = nil }
            for list in state.guideRegisters.keys
            where state.guideRegisters[list]?[FieldRegister.orderer]?.value == id.bytes {
                state.guideRegisters[list]?[FieldRegister.orderer] = nil
            }
            for work in state.votes.keys { state.votes[work]?.remove(id) }
            return pictures
        }
    }

    private static func checkOperators(_ state: State, without account: Account) throws {
        guard account.role == .operator else { return }
        guard state.accounts.values.contains(where: { $0.role == .operator && $0.id != account.id }) else {
            throw CommunityFault.lastOperator
        }
    }

    /// Whether `left` sorts before `right` by UTF-8 bytes, which is the order of the other stores, too.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
