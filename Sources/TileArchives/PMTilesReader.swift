package import GeoCore
import Synchronization

/// Reads tiles of a PMTiles archive, version 3. Nothing in the file can trap it: a damaged archive throws.
///
/// A class because it owns the open file and the directories that it has read. Several threads may ask at once.
package final class PMTilesReader: Sendable {
    package let header: PMTilesHeader
    private let file: ArchiveFile
    private let root: [PMTilesDirectory.Entry]
    private let leaves = Mutex(Leaves())

    /// The directories below the root that were read last.
    private struct Leaves {
        var directories: [UInt64: [PMTilesDirectory.Entry]] = [:]
        /// Their offsets, the oldest first.
        var order: [UInt64] = []
        var entries = 0
    }

    /// The most entries in memory: 24 MiB.
    private static let mostEntries = 1 << 20
    /// The most bytes of a directory, compressed and not: about a million entries.
    private static let maximumDirectory: (packed: UInt64, plain: Int) = (2 << 20, 4 << 20)
    /// The most directories from the root to a tile (spec/v3, §4: readers need not follow more).
    private static let mostLevels = 4
    /// The most bytes of the metadata, compressed and not.
    private static let maximumMetadata = 4 << 20

    /// Opens the archive at `path` and verifies its header and root directory.
    package init(path: String) throws(TileArchiveError) {
        let file = try ArchiveFile(reading: path)
        do throws(BrokenRule) {
            let length = file.length
            guard length >= UInt64(PMTilesHeader.length) else { throw BrokenRule("it is too short") }
            let beginning = try Self.read(file, at: 0, count: PMTilesHeader.length)
            let header = try PMTilesHeader(beginning, fileLength: length)
            guard [.none, .gzip].contains(header.directoryCompression) else {
                throw BrokenRule("its directories have a compression that this program cannot read; use gzip")
            }
            root = try Self.directory(file, header.root, header)
            self.header = header
        } catch {
            throw TileArchiveError(path, breaks: error.rule)
        }
        self.file = file
    }

    /// Returns the stored content of a tile; `nil` if the archive has none. Throws when the archive is damaged, or the
    /// content has more than `limit` bytes.
    package func content(of tile: TileID, upTo limit: Int) throws(TileArchiveError) -> [UInt8]? {
        let number = tile.archiveID
        var directory = root
        do throws(BrokenRule) {
            for _ in 0..<Self.mostLevels {
                guard let entry = PMTilesDirectory.entry(for: number, in: directory) else { return nil }
                guard entry.run == 0 else {
                    guard number - entry.tile < UInt64(entry.run) else { return nil }
                    guard Int(entry.length) <= limit else { throw BrokenRule("a tile is larger than any picture") }
                    let place = try Self.part(entry, of: header.tiles)
                    return try Self.read(file, at: place.offset, count: Int(entry.length))
                }
                directory = try leaf(entry)
            }
            throw BrokenRule("its directories are too deep")
        } catch {
            throw TileArchiveError(file.path, breaks: error.rule)
        }
    }

    /// Returns the metadata, a JSON object by the specification; empty if it is too long or cannot be read.
    package func metadata() throws(TileArchiveError) -> [UInt8] {
        let section = header.metadata
        guard section.length > 0, section.length <= UInt64(Self.maximumMetadata) else { return [] }
        let bytes = try file.bytes(at: section.offset, count: Int(section.length))
        guard header.directoryCompression == .gzip else { return bytes }
        return GzipUnpacker().unpack(bytes, upTo: Self.maximumMetadata) ?? []
    }

    private func leaf(_ entry: PMTilesDirectory.Entry) throws(BrokenRule) -> [PMTilesDirectory.Entry] {
        if let known = leaves.withLock({ $0.directories[entry.offset] }) { return known }
        let read = try Self.directory(file, try Self.part(entry, of: header.leaves), header)
        leaves.withLock { leaves in
            guard leaves.directories.updateValue(read, forKey: entry.offset) == nil else { return }
            leaves.order.append(entry.offset)
            leaves.entries += read.count
            while leaves.entries > Self.mostEntries, leaves.order.count > 1 {
                let oldest = leaves.order.removeFirst()
                leaves.entries -= leaves.directories.removeValue(forKey: oldest)?.count ?? 0
            }
        }
        return read
    }

    /// Returns where an entry's bytes lie in the file.
    private static func part(
        _ entry: PMTilesDirectory.Entry, of section: PMTilesHeader.Section
    ) throws(BrokenRule) -> PMTilesHeader.Section {
        let length = UInt64(entry.length)
        guard entry.offset <= section.length, length <= section.length - entry.offset else {
            throw BrokenRule("a directory points out of its section")
        }
        return .init(offset: section.offset + entry.offset, length: length)
    }

    private static func directory(
        _ file: ArchiveFile, _ section: PMTilesHeader.Section, _ header: PMTilesHeader
    ) throws(BrokenRule) -> [PMTilesDirectory.Entry] {
        guard section.length <= maximumDirectory.packed else { throw BrokenRule("a directory is too long") }
        var bytes = try read(file, at: section.offset, count: Int(section.length))
        if header.directoryCompression == .gzip {
            guard let plain = GzipUnpacker().unpack(bytes, upTo: maximumDirectory.plain) else {
                throw BrokenRule("a directory cannot be decompressed")
            }
            bytes = plain
        }
        return try PMTilesDirectory.entries(in: bytes)
    }

    /// Reads a part of the file that was inside it when it was opened.
    private static func read(_ file: ArchiveFile, at offset: UInt64, count: Int) throws(BrokenRule) -> [UInt8] {
        do throws(TileArchiveError) {
            return try file.bytes(at: offset, count: count)
        } catch {
            throw BrokenRule("it became shorter")
        }
    }
}
