import Synchronization

extension MemoryStore {
    package func add(_ session: Session, at revision: Int) throws {
        try write { state in
            try Self.add(session, at: revision, &state)
            state.note(session.beginning, of: session.account)
        }
    }

    static func add(_ session: Session, at revision: Int, _ state: inout State) throws {
        guard let account = state.accounts[session.account] else { throw CommunityFault.notFound }
        guard account.revision == revision else {
            throw CommunityFault.changedMeanwhile(current: account.revision)
        }
        state.sessions = state.sessions.filter { $0.value.expires > session.created }
        let others = state.sessions.values.filter { $0.account == session.account }.sorted { $0.id > $1.id }
        for old in others.dropFirst(Session.maximum - 1) { state.sessions[old.id] = nil }
        state.sessions[session.id] = session
    }

    package func session(_ token: TokenDigest, at milliseconds: Int64) -> (session: Session, account: Account)? {
        state.withLock { state in
            guard let session = state.sessions.values.first(where: { $0.token == token }),
                session.expires > milliseconds, let account = state.accounts[session.account]
            else { return nil }
            return (session, account)
        }
    }

    package func running(_ sessions: Set<SessionID>, at milliseconds: Int64) -> Set<SessionID> {
        state.withLock { state in sessions.filter { state.sessions[$0].map { $0.expires > milliseconds } ?? false } }
    }

    package func sessions(of account: AccountID, at milliseconds: Int64) -> [Session] {
        state.withLock { state in
            state.sessions.values.filter { $0.account == account && $0.expires > milliseconds }.sorted { $0.id > $1.id }
        }
    }

    package func end(_ session: SessionID, of account: AccountID, at milliseconds: Int64) throws {
        try write { state in
            guard let ended = state.sessions[session], ended.account == account else { throw CommunityFault.notFound }
            state.sessions[session] = nil
            state.note(AccountNote(.sessionEnded, ended.label, at: milliseconds), of: account)
        }
    }

    package func confirm(_ session: SessionID, at revision: Int, at milliseconds: Int64) throws {
        try write { state in
            guard let account = state.sessions[session].flatMap({ state.accounts[$0.account] }) else {
                throw CommunityFault.notFound
            }
            guard account.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            state.sessions[session]?.confirmed = milliseconds
        }
    }

    package func use(_ session: SessionID, at milliseconds: Int64) {
        state.withLock { $0.sessions[session]?.used = milliseconds }
    }
}

extension MemoryStore.State {
    mutating func endSessions(of account: AccountID, but kept: Set<SessionID>) {
        sessions = sessions.filter { $0.value.account != account || kept.contains($0.key) }
    }
}
