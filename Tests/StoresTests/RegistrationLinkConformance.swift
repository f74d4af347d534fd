import Community
import Foundation
import GeoCore
import Stores
import TestSupport
import Testing

/// What every store does with registration links, tried on each of them.
@Suite(.checksStatements) struct RegistrationLinkConformance {
    private func link(
        _ digit: Character = "a", by maker: AccountID? = nil, at created: Int64 = 1, expires: Int64 = 1000
    ) -> RegistrationLink {
        RegistrationLink(
            id: Made.id(at: created), digest: String(repeating: digit, count: 64), note: "for \(digit)",
            created: created, expires: expires, maker: maker)
    }

    private func added(
        _ name: String, using digit: Character, at time: Int64, in store: any CommunityStore
    ) async throws -> Account {
        let new = try Made.account(name)
        let account = Account(
            id: new.id, name: new.name, role: .user, password: new.password, revision: 1,
            created: HybridTime(rawValue: 0),
            changed: HybridTime(rawValue: 0))
        return try await store.add(
            new, beginning: Made.session(of: account), using: String(repeating: digit, count: 64), at: time)
    }

    @Test(arguments: StoreKind.allCases)
    func `links are kept until they expire or are removed, newest first`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let first = link("a", at: 1, expires: 50), second = link("b", at: 2)
        try await store.add(first)
        try await store.add(second)
        #expect(try await store.registrationLinks(at: 49) == [second, first])
        #expect(try await store.registrationLinks(at: 50) == [second])
        try await store.remove(second.id)
        #expect(try await store.registrationLinks(at: 3) == [first])
        await #expect(throws: CommunityFault.notFound) { try await store.remove(second.id) }
    }

    @Test(arguments: StoreKind.allCases)
    func `links end with the access, the role and the account of their maker, and others' links stay`(
        kind: StoreKind
    ) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let anna = try await store.add(Made.account("anna", .operator), at: 1)
        let ben = try await store.add(Made.account("ben", .operator), at: 1)
        let cleo = try await store.add(Made.account("cleo", .operator), at: 1)
        let old = link("0"), others = link("1", by: cleo.id)
        let made = [link("a", by: anna.id), link("b", by: anna.id), link("c", by: ben.id)]
        for each in [old, others] + made { try await store.add(each) }
        let page = Made.session(of: anna)
        try await store.add(page, on: Made.grounds)
        func left() async throws -> Set<RegistrationLinkID> {
            Set(try await store.registrationLinks(at: 2).map(\.id))
        }
        // Of one that an older version kept nobody knows who made it.
        _ = try await store.change(
            anna.id, .signOut(by: page.id, keeping: KeptSignIns(registrationLinks: [made[0].id])), at: 2)
        #expect(try await left() == [others.id, made[0].id, made[2].id])
        let older = link("2")
        try await store.add(older)
        _ = try await store.change(ben.id, .role(.user, by: anna.id), at: 2)
        #expect(try await left() == [others.id, older.id, made[0].id])
        try await store.remove(anna.id, at: 2)
        #expect(try await left() == [others.id, older.id])
    }

    @Test(arguments: StoreKind.allCases)
    func `an account is added and the link used up in one step, or neither`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        _ = try await store.add(try Made.account("taken"), at: 1)
        try await store.add(link("a"))
        await #expect(throws: CommunityFault.nameTaken) { try await added("taken", using: "a", at: 2, in: store) }
        #expect(try await store.registrationLinks(at: 2).count == 1)
        await #expect(throws: CommunityFault.wrongCode) { try await added("anna", using: "b", at: 2, in: store) }
        await #expect(throws: CommunityFault.wrongCode) { try await added("anna", using: "a", at: 1000, in: store) }
        #expect(try await store.account(named: "anna") == nil)
        let anna = try await added("anna", using: "a", at: 3, in: store)
        #expect(try await store.sessions(of: anna.id, at: 3).count == 1)
        #expect(try await store.registrationLinks(at: 3).isEmpty)
        await #expect(throws: CommunityFault.wrongCode) { try await added("eve", using: "a", at: 3, in: store) }
        #expect(try await store.account(named: "eve") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `when many people use one link at once, one gets in`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        try await store.add(link("a"))
        let count = await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask { (try? await added("person\(number)", using: "a", at: 2, in: store)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        #expect(try await store.accounts(after: nil, limit: 99).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `the number of waiting links is limited, and expired links make room`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        func fill(_ count: Int, at time: Int64) async throws {
            for number in 0..<count {
                let digest = String(repeating: "0", count: 56) + String(format: "%04d%04d", Int(time), number)
                try await store.add(
                    RegistrationLink(
                        id: Made.id(at: time), digest: digest, note: "", created: time, expires: time + 10,
                        maker: nil)
                )
            }
        }
        try await fill(RegistrationLink.maximum, at: 1)
        await #expect(throws: CommunityFault.tooManyLinks) { try await store.add(link("a", at: 10)) }
        try await store.add(link("a", at: 11))
        #expect(try await store.registrationLinks(at: 11).count == 1)
    }
}
