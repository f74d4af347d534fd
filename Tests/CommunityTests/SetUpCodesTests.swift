import Community
import Synchronization
import Testing

/// Set-up codes: who gets in, and which codes are valid.
@Suite struct SetUpCodesTests {
    private let community = MemoryStore(), store = MemorySetUpCode(), time = Time()
    private let accounts: Accounts
    private let codes: SetUpCodes

    init() {
        let now = time.now
        accounts = Accounts(
            store: community, hasher: PasswordHasher(cost: .init(logRounds: 4, parallelism: 1)), now: now)
        codes = SetUpCodes(store: store, now: now)
    }

    private func enter(
        _ code: String, _ name: String = "anna", _ password: String = "correct horse",
        meanwhile: () async throws -> Void = {}
    ) async throws -> Account {
        let entry = SetUpEntry(code: code, name: name, password: password, label: "test")
        return try await codes.enter(entry, of: accounts) { add in
            try await meanwhile()
            return try await add()
        }.account
    }

    private func refuses(_ code: String, _ name: String = "eve") async {
        await #expect(throws: CommunityFault.wrongCode) { _ = try await enter(code, name) }
    }

    @Test func `a code adds an operator with a session, once`() async throws {
        let code = try codes.make().text
        let entry = SetUpEntry(code: code, name: "anna", password: "correct horse", label: "test")
        let (account, token) = try await codes.enter(entry, of: accounts)
        #expect(account.role == .operator && account.name.text == "anna")
        #expect(try await accounts.session(token)?.account == account)
        await refuses(code)
        #expect(community.accounts(after: nil, limit: 9) == [account])
    }

    @Test func `when many people use the code at once, one gets in`() async throws {
        let code = try codes.make().text
        let entered = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<12 { group.addTask { (try? await enter(code, "visitor\(number)")) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(entered == 1 && community.accounts(after: nil, limit: 99).count == 1)
    }

    @Test func `an invalid code lets nobody in, with any content of the store`() async throws {
        let code = try codes.make().text
        for guess in ["", "-", "0000-0000-0000-0000", String(code.dropLast()), code + "0", "ⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣ"] {
            await refuses(guess)
        }
        #expect(try await enter(code.lowercased()).role == .operator)
        try store.keep(KeptSetUpCode(digest: "", expires: .max, account: nil))
        for guess in ["", "-", "0000-0000-0000-0000"] { await refuses(guess) }
    }

    @Test func `a code is good for an hour, and the newest alone`() async throws {
        let first = try codes.make().text, second = try codes.make().text
        await refuses(first)
        time.advance(by: SetUpCodes.lifetime)
        await refuses(second)
        #expect(try await !accounts.hasOperator())
    }

    @Test func `after a failure without changes, the code is valid again`() async throws {
        let code = try codes.make().text
        _ = try await accounts.register(name: "anna", password: "correct horse")
        await #expect(throws: CommunityFault.nameTaken) { _ = try await enter(code, "Anna") }
        await #expect(throws: CommunityFault.self) { _ = try await enter(code, "?") }
        await #expect(throws: CommunityFault.self) { _ = try await enter(code, "berta", "short") }
        await #expect(throws: CommunityFault.busy) {
            _ = try await enter(code, "berta") { throw CommunityFault.busy }
        }
        #expect(try await enter(code, "berta").role == .operator)
    }

    @Test func `a code that was replaced during its use does not come back`() async throws {
        let old = try codes.make().text, new = Mutex("")
        await #expect(throws: CommunityFault.nameTaken) {
            _ = try await enter(old) {
                try new.withLock { $0 = try codes.make().text }
                throw CommunityFault.nameTaken
            }
        }
        await refuses(old)
        let newer = new.withLock { $0 }
        // Nor when the newer one is used up by then.
        await #expect(throws: CommunityFault.nameTaken) {
            _ = try await enter(newer) {
                let newest = try codes.make().text
                _ = try await enter(newest, "berta")
                throw CommunityFault.nameTaken
            }
        }
        await refuses(newer)
        #expect(community.accounts(after: nil, limit: 9).map(\.name.text) == ["berta"])
    }

    @Test func `an error after a possible change leaves the code used up`() async throws {
        struct Broken: Error {}
        let code = try codes.make().text
        let entry = SetUpEntry(code: code, name: "anna", password: "correct horse", label: "test")
        await #expect(throws: Broken.self) {
            _ = try await codes.enter(entry, of: accounts) { add in
                _ = try await add()
                throw Broken()
            }
        }
        await refuses(code)
        #expect(community.accounts(after: nil, limit: 9).map(\.name.text) == ["anna"])
    }

    @Test func `a code that cannot be put back does not hide the reason for the refusal`() async throws {
        let noted = Mutex(0), failing = FailingSetUpCode()
        let codes = SetUpCodes(store: failing, now: time.now) { _ in noted.withLock { $0 += 1 } }
        func enter(_ code: SetUpCode, _ password: String) async throws -> Account {
            let entry = SetUpEntry(code: code.text, name: "anna", password: password, label: "test")
            return try await codes.enter(entry, of: accounts).account
        }
        let first = try codes.make()
        await #expect(throws: CommunityFault.self) { _ = try await enter(first, "short") }
        #expect(noted.withLock { $0 } == 1)
        let second = try codes.make()
        #expect(try await enter(second, "correct horse").role == .operator)
        #expect(noted.withLock { $0 } == 2)
    }

    @Test func `a code for an account sets its password, ends its sessions, and works for no other account`()
        async throws
    {
        _ = try await accounts.register(name: "anna", password: "correct horse", role: .curator)
        _ = try await accounts.register(name: "eve", password: "correct horse")
        let (_, lost) = try await accounts.logIn(name: "anna", password: "correct horse", kind: .page, label: "lost")
        let code = try codes.make(for: "Anna").text
        for name in ["eve", "nobody", "?"] {
            await #expect(throws: CommunityFault.codeOfAnother) { _ = try await enter(code, name, "another horse") }
        }
        await #expect(throws: CommunityFault.self) { _ = try await enter(code, "anna", "anna") }
        #expect(try await accounts.session(lost) != nil)
        // The role has not changed.
        #expect(try await enter(code, "anna", "another horse").role == .curator)
        #expect(try await accounts.session(lost) == nil)
        await refuses(code, "anna")
        await #expect(throws: CommunityFault.wrongCredentials) {
            _ = try await accounts.logIn(name: "anna", password: "correct horse", kind: .page, label: "test")
        }
        _ = try await accounts.logIn(name: "anna", password: "another horse", kind: .page, label: "test")
    }
}

private final class Time: Sendable {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    var now: @Sendable () -> Int64 { { self.milliseconds.withLock { $0 } } }

    func advance(by step: Int64) { milliseconds.withLock { $0 += step } }
}

/// Neither puts back nor forgets what was taken.
private struct FailingSetUpCode: SetUpCodeStore {
    struct Full: Error {}

    private let store = MemorySetUpCode()

    func code() throws -> KeptSetUpCode? { try store.code() }
    func keep(_ code: KeptSetUpCode) throws { try store.keep(code) }
    func take(_ code: KeptSetUpCode) throws -> Bool { try store.take(code) }
    func giveBack(_ code: KeptSetUpCode) throws { throw Full() }
    func forget(_ code: KeptSetUpCode) throws { throw Full() }
}
