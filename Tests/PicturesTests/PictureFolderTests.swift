import Foundation
import Pictures
import TestSupport
import Testing

@Suite struct PictureFolderTests {
    private let folder: TemporaryFolder
    private let pictures: PictureFolder

    init() throws {
        folder = try TemporaryFolder()
        pictures = try PictureFolder(path: folder.file("pictures"))
    }

    private static func rendition(_ size: PictureSize, _ byte: UInt8) -> Rendition {
        Rendition(size: size, width: 1, height: 1, bytes: [byte])
    }

    @Test func `a size that there is not is answered by the largest below it`() throws {
        try pictures.keep([Self.rendition(.small, 1), Self.rendition(.medium, 2)], as: "aa-bb")
        #expect(pictures.bytes(of: "aa-bb", .small) == [1] && pictures.bytes(of: "aa-bb", .medium) == [2])
        #expect(pictures.bytes(of: "aa-bb", .large) == [2] && pictures.bytes(of: "aa-bc", .large) == nil)
        pictures.remove("aa-bb")
        #expect(pictures.bytes(of: "aa-bb", .large) == nil)
    }

    @Test func `what was kept is found by its age`() throws {
        try pictures.keep([Self.rendition(.small, 1)], as: "aa-bb")
        try pictures.keep([Self.rendition(.small, 1)], as: "aa-cc")
        #expect(pictures.ids(keptBefore: Date(timeIntervalSinceNow: 60)) == ["aa-bb", "aa-cc"])
        #expect(pictures.ids(keptBefore: Date(timeIntervalSinceNow: -60)).isEmpty)
    }

    @Test func `a folder that cannot be written is named, and nothing is kept`() throws {
        try FileManager.default.removeItem(atPath: folder.file("pictures"))
        try folder.write("pictures", [])
        #expect(throws: (any Error).self) { try pictures.keep([Self.rendition(.small, 1)], as: "aa-bb") }
        #expect(throws: (any Error).self) { try PictureFolder(path: folder.file("pictures")) }
    }
}
