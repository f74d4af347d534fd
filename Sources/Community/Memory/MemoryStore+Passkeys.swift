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

    package func add(_ passkey: AccountPasskey, by session: SessionID) throws {
        try write { state in
            guard state.sessions[session]?.account == passkey.account else { throw CommunityFault.notFound }
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

    package func use(_ passkey: AccountPasskey, after count: UInt32, for use: PasskeyUse) throws {
        try write { state in
            guard let before = state.passkeys[passkey.id], let account = state.accounts[passkey.account] else {
                throw CommunityFault.notFound
            }
            guard before.passkey.signCount == count else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            let time = passkey.used ?? 0
            switch use {
            case .beginning(let session):
                try Self.add(session, on: .password(account.password), &state)
                state.note(AccountNote(.passkeyLogIn, passkey.label, at: time), of: passkey.account)
            case .confirming(let renewal): try state.renew(renewal, of: passkey.account, confirmedAt: time)
            }
            state.passkeys[passkey.id] = passkey
        }
    }

    package func remove(
        _ passkey: PasskeyID, of account: AccountID, but asking: SessionID?, at time: Timestamp
    ) throws {
        try write { state in
            guard let removed = state.passkeys[passkey], removed.account == account else {
                throw CommunityFault.notFound
            }
            state.passkeys[passkey] = nil
            state.sessions = state.sessions.filter { $0.value.passkey != passkey || $0.key == asking }
            state.note(AccountNote(.passkeyRemoved, removed.label, at: time), of: account)
        }
    }
}
