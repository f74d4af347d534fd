import Archives
import Foundation
import TestSupport
import Testing

@Suite struct ZipTests {
    private static let files: [(name: String, content: [UInt8])] = [
        ("guide.json", Array(#"{"a": 1}"#.utf8)), ("pictures/ä.webp", [UInt8](repeating: 7, count: 5000)),
        ("empty", []),
    ]

    @Test func `this reader and other programs read a packed archive`() throws {
        let zip = ZipWriter.zip(Self.files)
        let archive = try #require(ZipArchive(zip))
        for (name, content) in Self.files { #expect(archive.content(of: name, upTo: 5000) == content) }
        #expect(archive.content(of: "nothing", upTo: 5000) == nil)
        #expect(ZipWriter.zip(Self.files) == zip)
        // Python's own reader is the judge.
        let folder = try TemporaryFolder()
        try folder.write("guide.zip", zip)
        let told = try python(
            "z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([(i.filename,i.file_size) for i in z.infolist()])",
            folder.file("guide.zip"))
        #expect(told == "[('guide.json', 8), ('pictures/ä.webp', 5000), ('empty', 0)]\n")
    }

    @Test func `nothing beyond the requested size is unpacked`() throws {
        let bomb = ZipWriter.zip([("zeros", [UInt8](repeating: 0, count: 10 << 20))])
        #expect(bomb.count < 100_000)
        let archive = try #require(ZipArchive(bomb))
        #expect(archive.content(of: "zeros", upTo: 1 << 20) == nil)
    }

    @Test func `every truncation and every flipped byte opens or does not, without a trap`() throws {
        let zip = ZipWriter.zip(Self.files)
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

    /// Makes an archive by Python, whose module writes what no honest program would.
    private func archive(_ script: String) throws -> ZipArchive? {
        let folder = try TemporaryFolder()
        let told = try python(
            "z=zipfile.ZipFile(sys.argv[1],'w')\n\(script)\nz.close(); print('made')", folder.file("made.zip"))
        #expect(told == "made\n")
        return ZipArchive([UInt8](try Data(contentsOf: URL(filePath: folder.file("made.zip")))))
    }

    @Test func `names are only compared, even if they look like paths`() throws {
        let names = ["../up", "/etc/hostname", "C:\\up", "a\\..\\up", String(repeating: "n", count: 60_000)]
        let archive = try #require(ZipArchive(ZipWriter.zip(names.map { ($0, Array("own".utf8)) })))
        for name in names { #expect(archive.content(of: name, upTo: 9) == Array("own".utf8)) }
        for name in ["up", "/up", "etc/hostname", "/etc/passwd", "../up\0", "../UP"] {
            #expect(archive.content(of: name, upTo: 1 << 20) == nil, "\(name)")
        }
    }

    @Test func `a link's content is its path, and nothing follows it`() throws {
        let archive = try archive(
            "i=zipfile.ZipInfo('link'); i.create_system=3; i.external_attr=0o120777<<16; z.writestr(i,'/etc/passwd')")
        #expect(try #require(archive).content(of: "link", upTo: 100) == Array("/etc/passwd".utf8))
    }

    @Test func `of two files with the same name, one is read whole`() throws {
        let archive = try #require(try archive("z.writestr('a','first'); z.writestr('a','other')"))
        let content = try #require(archive.content(of: "a", upTo: 100))
        #expect([Array("first".utf8), Array("other".utf8)].contains(content))
    }

    @Test func `an archive with too many files is refused`() throws {
        let many = (0...ZipArchive.maximumFiles).map { ("\($0)", [UInt8]()) }
        #expect(ZipArchive(ZipWriter.zip(many)) == nil)
        let archive = try #require(ZipArchive(ZipWriter.zip(Array(many.dropLast()))))
        #expect(archive.content(of: "65535", upTo: 0) == [])
    }

    @Test func `other programs read an archive beyond four gigabytes`() throws {
        let folder = try TemporaryFolder(), path = folder.file("far.zip")
        var writer = ZipWriter(behind: 5 << 30)
        try folder.write("far.zip", [])
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: 5 << 30)
        for name in ["a", "b.webp"] { try file.write(contentsOf: writer.file(name, Array("content of \(name)".utf8))) }
        try file.write(contentsOf: writer.end())
        try file.close()
        let told = try python(
            "z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(),[(i.filename,i.header_offset>>30,z.read(i).decode()) for i in z.infolist()])",
            path)
        #expect(told == "None [('a', 5, 'content of a'), ('b.webp', 5, 'content of b.webp')]\n")
    }

    private func python(_ script: String, _ path: String) throws -> String {
        let judge = Process(), output = Pipe()
        judge.executableURL = URL(filePath: "/usr/bin/env")
        judge.arguments = ["python3", "-W", "ignore", "-c", "import sys,zipfile\n" + script, path]
        judge.standardOutput = output
        try judge.run()
        judge.waitUntilExit()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
