/// A directory of a PMTiles archive: entries in the order of the tiles (spec/v3, §4).
enum PMTilesDirectory {
    /// Where the content of consecutive tiles, or a further directory, lies.
    struct Entry: Equatable, Sendable {
        /// The number of the first tile.
        var tile: UInt64
        /// From the beginning of the section of tiles, or of leaves.
        var offset: UInt64
        var length: UInt32
        /// The number of tiles with this content; 0 for a further directory, which begins with `tile`.
        var run: UInt32
    }

    /// Returns the directory's bytes, not compressed: four columns of varints.
    static func bytes(of entries: some Collection<Entry>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: UInt64(entries.count))
        var tile: UInt64 = 0
        for entry in entries {
            bytes.append(varint: entry.tile - tile)
            tile = entry.tile
        }
        for entry in entries { bytes.append(varint: UInt64(entry.run)) }
        for entry in entries { bytes.append(varint: UInt64(entry.length)) }
        var end: UInt64?
        for entry in entries {
            bytes.append(varint: entry.offset == end ? 0 : entry.offset + 1)
            end = entry.offset + UInt64(entry.length)
        }
        return bytes
    }

    /// Reads a directory. Throws the rule that its bytes break.
    static func entries(in bytes: [UInt8]) throws(BrokenRule) -> [Entry] {
        var reader = VarintReader(bytes)
        let count = try reader.next()
        // Each entry has four numbers of a byte at least.
        guard count > 0, count <= UInt64(bytes.count / 4) else {
            throw BrokenRule("a directory has another number of entries than it says")
        }
        var entries: [Entry] = []
        entries.reserveCapacity(Int(count))
        var tile: UInt64 = 0
        for index in 0..<count {
            let step = try reader.next(), sum = tile.addingReportingOverflow(step)
            guard !sum.overflow, index == 0 || step > 0 else { throw BrokenRule("a directory is out of order") }
            tile = sum.partialValue
            entries.append(Entry(tile: tile, offset: 0, length: 0, run: 0))
        }
        for index in entries.indices { entries[index].run = try reader.next32() }
        for index in entries.indices {
            entries[index].length = try reader.next32()
            guard entries[index].length > 0 else { throw BrokenRule("an entry of a directory is empty") }
        }
        try readOffsets(&entries, from: &reader)
        guard reader.isAtEnd else { throw BrokenRule("a directory has bytes behind its entries") }
        for index in entries.indices.dropFirst() {
            let before = entries[index - 1]
            guard UInt64(before.run) <= entries[index].tile - before.tile else {
                throw BrokenRule("two entries of a directory have the same tile")
            }
        }
        return entries
    }

    private static func readOffsets(_ entries: inout [Entry], from reader: inout VarintReader) throws(BrokenRule) {
        var end: UInt64?
        for index in entries.indices {
            let number = try reader.next()
            guard let offset = number > 0 ? number - 1 : end else {
                throw BrokenRule("the first entry of a directory follows another")
            }
            let sum = offset.addingReportingOverflow(UInt64(entries[index].length))
            guard !sum.overflow else { throw BrokenRule("an entry of a directory has no end") }
            entries[index].offset = offset
            end = sum.partialValue
        }
    }

    /// Returns the last entry that begins at `tile` or before it; `nil` if there is none.
    static func entry(for tile: UInt64, in entries: [Entry]) -> Entry? {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1] : nil
    }
}

extension [UInt8] {
    /// Appends a number in groups of seven bits, the lowest first (LEB128).
    mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads the varints of bytes of unknown origin.
struct VarintReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Throws when the bytes end inside the number, or when it exceeds 64 bits.
    mutating func next() throws(BrokenRule) -> UInt64 {
        var number: UInt64 = 0, shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position], low = UInt64(byte & 0x7f)
            position += 1
            guard shift < 63 || low <= 1 else { break }
            number |= low << shift
            if byte < 0x80 { return number }
            shift += 7
            guard shift < 70 else { break }
        }
        throw BrokenRule("a number of a directory has no end")
    }

    mutating func next32() throws(BrokenRule) -> UInt32 {
        guard let number = UInt32(exactly: try next()) else { throw BrokenRule("a number of a directory is too large") }
        return number
    }
}
