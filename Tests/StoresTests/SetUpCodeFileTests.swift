import Community
import Foundation
import Stores
import TestSupport
import Testing

@Suite struct SetUpCodeFileTests {
    private let folder: TemporaryFolder
    private let file: SetUpCodeFile

    init() throws {
        folder = try TemporaryFolder()
        file = SetUpCodeFile(dataFolder: folder.path)
    }

    private static func code(_ sign: Character, for account: String? = nil) -> KeptSetUpCode {
        KeptSetUpCode(digest: String(repeating: sign, count: 64), expires: 1_700_000_000_000, account: account)
    }

    private let code = Self.code("0", for: "anna"), newer = Self.code("f")

    @Test func `a stored code is read, by another program too, until it is replaced`() throws {
        #expect(try file.code() == nil)
        try file.keep(code)
        #expect(try SetUpCodeFile(dataFolder: folder.path).code() == code)
        try file.keep(newer)
        #expect(try file.code() == newer)
        #expect(try folder.names() == ["set-up-code.json"])
    }

    @Test func `the file is readable by its owner only`() throws {
        try file.keep(code)
        let about = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(about[.posixPermissions] as? Int == 0o600)
        if getuid() == 0 {
            #expect(chown(file.path, 65533, 65533) == 0)
            #expect(throws: StoreError.self) { _ = try file.code() }
        }
    }

    @Test func `a file that others may write, a link, a folder and rubbish are refused`() throws {
        try file.keep(code)
        chmod(file.path, 0o622)
        #expect(throws: StoreError.self) { _ = try file.code() }
        chmod(file.path, 0o600)
        #expect(try file.code() == code)
        let whole = try folder.bytes("set-up-code.json")
        for length in 0..<whole.count {
            try folder.write("set-up-code.json", whole.prefix(length))
            chmod(file.path, 0o600)
            #expect(throws: StoreError.self) { _ = try file.code() }
        }
        try folder.write("set-up-code.json", String(repeating: " ", count: 100_000).utf8)
        #expect(throws: StoreError.self) { _ = try file.code() }
        try FileManager.default.removeItem(atPath: file.path)
        try folder.write("elsewhere.json", whole)
        #expect(symlink(folder.file("elsewhere.json"), file.path) == 0)
        #expect(throws: StoreError.self) { _ = try file.code() }
        try FileManager.default.removeItem(atPath: file.path)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: StoreError.self) { _ = try file.code() }
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 63), String(repeating: "F", count: 64)])
    func `a file without a digest holds no code`(digest: String) throws {
        try folder.write("set-up-code.json", #"{"digest":"\#(digest)","expires":9999999999999}"#.utf8)
        chmod(file.path, 0o600)
        #expect(throws: StoreError.self) { _ = try file.code() }
    }

    enum Kind: CaseIterable { case memory, file }

    /// A store, and the same as another program sees it.
    private func stores(_ kind: Kind) -> (any SetUpCodeStore, any SetUpCodeStore) {
        let memory = MemorySetUpCode()
        return kind == .memory ? (memory, memory) : (file, SetUpCodeFile(dataFolder: folder.path))
    }

    @Test(arguments: Kind.allCases)
    func `a code is taken once, and waits again when it is given back`(kind: Kind) throws {
        let (store, _) = stores(kind)
        #expect(try !store.take(code))
        try store.keep(code)
        #expect(try !store.take(newer) && store.code() == code)
        #expect(try store.take(code) && store.code() == nil && !store.take(code))
        try store.giveBack(code)
        #expect(try store.code() == code)
        #expect(try store.take(code))
        try store.forget(code)
        try store.giveBack(code)
        #expect(try store.code() == nil)
        #expect(try folder.names() == [])
    }

    @Test(arguments: Kind.allCases)
    func `a code that was taken is not given back once there was a newer code`(kind: Kind) throws {
        let (store, other) = stores(kind)
        try store.keep(code)
        #expect(try store.take(code))
        try other.keep(newer)
        try store.giveBack(code)
        #expect(try store.code() == newer)
        // Nor after that one was used up, or while it is used.
        try store.keep(code)
        #expect(try store.take(code))
        try other.keep(newer)
        #expect(try store.take(newer))
        try store.giveBack(code)
        #expect(try store.code() == nil)
        try store.giveBack(newer)
        #expect(try store.code() == newer)
    }

    @Test func `the remains of a server that ended while it used a code are removed with the next code`() throws {
        try file.keep(code)
        #expect(try file.take(code))
        #expect(try folder.names().count == 1)
        try file.keep(newer)
        #expect(try folder.names() == ["set-up-code.json"])
    }

    /// The command puts a newer code in place between the two looks of a server that takes one.
    @Test func `a newer code that is taken by mistake is put back, and its maker leaves it alone`() throws {
        try file.keep(newer)
        let taken = "\(file.path).taken-\(code.digest)"
        #expect(rename(file.path, taken) == 0)
        try file.giveBack(code)
        #expect(try file.code() == newer)
        #expect(try folder.names() == ["set-up-code.json"])
    }
}
