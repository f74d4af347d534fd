import Atlas
import Foundation
import OSMImport
import TestSupport
import Testing

@Suite struct AtlasFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Longer than the blocks in which sections are moved.
    private static let long = (0..<UInt32(700_000)).map { $0 &* 2_654_435_761 }

    private static func addSections(to writer: inout AtlasWriter) {
        writer.add("a.bytes", [1, 2, 3] as [UInt8])
        writer.add("a.long", long)
        writer.add("a.nothing", [] as [Int64])
        writer.add("a.last", [9] as [UInt16])
    }

    /// With fewer sections than expected, they move towards the beginning, and with more towards the end.
    @Test(arguments: [0, 3, 4, 5, 143, 30_000])
    func `an atlas in a file has the bytes of one in memory`(expected: Int) throws {
        var inMemory = AtlasWriter()
        Self.addSections(to: &inMemory)
        let file = try OutputFile.create(at: folder.file("a.atlas")), output = file.atlasOutput()
        var writer = AtlasWriter(into: output, expecting: expected)
        Self.addSections(to: &writer)
        try writer.withView { view in
            let long = try view.packed("a.long", of: UInt32.self)
            #expect(long.count == Self.long.count && long[long.count - 1] == Self.long[Self.long.count - 1])
        }
        writer.complete()
        try output.check()
        try file.publish()
        #expect(try folder.bytes("a.atlas") == inMemory.finish())
    }

    @Test func `an atlas without sections is a header`() throws {
        let file = try OutputFile.create(at: folder.file("a.atlas")), output = file.atlasOutput()
        AtlasWriter(into: output, expecting: 7).complete()
        try output.check()
        try file.publish()
        #expect(try folder.bytes("a.atlas") == AtlasWriter().finish())
    }

    @Test func `a file that somebody shortened ends the import`() throws {
        let file = try OutputFile.create(at: folder.file("a.atlas")), output = file.atlasOutput()
        var writer = AtlasWriter(into: output, expecting: 0)
        Self.addSections(to: &writer)
        try output.check()
        let handle = try #require(FileHandle(forUpdatingAtPath: file.temporaryPath))
        try handle.truncate(atOffset: 100)
        #expect(throws: OutputError.self) { try writer.withView { _ in } }
        writer.complete()
        #expect(throws: OutputError.self) { try output.check() }
    }
}
