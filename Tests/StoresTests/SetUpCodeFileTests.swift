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

    private let code = KeptSetUpCode(digest: "00ff", expires: 1_700_000_000_000, account: "anna")

    @Test func `what is kept is read, by another program too, until it is removed`() throws {
        #expect(try file.code() == nil)
        try file.keep(nil)
        try file.keep(code)
        #expect(try SetUpCodeFile(dataFolder: folder.path).code() == code)
        let other = KeptSetUpCode(digest: "11", expires: 1, account: nil)
        try file.keep(other)
        #expect(try file.code() == other)
        try file.keep(nil)
        #expect(try file.code() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `it is for its owner alone, and the folder's owner has it`() throws {
        try file.keep(code)
        let about = try FileManager.default.attributesOfItem(atPath: file.path)
        let owner = try FileManager.default.attributesOfItem(atPath: folder.path)[.ownerAccountID] as? Int
        #expect(about[.posixPermissions] as? Int == 0o600 && about[.ownerAccountID] as? Int == owner)
        if getuid() == 0 {
            // The superuser makes it for the server's user.
            #expect(chown(folder.path, 65534, 65534) == 0)
            try file.keep(code)
            let given = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(given[.ownerAccountID] as? Int == 65534)
            #expect(try file.code() == code)
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
        try file.keep(nil)
        try folder.write("elsewhere.json", whole)
        #expect(symlink(folder.file("elsewhere.json"), file.path) == 0)
        #expect(throws: StoreError.self) { _ = try file.code() }
        try file.keep(nil)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: StoreError.self) { _ = try file.code() }
    }
}
