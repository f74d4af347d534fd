import CLinux
import Crypto
import Foundation
import Glibc

/// What is done with files, each of it on the disk when it returns. Errors name the file.
enum Files {
    static func fault(_ path: String, _ doing: String) -> BackupFault {
        let cause = unsafe String(cString: strerror(errno))
        return BackupFault("\(path) cannot be \(doing): \(cause); make room, or let this user have the folder")
    }

    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw BackupFault(
                "\(path) cannot be made: \(error.localizedDescription); let this user have the folder around it")
        }
    }

    static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The names in a folder, in order; none where there is no folder.
    static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The files below a folder, by their paths from it, in order; none where there is no folder.
    static func files(below path: String) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: path) else { return [] }
        var found: [String] = []
        for case let name as String in walk where isFile(path + "/" + name) { found.append(name) }
        return found.sorted()
    }

    private static func isFile(_ path: String) -> Bool { isThere(path) && !isFolder(path) }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
    }

    /// Removes a file or a folder with all in it, if it is there.
    static func remove(_ path: String) throws {
        guard isThere(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw BackupFault("\(path) cannot be removed: \(error.localizedDescription); remove it yourself")
        }
    }

    /// Puts a file or folder in the place of another, at once: whoever looks finds the old one or the new one.
    static func replace(_ path: String, by draft: String) throws {
        if isThere(path), isFolder(path) {
            // What was there goes afterwards.
            try exchange(draft, path)
            return try remove(draft)
        }
        guard unsafe rename(draft, path) == 0 else { throw fault(path, "written") }
        try synchronizeFolder(of: path)
    }

    /// Exchanges two folders, or moves the first where there is no second.
    static func exchange(_ draft: String, _ path: String) throws {
        let result = isThere(path) ? unsafe linux_exchange(draft, path) : unsafe rename(draft, path)
        guard result == 0 else { throw fault(path, "replaced") }
        try synchronizeFolder(of: path)
    }

    /// Has the folder around `path` remember what is in it, whatever becomes of the machine.
    static func synchronizeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(folder, "read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault(folder, "written") }
    }

    static func write(_ bytes: Data, to path: String) throws {
        let draft = path + ".partial"
        try remove(draft)
        let output = try Output(draft)
        try output.write(bytes)
        try output.finish()
        try replace(path, by: draft)
    }

    /// The right to change what is in a folder, of one at a time. A class because it is held as long as it lives.
    final class Lock {
        private let descriptor: Int32

        init(_ folder: String) throws {
            descriptor = unsafe open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Files.fault(folder, "written") }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw BackupFault("another hereabouts works on the backups in \(folder); wait until it is done")
            }
        }

        deinit { close(descriptor) }
    }

    /// A file that is written once, from its beginning. A class because it is the file.
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

        /// Returns once all of it is on the disk.
        func finish() throws {
            guard fsync(descriptor) == 0 else { throw Files.fault(path, "written") }
        }
    }

    /// Reads a file in pieces of so many bytes, the last one shorter; an empty file is one empty piece. `body` is told whether a piece is the last.
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

    static func checksum(of path: String) throws -> (bytes: Int64, sha256: String) {
        var digest = SHA256(), bytes: Int64 = 0
        try read(path, by: BackupSeal.pieceLength) { piece, _ in
            digest.update(data: piece)
            bytes += Int64(piece.count)
        }
        return (bytes, hexadecimal(digest.finalize()))
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
