package import Passkeys
import Synchronization

extension MemoryStore: PasskeyStore {
    package func userHandle(of account: AccountID, orElse handle: UserHandle) throws -> UserHandle {
        try write { state in
            guard state.accounts[account] != nil else { throw CommunityFault.notFound }
            let kept = state.userHandles[account] ?? handle
            state.userHandles[account] = kept
            return kept
        }
    }

    package func add(_ passkey: AccountPasskey, at revision: Int) throws {
        try write { state in
            try state.check(passkey.account, at: revision)
            guard state.userHandles[passkey.account] != nil else { throw CommunityFault.notFound }
            guard !state.passkeys.values.contains(where: { $0.passkey.id == passkey.passkey.id }) else {
                throw CommunityFault.passkeyTaken
            }
            guard state.passkeys.values.count(where: { $0.account == passkey.account }) < AccountPasskey.maximum else {
                throw AccountPasskey.tooMany
            }
            state.passkeys[passkey.id] = passkey
            state.note(AccountNote(.passkeyAdded, passkey.label, at: passkey.created), of: passkey.account)
        }
    }

    package func passkeys(of account: AccountID) -> [AccountPasskey] {
        state.withLock { $0.passkeys.values.filter { $0.account == account } }.sorted { $0.id > $1.id }
    }

    package func passkey(_ credential: CredentialID) -> KnownPasskey? {
        state.withLock { state in
            guard let passkey = state.passkeys.values.first(where: { $0.passkey.id == credential }),
                let owner = state.userHandles[passkey.account], let account = state.accounts[passkey.account]
            else { return nil }
            return KnownPasskey(passkey: passkey, owner: owner, account: account)
        }
    }

    package func use(
        _ passkey: AccountPasskey, after count: UInt32, at revision: Int, for use: PasskeyUse
    ) throws {
        try write { state in
            guard let before = state.passkeys[passkey.id] else { throw CommunityFault.notFound }
            try state.check(passkey.account, at: revision)
            guard before.passkey.signCount == count else {
                throw CommunityFault.changedMeanwhile(current: revision)
            }
            let time = passkey.used ?? 0
            switch use {
            case .beginning(let session):
                try Self.add(session, at: revision, &state)
                state.note(AccountNote(.passkeyLogIn, passkey.label, at: time), of: passkey.account)
            case .confirming(let session):
                guard state.sessions[session]?.account == passkey.account else { throw CommunityFault.notFound }
                state.sessions[session]?.confirmed = time
            }
            state.passkeys[passkey.id] = passkey
        }
    }

    package func remove(_ passkey: PasskeyID, of account: AccountID, at milliseconds: Int64) throws {
        try write { state in
            guard let removed = state.passkeys[passkey], removed.account == account else {
                throw CommunityFault.notFound
            }
            state.passkeys[passkey] = nil
            state.note(AccountNote(.passkeyRemoved, removed.label, at: milliseconds), of: account)
        }
    }

    package func removePasskeys(of account: AccountID, but kept: Set<PasskeyID>) throws {
        try write { state in
            state.passkeys = state.passkeys.filter { $0.value.account != account || kept.contains($0.key) }
        }
    }
}

extension MemoryStore.State {
    fileprivate func check(_ id: AccountID, at revision: Int) throws {
        guard let account = accounts[id] else { throw CommunityFault.notFound }
        guard account.revision == revision else {
            throw CommunityFault.changedMeanwhile(current: account.revision)
        }
    }
}
