import Atlas
import Foundation
import Server
import Synchronization
import TestSupport
import Testing

@Suite struct AtlasStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func atlas(_ content: [UInt8]) -> [UInt8] {
        var writer = AtlasWriter()
        writer.add("test.bytes", content)
        return writer.finish()
    }

    /// Counts how often an atlas was verified.
    private final class Verifications: Sendable {
        let count = Mutex(0)
    }

    private func store(_ verifications: Verifications = Verifications(), verifier: String = "1") -> AtlasStore {
        AtlasStore(dataFolder: folder.path + "/data", verifier: verifier) { _ in
            verifications.count.withLock { $0 += 1 }
        }
    }

    private func content(_ file: MappedFile) -> [UInt8] { [UInt8](file.bytes) }

    @Test func `an atlas is verified once and then opened at once`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1, 2, 3])), verifications = Verifications()
        for _ in 0..<3 { #expect(content(try store(verifications).open(path)) == Self.atlas([1, 2, 3])) }
        #expect(content(try store(verifications).open(nil)) == Self.atlas([1, 2, 3]))
        #expect(verifications.count.withLock { $0 } == 1)
    }

    @Test func `another atlas, changed content or other rules are verified again`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1])), verifications = Verifications()
        _ = try store(verifications).open(path)
        try folder.write("a.atlas", Self.atlas([2]))
        #expect(content(try store(verifications).open(path)) == Self.atlas([2]))
        let other = try folder.write("b.atlas", Self.atlas([3]))
        #expect(content(try store(verifications).open(other)) == Self.atlas([3]))
        _ = try store(verifications, verifier: "2").open(other)
        #expect(verifications.count.withLock { $0 } == 4)
    }

    @Test func `overwriting or deleting the named file changes nothing that is served`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1, 2, 3]))
        let file = try store().open(path)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 0)
        #expect(content(file) == Self.atlas([1, 2, 3]))
        try FileManager.default.removeItem(atPath: path)
        #expect(content(try store().open(nil)) == Self.atlas([1, 2, 3]))
    }

    @Test func `a copy that was tampered with is not opened without verification`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1])), verifications = Verifications()
        _ = try store(verifications).open(path)
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/atlas")
        let copy = folder.path + "/data/atlas/" + (try #require(copies.first { $0.hasSuffix(".atlas") }))
        try FileManager.default.removeItem(atPath: copy)
        try Data(Self.atlas([9])).write(to: URL(filePath: copy))
        #expect(content(try store(verifications).open(nil)) == Self.atlas([9]))
        #expect(verifications.count.withLock { $0 } == 2)
        #expect(content(try store(verifications).open(path)) == Self.atlas([1]))
        #expect(verifications.count.withLock { $0 } == 3)
    }

    @Test func `a copy that another program verified is verified again, and served`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1])), verifications = Verifications()
        _ = try store(verifications).open(path)
        try FileManager.default.removeItem(atPath: path)
        #expect(content(try store(verifications, verifier: "2").open(nil)) == Self.atlas([1]))
        #expect(content(try store(verifications, verifier: "2").open(nil)) == Self.atlas([1]))
        #expect(verifications.count.withLock { $0 } == 2)
    }

    @Test func `damaged atlases are refused and leave nothing behind`() throws {
        var bytes = Self.atlas([1, 2, 3])
        bytes[bytes.count - 60] ^= 1
        let damaged = try folder.write("a.atlas", bytes)
        #expect(throws: AtlasError.self) { try store().open(damaged) }
        let text = try folder.write("b.atlas", "not an atlas".utf8)
        #expect(throws: AtlasError.self) { try store().open(text) }
        #expect(throws: AtlasStoreError.self) { try store().open(folder.path) }
        #expect(throws: AtlasStoreError.self) { try store().open(folder.path + "/none.atlas") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/atlas") == [])
    }

    @Test func `only the newest copy is kept`() throws {
        for number in 0..<3 { _ = try store().open(try folder.write("a.atlas", Self.atlas([UInt8(number)]))) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/atlas")
        #expect(names.count { $0.hasSuffix(".atlas") } == 1)
    }

    @Test func `a damaged record costs one verification`() throws {
        let path = try folder.write("a.atlas", Self.atlas([1])), verifications = Verifications()
        _ = try store(verifications).open(path)
        try folder.write("data/atlas/verified.json", "{".utf8)
        _ = try store(verifications).open(path)
        #expect(verifications.count.withLock { $0 } == 2)
    }
}
