import Atlas
import Community
import FoundationEssentials
import Glibc
import HereaboutsAPI
import Synchronization
import TileArchives

/// The archive of all vector tiles of the atlas in service. It is made at its first request and stays in the cache
/// folder, one file for one atlas.
///
/// ```
/// <cache>/tiles-<version>.pmtiles   the archive; the version names atlas, tiles and format
/// <cache>/draft-<random>.pmtiles    an archive that is being made
/// ```
///
/// A class because all requests share the one that is being made.
final class TileArchiveCache: Sendable {
    private let folder: String
    private let current = Mutex<(version: String, file: Task<RangedFile, any Error>)?>(nil)

    init(folder: String) { self.folder = folder }

    /// Returns the archive of `generation`. A worker makes it at the first request: for the machine, at low priority,
    /// and after other long jobs. Concurrent requests wait for the same file.
    ///
    /// Throws `unavailable` when too much work is waiting, and `ArchiveNotMade` when the folder cannot be written. The
    /// next request then tries again.
    func file(of generation: AtlasGeneration, _ workers: WorkerPool) async throws -> RangedFile {
        let archive = try unsafe VectorTileArchive(AtlasView(bytes: generation.mapped.bytes))
        let version = archive.version
        let task = current.withLock { current in
            if let current, current.version == version { return current.file }
            let task = Task { [folder] in
                try await workers.runInTurn {
                    // The archive reads the mapping.
                    try withExtendedLifetime(generation) { try Self.file(of: archive, in: folder) }
                }
            }
            current = (version, task)
            return task
        }
        do {
            return try await task.value
        } catch {
            current.withLock { if $0?.file == task { $0 = nil } }
            throw error
        }
    }

    /// Opens the archive in `folder`, and makes it first if it is missing or damaged.
    private static func file(of archive: VectorTileArchive, in folder: String) throws -> RangedFile {
        let name = "tiles-\(archive.version).pmtiles", path = "\(folder)/\(name)"
        // A file that is missing or that somebody damaged is made again, whatever the reason.
        if let header = try? PMTilesReader(path: path).header, let mapped = try? MappedFile(path: path),
            header.fileLength == mapped.length
        {
            return ranged(mapped)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // A killed process may have left its draft.
            let draft = "\(folder)/draft-\(hexadecimal(.random(in: 0 ... .max))).pmtiles"
            // After the file has its name, there is no draft to remove.
            defer { _ = unsafe unlink(draft) }
            try archive.write(to: draft)
            guard unsafe rename(draft, path) == 0 else { throw TileArchiveError("\(path) cannot be written") }
            let mapped = try MappedFile(path: path)
            removeOthers(than: name, in: folder)
            return ranged(mapped)
        } catch {
            // The reason, such as a full disk, is the operator's, not the client's.
            throw ArchiveNotMade(description: "the archive of all tiles cannot be made in \(folder): \(error)")
        }
    }

    /// The tag names the content itself: another build of the compressor may give the same tiles other bytes.
    private static func ranged(_ mapped: MappedFile) -> RangedFile {
        let hash = unsafe XXHash64.hash(mapped.bytes)
        return RangedFile(mapped, tag: "\"\(hexadecimal(hash))\"", type: "application/vnd.pmtiles")
    }

    /// Removes archives of other atlases, and drafts of killed processes: no archive takes a day. A process that still
    /// maps a removed file can go on reading it.
    private static func removeOthers(than name: String, in folder: String) {
        // A folder that cannot be listed, or a file that cannot be removed, only takes disk space.
        for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where other != name && other.hasSuffix(".pmtiles") {
            var status = stat()
            guard unsafe stat("\(folder)/\(other)", &status) == 0 else { continue }
            let isOld = time(nil) - status.st_mtim.tv_sec > 24 * 3600
            guard other.hasPrefix("tiles-") || other.hasPrefix("draft-") && isOld else { continue }
            _ = unsafe unlink("\(folder)/\(other)")
        }
    }
}

/// Why the server could not make the archive of its tiles. It names files of this server only.
struct ArchiveNotMade: LoggableFault {
    let description: String
}
