import GeoCore
import TestSupport
import Testing
import TileArchives

/// Damaged archives: reading one gives tiles or an error, and never traps.
@Suite struct HostilePMTilesTests {
    /// An archive without the empty part between root and tiles, whose every byte has a meaning: it has no compressed
    /// directories, so damage reaches the numbers in them.
    private static func smallArchive() -> [UInt8] {
        // Two leaves: tiles 0 to 2, and tile 3 to 5, the last two with the same content.
        let leaves: [[UInt8]] = [
            [3, 0, 1, 1, 1, 1, 1, 2, 2, 2, 1, 0, 0], [2, 3, 1, 1, 2, 2, 3, 7, 0],
        ]
        let root: [UInt8] = [2, 0, 3, 0, 0, UInt8(leaves[0].count), UInt8(leaves[1].count), 1, 0]
        let contents = Array("aabbccddeee".utf8), leafBytes = leaves[0] + leaves[1], metadata = Array("{}".utf8)
        var header = PMTilesHeader(), offset = UInt64(PMTilesHeader.length)
        func section(_ bytes: [UInt8]) -> PMTilesHeader.Section {
            defer { offset += UInt64(bytes.count) }
            return .init(offset: offset, length: UInt64(bytes.count))
        }
        header.root = section(root)
        header.leaves = section(leafBytes)
        header.tiles = section(contents)
        header.metadata = section(metadata)
        (header.directoryCompression, header.tileCompression, header.content) = (.none, .none, .png)
        header.zooms = 0...1
        return header.bytes + root + leafBytes + contents + metadata
    }

    private static func readAll(_ path: String) throws {
        let reader = try PMTilesReader(path: path)
        for tile in PMTilesTests.tiles(toZoom: 2) { _ = try? reader.content(of: tile, upTo: 1 << 20) }
        _ = try? reader.metadata()
    }

    @Test func `the small archive is well`() throws {
        let folder = try TemporaryFolder(), reader = try PMTilesReader(path: folder.write("a", Self.smallArchive()))
        let contents = try PMTilesTests.tiles(toZoom: 2).prefix(7).map { try reader.content(of: $0, upTo: 9) }
        #expect(contents == ["aa", "bb", "cc", "dd", "eee", "eee", nil].map { $0.map { Array($0.utf8) } })
    }

    @Test func `every truncation and every changed byte is read or refused`() throws {
        let folder = try TemporaryFolder(), whole = Self.smallArchive()
        for bytes in Damage.truncations(of: whole) {
            let path = try folder.write("cut", bytes)
            #expect(throws: TileArchiveError.self) { _ = try PMTilesReader(path: path) }
        }
        var read = 0, refused = 0
        for bytes in Damage.flips(of: whole) {
            do {
                try Self.readAll(folder.write("flipped", bytes))
                read += 1
            } catch is TileArchiveError { refused += 1 }
        }
        // Some bytes are free, such as those of the middle; the magic number and the offsets are not.
        #expect(read > 0 && refused > 0)
    }

    @Test func `every changed byte of a compressed archive is read or refused`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a")
        let header = try PMTilesTests.write(PMTilesTests.tiles(toZoom: 1), to: path, PMTilesTests.name)
        // Without most of the empty part, which has no meaning.
        let whole = try folder.bytes("a"), beginning = Int(header.root.offset + header.root.length)
        var read = 0, refused = 0
        for index in Array(0..<beginning) + Array(16_384..<whole.count) {
            var bytes = whole
            bytes[index] ^= 0xff
            let path = try folder.write("flipped", bytes)
            do {
                try Self.readAll(path)
                read += 1
            } catch is TileArchiveError { refused += 1 }
        }
        // The root directory has a checksum; contents and metadata are read later.
        #expect(read > 0 && refused > Int(header.root.length))
    }

    /// Directories with impossible numbers; each would be a trap, a loop or an allocation without a check.
    static let impossible: [[UInt8]] = [
        [0], [1], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
        // More than 64 bits, and a number without an end.
        [1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 1, 1, 1], [1, 0x80, 0x80, 0x80, 0x80, 0x80],
        // An empty entry, the first entry behind another, the same tile twice, overlapping runs.
        [1, 0, 1, 0, 1], [1, 0, 1, 1, 0], [2, 0, 0, 1, 1, 1, 1, 1, 1], [2, 0, 1, 2, 1, 1, 1, 1, 1],
        // Bytes behind the end.
        [1, 0, 1, 1, 1, 9],
        // A tile number beyond 64 bits, and an offset at the end of all numbers.
        [2, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 1, 1, 1, 1, 1, 1],
        [1, 0, 1, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ]

    @Test(arguments: impossible)
    func `an impossible root directory is refused`(_ root: [UInt8]) throws {
        let folder = try TemporaryFolder()
        var header = PMTilesHeader()
        header.root = .init(offset: 127, length: UInt64(root.count))
        header.tiles = .init(offset: 127, length: 1)
        header.directoryCompression = .none
        let path = try folder.write("a", header.bytes + root)
        #expect(throws: TileArchiveError.self) { _ = try PMTilesReader(path: path) }
    }

    @Test func `a directory that leads to itself ends`() throws {
        let folder = try TemporaryFolder(), root: [UInt8] = [1, 0, 0, 5, 1]
        var header = PMTilesHeader()
        header.root = .init(offset: 127, length: 5)
        header.leaves = header.root
        header.directoryCompression = .none
        let reader = try PMTilesReader(path: folder.write("a", header.bytes + root))
        #expect(throws: TileArchiveError.self) { try reader.content(of: TileID(zoom: 0, x: 0, y: 0)!, upTo: 9) }
    }

    @Test func `a directory that unpacks to gigabytes is refused`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a")
        // The metadata is compressed as a directory is: it stands in for the bomb.
        let zeros = String(repeating: "0", count: 10 << 20)
        var header = try PMTilesTests.write(
            PMTilesTests.tiles(toZoom: 0), to: path, metadata: zeros, PMTilesTests.name)
        #expect(header.metadata.length < 20_000)
        var bytes = try folder.bytes("a")
        let bomb = bytes[Int(header.metadata.offset)...]
        header.root.length = UInt64(bomb.count)
        header.metadata.length = 0
        bytes.replaceSubrange(0..<(127 + bomb.count), with: header.bytes + bomb)
        let damaged = bytes
        #expect(throws: TileArchiveError.self) { _ = try PMTilesReader(path: folder.write("b", damaged)) }
    }

    @Test func `a folder and a missing file are named`() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.file("missing")] {
            let error = #expect(throws: TileArchiveError.self) { _ = try PMTilesReader(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }
}
