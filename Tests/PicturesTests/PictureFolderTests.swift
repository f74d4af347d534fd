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

    @Test func `a missing size is answered by the largest size below it`() throws {
        try pictures.keep([Self.rendition(.small, 1), Self.rendition(.medium, 2)], as: "aa-bb")
        #expect(pictures.bytes(of: "aa-bb", .small) == [1] && pictures.bytes(of: "aa-bb", .medium) == [2])
        #expect(pictures.bytes(of: "aa-bb", .large) == [2] && pictures.bytes(of: "aa-bc", .large) == nil)
        #expect(pictures.holds("aa-bb") && !pictures.holds("aa-bc"))
        try pictures.remove("aa-bb")
        #expect(pictures.bytes(of: "aa-bb", .large) == nil)
    }

    @Test func `kept pictures are found by their age`() throws {
        try pictures.keep([Self.rendition(.small, 1)], as: "aa-bb")
        try pictures.keep([Self.rendition(.small, 1)], as: "aa-cc")
        let noon = Date(timeIntervalSince1970: 43_200)
        for (id, age) in [("bb/aa-bb", 60.0), ("cc/aa-cc", -60.0)] {
            try FileManager.default.setAttributes(
                [.modificationDate: noon - age], ofItemAtPath: folder.file("pictures/\(id)-small.webp"))
        }
        #expect(pictures.ids(keptBefore: noon) == ["aa-bb"])
        #expect(pictures.ids(keptBefore: noon + 120) == ["aa-bb", "aa-cc"])
        #expect(pictures.ids(keptBefore: noon - 120).isEmpty)
    }

    @Test func `a folder that cannot be written is named, and nothing is kept`() throws {
        let path = folder.file("pictures")
        try FileManager.default.removeItem(atPath: path)
        try folder.write("pictures", [])
        let fault = #expect(throws: PictureFolderError.self) {
            try pictures.keep([Self.rendition(.small, 1)], as: "aa-bb")
        }
        #expect(fault?.description.hasPrefix("\(path)/bb cannot be written: ") == true)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0)
        #expect(throws: CocoaError.self) { try PictureFolder(path: path) }
    }

    @Test func `a picture stored in part is removed, and a picture whose files stay is reported`() throws {
        // A folder where the second file should be.
        let inTheWay = folder.file("pictures/bb/aa-bb-medium.webp")
        try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: true)
        #expect(throws: PictureFolderError.self) {
            try pictures.keep([Self.rendition(.small, 1), Self.rendition(.medium, 2)], as: "aa-bb")
        }
        #expect(pictures.bytes(of: "aa-bb", .small) == nil)
        #expect(throws: PictureFolderError.self) { try pictures.remove("aa-bb") }
        try FileManager.default.removeItem(atPath: inTheWay)
        try pictures.remove("aa-bb")
        #expect(!pictures.holds("aa-bb"))
    }

    @Test func `files are for the server's user only`() throws {
        try pictures.keep([Self.rendition(.small, 1)], as: "aa-bb")
        for (name, mode) in [("pictures", 0o700), ("pictures/bb", 0o700), ("pictures/bb/aa-bb-small.webp", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }
}
