/// The first 127 bytes of a PMTiles archive, version 3 (github.com/protomaps/PMTiles, spec/v3). Numbers are little
/// endian.
package struct PMTilesHeader: Equatable, Sendable {
    package enum Compression: UInt8, Sendable {
        case unknown, none, gzip, brotli, zstandard
    }

    package enum Content: UInt8, Sendable {
        case unknown, vector, png, jpeg, webP, avif, mapLibre
    }

    /// A part of the file.
    package struct Section: Equatable, Sendable {
        package var offset: UInt64
        package var length: UInt64

        package init(offset: UInt64, length: UInt64) {
            self.offset = offset
            self.length = length
        }

        package static let none = Section(offset: 0, length: 0)
    }

    package var root = Section.none
    package var metadata = Section.none
    package var leaves = Section.none
    package var tiles = Section.none
    /// How many tiles have content, how many entries and how many different contents there are; 0 means unknown.
    package var addressedTiles: UInt64 = 0
    package var entries: UInt64 = 0
    package var contents: UInt64 = 0
    /// Whether the contents lie in the order of the tiles.
    package var isClustered = true
    package var directoryCompression = Compression.gzip
    package var tileCompression = Compression.gzip
    package var content = Content.vector
    package var zooms: ClosedRange<Int> = 0...0
    /// West, south, east and north, in degrees × 10⁷.
    package var bounds: [Int32] = [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000]
    package var centerZoom = 0
    /// Longitude and latitude, in degrees × 10⁷.
    package var center: [Int32] = [0, 0]

    /// The header's length in bytes.
    package static let length = 127
    /// The header and the root directory lie in this many bytes at the beginning.
    package static let beginning = 16_384
    static let magic = Array("PMTiles".utf8)

    package init() {}

    /// The end of its last part, in bytes.
    package var fileLength: UInt64 {
        [root, metadata, leaves, tiles].map { $0.offset + $0.length }.max() ?? 0
    }

    package var bytes: [UInt8] {
        var bytes = Self.magic + [3]
        func add(_ number: some FixedWidthInteger) {
            for shift in stride(from: 0, to: number.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for section in [root, metadata, leaves, tiles] {
            add(section.offset)
            add(section.length)
        }
        for count in [addressedTiles, entries, contents] { add(count) }
        bytes += [isClustered ? 1 : 0, directoryCompression.rawValue, tileCompression.rawValue, content.rawValue]
        bytes += [UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
        for side in bounds { add(side) }
        bytes.append(UInt8(centerZoom))
        for number in center { add(number) }
        return bytes
    }
}

extension PMTilesHeader {
    /// Reads the header of a file of `fileLength` bytes. Throws the broken rule.
    init(_ bytes: [UInt8], fileLength: UInt64) throws(BrokenRule) {
        guard bytes.count >= Self.length, Array(bytes.prefix(7)) == Self.magic else {
            throw BrokenRule("it does not begin as PMTiles")
        }
        guard bytes[7] == 3 else { throw BrokenRule("it has version \(bytes[7]) of PMTiles, not 3") }
        func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
            (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: bytes[offset + $1]) << (8 * $1) }
        }
        func section(at offset: Int) throws(BrokenRule) -> Section {
            let section = Section(offset: number(at: offset), length: number(at: offset + 8))
            guard section.offset <= fileLength, section.length <= fileLength - section.offset else {
                throw BrokenRule("a part of it lies behind its end")
            }
            return section
        }
        root = try section(at: 8)
        metadata = try section(at: 24)
        leaves = try section(at: 40)
        tiles = try section(at: 56)
        (addressedTiles, entries, contents) = (number(at: 72), number(at: 80), number(at: 88))
        isClustered = bytes[96] == 1
        guard let directories = Compression(rawValue: bytes[97]), let tileCompression = Compression(rawValue: bytes[98])
        else { throw BrokenRule("it has an unknown compression") }
        (directoryCompression, self.tileCompression) = (directories, tileCompression)
        content = Content(rawValue: bytes[99]) ?? .unknown
        guard bytes[100] <= bytes[101], bytes[101] <= 31 else { throw BrokenRule("its zooms are out of order") }
        zooms = Int(bytes[100])...Int(bytes[101])
        bounds = (0..<4).map { number(at: 102 + 4 * $0) }
        centerZoom = Int(bytes[118])
        center = (0..<2).map { number(at: 119 + 4 * $0) }
        try check()
    }

    private func check() throws(BrokenRule) {
        guard root.length > 0, root.offset >= Self.length, root.offset + root.length <= Self.beginning else {
            throw BrokenRule("its root directory is not in its first 16,384 bytes")
        }
        let isOnEarth =
            [bounds[0], bounds[2]].allSatisfy { $0.magnitude <= 1_800_000_000 }
            && [bounds[1], bounds[3]].allSatisfy { $0.magnitude <= 900_000_000 }
        guard isOnEarth, bounds[0] <= bounds[2], bounds[1] <= bounds[3] else {
            throw BrokenRule("its bounds are not an area on Earth")
        }
    }
}

/// A rule of the format that bytes break.
struct BrokenRule: Error {
    let rule: String

    init(_ rule: String) { self.rule = rule }
}
