import CLinux
import Crypto
import Foundation
import Glibc

/// File operations. When a call returns, its changes are on disk. Errors name the file.
enum Files {
    static func fault(_ path: String, _ doing: String) -> BackupFault {
        let cause = errno, words = unsafe String(cString: strerror(cause))
        let remedy =
            switch cause {
            case ENOSPC, EDQUOT, EFBIG: "make room"
            case EACCES, EPERM, EROFS: "give this user write access to its folder"
            case EBUSY, EXDEV: "it is a mount point: name a folder in it"
            default: "check the disk"
            }
        return BackupFault("\(path) cannot be \(doing): \(words); \(remedy)")
    }

    /// Returns the target of a path in its shortest form: `data/` is `data`.
    static func normal(_ path: String) -> String {
        let path = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw BackupFault(
                "\(path) cannot be made: \(error.localizedDescription); give this user write access to the folder around it"
            )
        }
    }

    static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Returns the names in a folder, sorted; empty if it does not exist. Throws if it cannot be read.
    static func names(in path: String) throws -> [String] {
        guard isThere(path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw BackupFault("\(path) cannot be read: \(error.localizedDescription); give this user read access")
        }
    }

    /// Returns the files below a folder by their relative paths, sorted; empty if it does not exist. Skips special
    /// files. Throws if it cannot be read.
    static func files(below path: String) throws -> [String] {
        try names(in: path).flatMap { name in
            let inner = path + "/" + name
            return isFolder(inner) ? try files(below: inner).map { "\(name)/\($0)" } : isFile(inner) ? [name] : []
        }
    }

    static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    /// Whether the path is a regular file, rather than a link or a device.
    static func isPlain(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    /// Returns the file type of a path's target.
    private static func kind(of path: String) -> mode_t {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        return status.st_mode & S_IFMT
    }

    static func length(of path: String) -> Int64? { stamp(of: path)?.bytes }

    /// A fingerprint that changes when a file is written.
    struct Stamp: Equatable {
        let bytes: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Stamp(
            bytes: Int64(status.st_size), seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    }

    static func content(of path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw BackupFault("\(path) cannot be read: \(error.localizedDescription); give this user read access")
        }
    }

    /// Removes a file, or a folder with its content, if it exists.
    static func remove(_ path: String) throws {
        guard isThere(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw BackupFault("\(path) cannot be removed: \(error.localizedDescription); remove it yourself")
        }
    }

    static func removeEmptyFolder(_ path: String) throws {
        guard unsafe rmdir(path) == 0 else { throw fault(path, "removed") }
    }

    /// Renames a file or folder; a file replaces an existing file.
    static func rename(_ path: String, to target: String) throws {
        guard unsafe Glibc.rename(path, target) == 0 else { throw fault(target, "written") }
        try synchronizeFolder(of: target)
    }

    /// Replaces a folder by another, and removes the old folder. If the file system can, this is atomic: readers find
    /// the old folder or the new one.
    static func replaceFolder(_ path: String, by draft: String) throws {
        guard isThere(path) else { return try rename(draft, to: path) }
        if unsafe linux_exchange(draft, path) == 0 {
            try synchronizeFolder(of: path)
            return try remove(draft)
        }
        // File systems of networks and of cameras cannot.
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw fault(path, "replaced") }
        let old = draft + ".old"
        try remove(old)
        try rename(path, to: old)
        try rename(draft, to: path)
        try remove(old)
    }

    /// Writes the directory entries of the folder around `path` to disk.
    static func synchronizeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(folder, "read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault(folder, "written") }
    }

    /// Writes a small file atomically. A crash leaves a file whose name begins with a dot, which everything else
    /// ignores.
    static func write(_ bytes: Data, to path: String) throws {
        let url = URL(filePath: path)
        let draft = url.deletingLastPathComponent().path + "/." + url.lastPathComponent + ".partial"
        try remove(draft)
        let output = try Output(draft)
        try output.write(bytes)
        try output.finish()
        try rename(draft, to: path)
    }

    /// An exclusive lock on a folder's content; a crash releases it. A class because it is held while it exists.
    final class Lock {
        private let descriptor: Int32

        /// Locks a folder for backups.
        init(_ folder: String) throws {
            descriptor = unsafe open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Files.fault(folder, "written") }
            try take(folder, "is working on the backups in \(folder)")
        }

        /// Locks a data folder itself, without a lock file in it: an empty folder stays empty, so a backup can be
        /// restored to it.
        init(ofData folder: String) throws {
            descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Files.fault(folder, "read") }
            try take(folder, "is backing up or restoring \(folder)")
        }

        private func take(_ folder: String, _ doing: String) throws {
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
            guard errno == EWOULDBLOCK else { throw Files.fault(folder, "locked") }
            throw BackupFault("another hereabouts \(doing); wait until it is done", isBusy: true)
        }

        deinit { close(descriptor) }
    }

    /// A file written once from its beginning. A class because it owns the file.
    final class Output {
        private let path: String
        private let descriptor: Int32

        init(_ path: String) throws {
            self.path = path
            descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Files.fault(path, "written") }
        }

        deinit { close(descriptor) }

        func write(_ bytes: Data) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Files.fault(path, "written") }
                rest = rest.dropFirst(written)
            }
        }

        /// Returns once the whole file is on disk.
        func finish() throws {
            guard fsync(descriptor) == 0 else { throw Files.fault(path, "written") }
        }
    }

    /// Reads a file in chunks of `length` bytes, the last one shorter; an empty file is one empty chunk. `body` also
    /// gets whether a chunk is the last.
    static func read(
        _ path: String, head: Int = 0, by length: Int, _ body: (Data, _ isLast: Bool) throws -> Void
    ) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw fault(path, "read") }
        defer { try? file.close() }
        do {
            if head > 0 { try body(file.read(upToCount: head) ?? Data(), false) }
            var piece = try file.read(upToCount: length) ?? Data()
            while true {
                let next = piece.count < length ? Data() : try file.read(upToCount: length) ?? Data()
                try body(piece, next.isEmpty)
                if next.isEmpty { return }
                piece = next
            }
        } catch let error as BackupFault {
            throw error
        } catch {
            throw BackupFault("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// Returns the first bytes of a file; fewer if the file is shorter.
    static func beginning(of path: String, length: Int) throws -> Data {
        guard let file = FileHandle(forReadingAtPath: path) else { throw fault(path, "read") }
        defer { try? file.close() }
        do {
            return try file.read(upToCount: length) ?? Data()
        } catch {
            throw BackupFault("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// A checksum of a file, computed chunk by chunk.
    struct Checksum {
        private var digest = SHA256()
        private var bytes: Int64 = 0

        mutating func add(_ piece: Data) {
            digest.update(data: piece)
            bytes += Int64(piece.count)
        }

        var value: (bytes: Int64, sha256: String) { (bytes, Files.hexadecimal(digest.finalize())) }
    }

    static func checksum(of path: String) throws -> (bytes: Int64, sha256: String) {
        var checksum = Checksum()
        try read(path, by: BackupSeal.pieceLength) { piece, _ in checksum.add(piece) }
        return checksum.value
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
