import Synchronization

extension MemoryStore {
    package func add(_ session: Session, on grounds: SessionGrounds) throws {
        try write { state in
            try Self.add(session, on: grounds, &state)
            state.note(session.beginning, of: session.account)
        }
    }

    static func add(_ session: Session, on grounds: SessionGrounds, _ state: inout State) throws {
        guard let account = state.accounts[session.account] else { throw CommunityFault.notFound }
        switch grounds {
        case .password(let password):
            guard account.password == password else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
        case .session(let asking):
            guard state.sessions[asking]?.account == account.id else { throw CommunityFault.notFound }
        }
        state.sessions = state.sessions.filter { $0.value.expires > session.created }
        let others = state.sessions.values.filter { $0.account == session.account }.sorted { $0.id > $1.id }
        for old in others.dropFirst(Session.maximum - 1) { state.sessions[old.id] = nil }
        state.sessions[session.id] = session
    }

    package func session(_ token: TokenDigest, at time: Timestamp) -> (session: Session, account: Account)? {
        state.withLock { state in
            guard let session = state.sessions.values.first(where: { $0.token == token }),
                session.expires > time, let account = state.accounts[session.account]
            else { return nil }
            return (session, account)
        }
    }

    package func running(_ sessions: Set<SessionID>, at time: Timestamp) -> Set<SessionID> {
        state.withLock { state in sessions.filter { state.sessions[$0].map { $0.expires > time } ?? false } }
    }

    package func sessions(of account: AccountID, at time: Timestamp) -> [Session] {
        state.withLock { state in
            state.sessions.values.filter { $0.account == account && $0.expires > time }.sorted { $0.id > $1.id }
        }
    }

    package func end(_ session: SessionID, of account: AccountID, at time: Timestamp) throws {
        try write { state in
            guard let ended = state.sessions[session], ended.account == account else { throw CommunityFault.notFound }
            state.sessions[session] = nil
            state.note(AccountNote(.sessionEnded, ended.label, at: time), of: account)
        }
    }

    package func confirm(
        _ renewal: SessionRenewal, knowing password: PasswordHash, at time: Timestamp
    ) throws {
        try write { state in
            guard let account = state.sessions[renewal.session].flatMap({ state.accounts[$0.account] }) else {
                throw CommunityFault.notFound
            }
            guard account.password == password else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            try state.renew(renewal, of: account.id, confirmedAt: time)
        }
    }

    package func use(_ session: SessionID, at time: Timestamp) {
        state.withLock { $0.sessions[session]?.used = time }
    }
}

extension MemoryStore.State {
    mutating func endSignIns(of account: AccountID, but kept: KeptSignIns) {
        sessions = sessions.filter { $0.value.account != account || kept.sessions.contains($0.key) }
        passkeys = passkeys.filter { $0.value.account != account || kept.passkeys.contains($0.key) }
        let isOperator = accounts[account]?.role == .operator
        links = links.filter { link in
            let isTheirs = link.value.maker == account || link.value.maker == nil && isOperator
            return !isTheirs || kept.registrationLinks.contains(link.key)
        }
    }

    mutating func renew(_ renewal: SessionRenewal, of account: AccountID, confirmedAt time: Timestamp) throws {
        guard let session = sessions[renewal.session], session.account == account, session.token == renewal.old else {
            throw CommunityFault.notFound
        }
        sessions[renewal.session]?.token = renewal.new
        sessions[renewal.session]?.confirmed = time
    }
}
