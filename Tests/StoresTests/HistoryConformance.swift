import Community
import Foundation
import Stores
import TestSupport
import Testing

@Suite(.checksStatements) struct HistoryConformance {
    private static let day: Int64 = 86_400_000

    private func kinds(_ store: any CommunityStore, _ account: AccountID) async throws -> [AccountNote.Kind] {
        try await store.history(of: account, after: 0).map(\.kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `the history lists beginnings, ends and changes, newest first`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let session = Made.session(of: anna, expires: 9000, at: 2)
        try await store.add(session, on: Made.grounds)
        try await store.end(session.id, of: anna.id, at: 3)
        let hash = PasswordHash(text: "new"), asking = Made.session(of: anna, expires: 9000, at: 3)
        _ = try await store.change(
            anna.id, .password(hash, replacing: Made.password, by: nil, keeping: .init()), at: 4)
        _ = try await store.change(anna.id, .rehash(hash, replacing: hash), at: 5)
        _ = try await store.change(anna.id, .role(.curator, by: nil), at: 6)
        try await store.add(asking, on: .password(hash))
        _ = try await store.change(anna.id, .signOut(by: asking.id, keeping: .init()), at: 7)
        _ = try await store.change(anna.id, .recovery(hash, replacing: hash, beginning: session), at: 8)
        try await store.note(AccountNote(.deviceAdded, "Phone", at: 9), of: anna.id)
        let notes = try await store.history(of: anna.id, after: 0)
        #expect(
            notes == [
                AccountNote(.deviceAdded, "Phone", at: 9), AccountNote(.passwordSet, "test", at: 8),
                AccountNote(.signedOut, "", at: 7), AccountNote(.logIn, "test", at: 3, count: 2),
                AccountNote(.roleChanged, "curator", at: 6),
                AccountNote(.passwordChanged, "", at: 4), AccountNote(.sessionEnded, "test", at: 3),
                AccountNote(.registered, "", at: 1),
            ])
        #expect(try await store.history(of: anna.id, after: 8).count == 1)
        // A write that is refused leaves no entry.
        await #expect(throws: CommunityFault.notFound) {
            try await store.change(anna.id, .signOut(by: asking.id, keeping: .init()), at: 10)
        }
        await #expect(throws: CommunityFault.notFound) { try await store.end(Made.id(), of: anna.id, at: 10) }
        #expect(try await store.history(of: anna.id, after: 0) == notes)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `equal events of one day are one entry, and entries have a maximum number and age`(kind: StoreKind)
        async throws
    {
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
        try await store.note(AccountNote(.exported, "", at: Self.day + 1 + AccountNote.days * Self.day), of: anna.id)
        #expect(try await kinds(store, anna.id) == [.exported])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `many entries of one kind push out none of another, and dropped entries are counted`(
        kind: StoreKind
    ) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let most = AccountNote.maximumOfDay
        func note(_ number: Int, on day: Int64) -> AccountNote {
            AccountNote(.groupJoined, "\(number)", at: day * Self.day + Int64(number))
        }
        for number in 1...200 { try await store.note(note(number, on: 0), of: anna.id) }
        // One that is there already is counted where it is.
        try await store.note(note(3, on: 0), of: anna.id)
        let joined = try await store.history(of: anna.id, after: 0).filter { $0.kind == .groupJoined }
        let rest = AccountNote(.groupJoined, "", at: 200, count: 200 - most, isRest: true)
        #expect(
            joined.count == most + 1 && joined.contains(rest) && joined.contains { $0.text == "3" && $0.count == 2 })
        #expect(try await kinds(store, anna.id).last == .registered)
        for day in Int64(1)...5 { for number in 0..<20 { try await store.note(note(number, on: day), of: anna.id) } }
        let notes = try await store.history(of: anna.id, after: 0)
        #expect(notes.count == AccountNote.maximumOfKind + 1 && notes.last?.kind == .registered)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `an event that was refused is removed from the history`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let once = AccountNote(.deviceAdded, "a", at: 2), twice = AccountNote(.deviceAdded, "b", at: 3)
        for note in [once, twice, twice] { try await store.note(note, of: anna.id) }
        for note in [once, twice] { try await store.withdraw(note, of: anna.id) }
        for number in 0..<AccountNote.maximumOfDay + 4 {
            try await store.note(AccountNote(.linkAdded, "\(number)", at: 4), of: anna.id)
        }
        try await store.withdraw(AccountNote(.linkAdded, "12", at: 4), of: anna.id)
        try await store.withdraw(AccountNote(.exported, "", at: 4), of: anna.id)
        let notes = try await store.history(of: anna.id, after: 0)
        #expect(notes.first == AccountNote(.linkAdded, "", at: 4, count: 3, isRest: true))
        #expect(notes.suffix(2) == [twice, AccountNote(.registered, "", at: 1)])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `a role is in the history of its giver, too`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let chief = try await store.add(Made.account("chief", .operator), at: 1)
        let anna = try await store.add(Made.account("anna"), at: 1)
        _ = try await store.change(anna.id, .role(.curator, by: chief.id), at: 2)
        #expect(try await store.history(of: anna.id, after: 1) == [AccountNote(.roleChanged, "curator", at: 2)])
        #expect(try await store.history(of: chief.id, after: 1) == [AccountNote(.roleGiven, "anna", at: 2)])
        try await store.remove(anna.id, at: 3)
        #expect(try await store.history(of: chief.id, after: 1) == [AccountNote(.roleGiven, "", at: 2)])
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
    func `the name of a friend goes with the friend's account`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        let ben = try await store.add(Made.account("ben"), at: 1)
        let kept = [AccountNote(.deviceAdded, ben.name.text, at: 3), AccountNote(.friendAdded, "eve", at: 4)]
        for note in [AccountNote(.friendAdded, ben.name.text, at: 2)] + kept {
            try await store.note(note, of: anna.id)
        }
        try await store.remove(ben.id, at: 5)
        let found = try await store.history(of: anna.id, after: 0).filter { $0.kind != .registered }
        #expect(found == kept.reversed() + [AccountNote(.friendAdded, "", at: 2)])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `a confirmation belongs to one session and one state of the account, and is noted beside its use`(
        kind: StoreKind
    )
        async throws
    {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1)
        var one = Made.session(of: anna, expires: 9000, at: 2)
        let other = Made.session(of: anna, expires: 9000, at: 1)
        for session in [one, other] { try await store.add(session, on: Made.grounds) }
        let token = Made.session(of: anna).token
        let renewal = SessionRenewal(of: one.id, from: one.token, to: token)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            try await store.confirm(renewal, knowing: PasswordHash(text: "other"), at: 50)
        }
        try await store.confirm(renewal, knowing: Made.password, at: 50)
        try await store.use(one.id, at: 60)
        (one.confirmed, one.used) = (50, 60)
        // A copy of the token before is good for nothing.
        #expect(try await store.session(one.token, at: 70) == nil)
        await #expect(throws: CommunityFault.notFound) {
            try await store.confirm(renewal, knowing: Made.password, at: 55)
        }
        one.token = token
        #expect(try await store.sessions(of: anna.id, at: 70) == [one, other])
        #expect(try await store.session(one.token, at: 70)?.session == one)
        // Sessions kept after a change of password lose their confirmation, but the changing session keeps it.
        let new = PasswordHash(text: "new")
        _ = try await store.change(
            anna.id,
            .password(
                new, replacing: Made.password, by: SessionRenewal(of: other.id, from: other.token, to: other.token),
                keeping: KeptSignIns(sessions: [one.id])), at: 90)
        #expect(try await store.sessions(of: anna.id, at: 91).map(\.confirmed) == [0, 90])
        _ = try await store.change(
            anna.id, .signOut(by: other.id, keeping: KeptSignIns(sessions: [one.id])), at: 95)
        await #expect(throws: CommunityFault.notFound) {
            try await store.confirm(
                SessionRenewal(of: other.id, from: other.token, to: other.token), knowing: new, at: 99)
        }
        #expect(try await store.sessions(of: anna.id, at: 99).map(\.id) == [one.id])
        withExtendedLifetime(folder) {}
    }
}
