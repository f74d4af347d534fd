import Archives
import Foundation
import TestSupport
import Testing

@Suite struct ZipTests {
    private static let files: [(name: String, content: [UInt8])] = [
        ("guide.json", Array(#"{"a": 1}"#.utf8)), ("pictures/ä.webp", [UInt8](repeating: 7, count: 5000)),
        ("empty", []),
    ]

    @Test func `what was packed is read again, by others too`() throws {
        let zip = try #require(ZipMaking.zip(Self.files))
        let archive = try #require(ZipArchive(zip))
        for (name, content) in Self.files { #expect(archive.content(of: name, upTo: 5000) == content) }
        #expect(archive.content(of: "nothing", upTo: 5000) == nil)
        #expect(ZipMaking.zip(Self.files) == zip)
        // Python's own reader is the judge.
        let folder = try TemporaryFolder()
        try folder.write("guide.zip", zip)
        let judge = Process(), output = Pipe()
        judge.executableURL = URL(filePath: "/usr/bin/env")
        judge.arguments = [
            "python3", "-c",
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([(i.filename,i.file_size) for i in z.infolist()])",
            folder.file("guide.zip"),
        ]
        judge.standardOutput = output
        try judge.run()
        judge.waitUntilExit()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(told == "[('guide.json', 8), ('pictures/ä.webp', 5000), ('empty', 0)]\n")
    }

    @Test func `more than is asked for is not unpacked`() throws {
        let bomb = try #require(ZipMaking.zip([("zeros", [UInt8](repeating: 0, count: 10 << 20))]))
        #expect(bomb.count < 100_000)
        let archive = try #require(ZipArchive(bomb))
        #expect(archive.content(of: "zeros", upTo: 1 << 20) == nil)
    }

    @Test func `every truncation and every flipped byte opens or does not, without a trap`() throws {
        let zip = try #require(ZipMaking.zip(Self.files))
        for end in zip.indices { #expect(ZipArchive(Array(zip[..<end])) == nil) }
        for index in zip.indices {
            var flipped = zip
            flipped[index] ^= 0xff
            guard let archive = ZipArchive(flipped) else { continue }
            for (name, content) in Self.files {
                let read = archive.content(of: name, upTo: 5000)
                #expect(read == nil || read == content)
            }
        }
    }
}
