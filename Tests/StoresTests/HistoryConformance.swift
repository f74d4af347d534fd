import Community
import Foundation
import Stores
import TestSupport
import Testing

@Suite struct HistoryConformance {
    private static let day: Int64 = 86_400_000

    private func kinds(_ store: any CommunityStore, _ account: AccountID) async throws -> [AccountNote.Kind] {
        try await store.history(of: account, after: 0).map(\.kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `what begins, ends and changes is in the history, newest first`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let session = Made.session(of: anna, expires: 9000, at: 2)
        try await store.add(session, at: 1)
        try await store.end(session.id, of: anna.id, at: 3)
        let hash = PasswordHash(text: "new")
        _ = try await store.change(anna.id, at: 1, .password(hash, by: nil), at: 4)
        _ = try await store.change(anna.id, at: 2, .rehash(hash), at: 5)
        _ = try await store.change(anna.id, at: 3, .role(.curator), at: 6)
        _ = try await store.change(anna.id, at: 4, .signOut(keeping: []), at: 7)
        _ = try await store.change(anna.id, at: 5, .recovery(hash, beginning: session), at: 8)
        try await store.note(AccountNote(.deviceAdded, "Phone", at: 9), of: anna.id)
        let notes = try await store.history(of: anna.id, after: 0)
        #expect(
            notes == [
                AccountNote(.deviceAdded, "Phone", at: 9), AccountNote(.passwordSet, "test", at: 8),
                AccountNote(.signedOut, "", at: 7), AccountNote(.roleChanged, "curator", at: 6),
                AccountNote(.passwordChanged, "", at: 4), AccountNote(.sessionEnded, "test", at: 3),
                AccountNote(.logIn, "test", at: 2), AccountNote(.registered, "", at: 1),
            ])
        #expect(try await store.history(of: anna.id, after: 8).count == 1)
        // A write that is refused leaves no entry.
        await #expect(throws: CommunityFault.changedMeanwhile(current: 6)) {
            try await store.change(anna.id, at: 1, .signOut(keeping: []), at: 10)
        }
        await #expect(throws: CommunityFault.notFound) { try await store.end(Made.id(), of: anna.id, at: 10) }
        #expect(try await store.history(of: anna.id, after: 0) == notes)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `the same on one day is one entry, and only so many are kept for so long`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        try await store.note(AccountNote(.failedLogIn, "", at: 2, count: 3), of: anna.id)
        try await store.note(AccountNote(.exported, "", at: 3), of: anna.id)
        try await store.note(AccountNote(.failedLogIn, "", at: Self.day - 1, count: 2), of: anna.id)
        try await store.note(AccountNote(.failedLogIn, "", at: Self.day), of: anna.id)
        #expect(
            try await store.history(of: anna.id, after: 0) == [
                AccountNote(.failedLogIn, "", at: Self.day), AccountNote(.failedLogIn, "", at: Self.day - 1, count: 5),
                AccountNote(.exported, "", at: 3), AccountNote(.registered, "", at: 1),
            ])
        #expect(try await kinds(store, ben.id) == [.registered])
        for number in 0...AccountNote.maximum {
            try await store.note(AccountNote(.deviceAdded, "\(number)", at: Self.day + 1), of: anna.id)
        }
        let notes = try await store.history(of: anna.id, after: 0)
        #expect(notes.count == AccountNote.maximum && notes.last?.text == "1")
        try await store.note(AccountNote(.exported, "", at: Self.day + 1 + AccountNote.days * Self.day), of: anna.id)
        #expect(try await kinds(store, anna.id) == [.exported])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `the history goes with the account`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        try await store.note(AccountNote(.deviceAdded, "secret-phone", at: 2), of: anna.id)
        try await store.remove(anna.id, at: 3)
        #expect(try await store.history(of: anna.id, after: 0).isEmpty)
        await #expect(throws: CommunityFault.notFound) {
            try await store.note(AccountNote(.logIn, "", at: 4), of: anna.id)
        }
        for name in try folder.names() {
            #expect(try Data(folder.bytes(name)).range(of: Data("secret-phone".utf8)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a confirmation is of one session, for the account as it was, and is noted beside its use`(kind: StoreKind)
        async throws
    {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        var one = Made.session(of: anna, expires: 9000, at: 2)
        let other = Made.session(of: anna, expires: 9000, at: 1)
        for session in [one, other] { try await store.add(session, at: 1) }
        try await store.confirm(one.id, at: 1, at: 50)
        try await store.use(one.id, at: 60)
        (one.confirmed, one.used) = (50, 60)
        #expect(try await store.sessions(of: anna.id, at: 70) == [one, other])
        #expect(try await store.session(one.token, at: 70)?.session == one)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            try await store.confirm(one.id, at: 2, at: 80)
        }
        // What goes on after a change of password is confirmed no more, but who changed it is.
        _ = try await store.change(
            anna.id, at: 1, .password(PasswordHash(text: "new"), by: other.id, keeping: [one.id]), at: 90)
        #expect(try await store.sessions(of: anna.id, at: 91).map(\.confirmed) == [0, 90])
        _ = try await store.change(anna.id, at: 2, .signOut(keeping: [one.id]), at: 95)
        await #expect(throws: CommunityFault.notFound) { try await store.confirm(other.id, at: 3, at: 99) }
        #expect(try await store.sessions(of: anna.id, at: 99).map(\.id) == [one.id])
        withExtendedLifetime(folder) {}
    }
}
