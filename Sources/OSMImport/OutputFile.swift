import Foundation
import Glibc

/// A file that appears at its path completely or not at all: written beside it under another name, then renamed.
package struct OutputFile: ~Copyable {
    private let path: String
    private let folder: String
    /// The path of the unfinished file. It is removed, or renamed, when this value ends.
    package let temporaryPath: String
    private let descriptor: Int32

    private init(path: String, folder: String, temporaryPath: String, descriptor: Int32) {
        self.path = path
        self.folder = folder
        self.temporaryPath = temporaryPath
        self.descriptor = descriptor
    }

    /// Creates the temporary file; throws `OutputError` immediately if that is not possible, or if `path` is a folder.
    package static func create(at path: String) throws(OutputError) -> OutputFile {
        guard !path.isEmpty else { throw OutputError(path: "''", errorNumber: ENOENT) }
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            // Renaming would replace a device or a link.
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw OutputError(path: path, errorNumber: isFolder ? EISDIR : EEXIST)
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let temporaryPath = "\(folder)/.\(name).\(getpid()).partial"
        removeLeftovers(of: String(name), in: folder)
        // A file with this name is left from a killed process, or an attacker put it there to redirect the writing.
        _ = unsafe unlink(temporaryPath)
        let descriptor = unsafe open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw OutputError(path: path, errorNumber: errno) }
        // A superuser's map must belong to the owner of the folder, such as the server's user, who otherwise could not
        // read it if new files are private. If that fails, the file stays as it is.
        if geteuid() == 0, unsafe stat(folder, &status) == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        // Held until the file is closed, so that other processes see that it is being written.
        flock(descriptor, LOCK_EX | LOCK_NB)
        return OutputFile(path: path, folder: folder, temporaryPath: temporaryPath, descriptor: descriptor)
    }

    /// Removes files of killed processes that wrote the file `name`: no process holds them any more, and they are older
    /// than the moment between creating a file and holding it.
    private static func removeLeftovers(of name: String, in folder: String) {
        // A folder that cannot be listed may still be writable; then its leftovers stay.
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where entry.hasPrefix(".\(name).") && entry.hasSuffix(".partial") {
            let path = "\(folder)/\(entry)"
            let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            var status = stat()
            let isOld = unsafe fstat(descriptor, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 60
            if isOld, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
            close(descriptor)
        }
    }

    deinit {
        close(descriptor)
        // After `publish` no file has this name.
        unsafe unlink(temporaryPath)
    }

    /// Appends `bytes`.
    func write(_ bytes: borrowing [UInt8]) throws(OutputError) {
        var offset = 0
        while offset < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(descriptor, all.baseAddress! + offset, all.count - offset)
            }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw OutputError(path: path, errorNumber: errno) }
            offset += written
        }
    }

    /// The file as the output of an atlas's writer, for as long as this value exists.
    package func atlasOutput() -> AtlasFile {
        AtlasFile(path: path, temporaryPath: temporaryPath, descriptor: descriptor)
    }

    /// Waits until the bytes are on disk, then gives the file its name; it atomically replaces an existing file.
    package consuming func publish() throws(OutputError) {
        // The new name is in the folder, which must reach the disk, too. It is opened first: after the rename, nothing
        // may fail that could have failed before.
        let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw OutputError(path: path, errorNumber: errno) }
        defer { close(directory) }
        guard fsync(descriptor) == 0, unsafe rename(temporaryPath, path) == 0 else {
            throw OutputError(path: path, errorNumber: errno)
        }
        guard fsync(directory) == 0 else { throw OutputError(path: path, errorNumber: errno) }
    }
}

/// The reason that a file could not be written.
package struct OutputError: Error, CustomStringConvertible {
    package let path: String
    package let errorNumber: Int32

    package var description: String {
        // `strerror` gives a static string for the errors of open, write, fsync and rename.
        let cause = unsafe String(cString: strerror(errorNumber))
        if errorNumber == EEXIST { return "cannot write \(path): it is no regular file; name another output" }
        return "cannot write \(path): \(cause); check that the folder exists, may be written to and has room"
    }
}
