import Community
import Foundation
import Passkeys
import Stores
import TestSupport
import Testing

@Suite(.checksStatements) struct PasskeyConformance {
    /// A passkey of an account, with a credential that a number tells from others.
    private func passkey(of account: Account, _ number: Int, label: String = "Phone") throws -> AccountPasskey {
        let id = try #require(CredentialID(bytes: [UInt8(number >> 8), UInt8(number & 255)]))
        return AccountPasskey(
            id: Made.id(at: Int64(number)), account: account.id, label: label,
            passkey: Passkey(
                id: id, publicKey: try PasskeyPublicKey(bytes: TestAuthenticator.edDSA.publicKey), signCount: 4,
                isBackupEligible: true, isBackedUp: false, wasUserVerified: true, transports: ["internal", "hybrid"]),
            created: 5)
    }

    /// A session by which an account adds passkeys.
    private func page(of account: Account, in store: any CommunityStore) async throws -> SessionID {
        let session = Made.session(of: account, expires: 9000, at: 1)
        try await store.add(session, on: Made.grounds)
        return session.id
    }

    private func handle(_ byte: UInt8) throws -> UserHandle {
        try #require(UserHandle(bytes: [UInt8](repeating: byte, count: 64)))
    }

    @Test(arguments: StoreKind.allCases)
    func `a passkey is found by its credential, with its account and user handle`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let owner = try handle(1)
        #expect(try await store.userHandle(of: anna.id, orElse: owner) == owner)
        // It stays as it is.
        #expect(try await store.userHandle(of: anna.id, orElse: handle(2)) == owner)
        await #expect(throws: CommunityFault.notFound) {
            try await store.userHandle(of: Made.id(), orElse: handle(3))
        }
        let first = try passkey(of: anna, 1), second = try passkey(of: anna, 300)
        let page = try await page(of: anna, in: store)
        for passkey in [first, second] { try await store.add(passkey, by: page) }
        #expect(try await store.passkeys(of: anna.id) == [second, first])
        #expect(
            try await store.passkey(first.passkey.id) == KnownPasskey(passkey: first, owner: owner, account: anna))
        let missing = try #require(CredentialID(bytes: [1]))
        #expect(try await store.passkey(missing) == nil)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `no two accounts have one credential, and none has too many`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        let page = try await page(of: anna, in: store), others = try await self.page(of: ben, in: store)
        await #expect(throws: CommunityFault.notFound) { try await store.add(passkey(of: anna, 0), by: page) }
        for (account, byte) in [(anna, UInt8(1)), (ben, 2)] {
            _ = try await store.userHandle(of: account.id, orElse: handle(byte))
        }
        try await store.add(passkey(of: anna, 0), by: page)
        for (account, session) in [(anna, page), (ben, others)] {
            await #expect(throws: CommunityFault.passkeyTaken) {
                try await store.add(passkey(of: account, 0), by: session)
            }
        }
        for session in [others, Made.id()] {
            await #expect(throws: CommunityFault.notFound) { try await store.add(passkey(of: anna, 1), by: session) }
        }
        for number in 1..<AccountPasskey.maximum { try await store.add(passkey(of: anna, number), by: page) }
        await #expect(throws: AccountPasskey.tooMany) {
            try await store.add(passkey(of: anna, AccountPasskey.maximum), by: page)
        }
        #expect(try await store.passkeys(of: anna.id).count == AccountPasskey.maximum)
        #expect(try await store.passkeys(of: ben.id).isEmpty)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `a use begins or confirms a session, and continues the verified count`(
        kind: StoreKind
    ) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        _ = try await store.userHandle(of: anna.id, orElse: handle(1))
        var key = try passkey(of: anna, 1)
        let page = try await page(of: anna, in: store)
        try await store.add(key, by: page)
        try await store.end(page, of: anna.id, at: 6)
        key.passkey.signCount = 5
        key.passkey.isBackedUp = true
        key.used = 7
        var session = Made.session(of: anna, at: 7)
        let token = Made.session(of: anna).token
        let renewal = SessionRenewal(of: session.id, from: session.token, to: token)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            try await store.use(key, after: 3, for: .beginning(session))
        }
        await #expect(throws: CommunityFault.notFound) {
            try await store.use(key, after: 4, for: .confirming(renewal))
        }
        #expect(try await store.passkeys(of: anna.id).first?.used == nil)
        #expect(try await store.sessions(of: anna.id, at: 8).isEmpty)
        try await store.use(key, after: 4, for: .beginning(session))
        #expect(try await store.passkeys(of: anna.id) == [key])
        #expect(try await store.sessions(of: anna.id, at: 8) == [session])
        (key.passkey.signCount, key.used) = (UInt32.max, 9)
        try await store.use(key, after: 5, for: .confirming(renewal))
        (session.confirmed, session.token) = (9, token)
        #expect(try await store.sessions(of: anna.id, at: 10) == [session])
        #expect(try await store.passkeys(of: anna.id) == [key])
        let ben = try await store.add(Made.account("ben"), at: 1), other = Made.session(of: ben, at: 7)
        try await store.add(other, on: Made.grounds)
        for wrong in [renewal, SessionRenewal(of: other.id, from: other.token, to: token)] {
            await #expect(throws: CommunityFault.notFound) {
                try await store.use(key, after: .max, for: .confirming(wrong))
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `passkeys are removed one by one, all but some, and with their account`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        for (account, byte) in [(anna, UInt8(1)), (ben, 2)] {
            _ = try await store.userHandle(of: account.id, orElse: handle(byte))
        }
        let keys = try (1...3).map { try passkey(of: anna, $0, label: "key \($0)") }
        let others = try passkey(of: ben, 9)
        let page = try await page(of: anna, in: store), bens = try await self.page(of: ben, in: store)
        for key in keys { try await store.add(key, by: page) }
        try await store.add(others, by: bens)
        await #expect(throws: CommunityFault.notFound) {
            try await store.remove(others.id, of: anna.id, but: nil, at: 6)
        }
        // The sessions that a passkey began end with it, but for the one that asks.
        let begun = (0..<2).map { Made.session(of: anna, by: keys[0].id, at: Int64(7 + $0)) }
        let kept = Made.session(of: anna, by: keys[1].id, at: 9)
        for session in begun + [kept] { try await store.add(session, on: .session(page)) }
        try await store.remove(keys[0].id, of: anna.id, but: begun[1].id, at: 6)
        #expect(try await store.sessions(of: anna.id, at: 9).map(\.id) == [kept.id, begun[1].id, page])
        await #expect(throws: CommunityFault.notFound) {
            try await store.remove(keys[0].id, of: anna.id, but: nil, at: 7)
        }
        await #expect(throws: CommunityFault.notFound) {
            try await store.use(keys[0], after: 4, for: .beginning(Made.session(of: anna)))
        }
        #expect(
            try await store.history(of: anna.id, after: 0).filter { $0.kind != .logIn } == [
                AccountNote(.passkeyRemoved, "key 1", at: 6), AccountNote(.passkeyAdded, "key 3", at: 5),
                AccountNote(.passkeyAdded, "key 2", at: 5), AccountNote(.passkeyAdded, "key 1", at: 5),
                AccountNote(.registered, "", at: 1),
            ])
        _ = try await store.change(
            anna.id, .signOut(by: page, keeping: KeptSignIns(passkeys: [keys[2].id, others.id])), at: 7)
        #expect(try await store.passkeys(of: anna.id) == [keys[2]])
        try await store.remove(anna.id, at: 8)
        #expect(try await store.passkey(keys[2].passkey.id) == nil)
        #expect(try await store.passkeys(of: ben.id) == [others])
        // The credential is free again.
        try await store.add(
            AccountPasskey(
                id: Made.id(), account: ben.id, label: "x", passkey: keys[2].passkey, created: 9), by: bens)
        withExtendedLifetime(folder) {}
    }
}
