import Glibc

/// An open file that is read and written by position.
///
/// A class because it owns the descriptor: the last holder closes it. Its calls do not share a position, so several
/// threads may read at once.
final class ArchiveFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens an existing regular file for reading.
    init(reading path: String) throws(TileArchiveError) {
        // Opening a pipe would wait for another process to write into it.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TileArchiveError(path: path, doing: "read") }
        (self.path, self.descriptor) = (path, descriptor)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw TileArchiveError("\(path) is not a regular file; name an archive of tiles")
        }
    }

    /// Empties the file at `path`, or makes it.
    init(writing path: String) throws(TileArchiveError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw TileArchiveError(path: path, doing: "write") }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// The current length in bytes.
    var length: UInt64 {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
    }

    /// Returns `count` bytes from `offset`. Throws when the file ends before.
    func bytes(at offset: UInt64, count: Int) throws(TileArchiveError) -> [UInt8] {
        guard let start = Int(exactly: offset), start <= Int.max - count else {
            throw TileArchiveError(path, breaks: "it points behind its end")
        }
        var isComplete = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // Inside the buffer, which has room for `count` bytes.
                let read = unsafe pread(descriptor, buffer.baseAddress! + filled, count - filled, start + filled)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else {
                    isComplete = false
                    return
                }
                filled += read
            }
        }
        guard isComplete else { throw TileArchiveError("\(path) ended while it was read; copy it again") }
        return bytes
    }

    /// Waits until the file's content is on the disk.
    func synchronize() throws(TileArchiveError) {
        guard fsync(descriptor) == 0 else { throw TileArchiveError(path: path, doing: "write") }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(TileArchiveError) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { all in
                unsafe pwrite(descriptor, all.baseAddress! + done, all.count - done, Int(offset) + done)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw TileArchiveError(path: path, doing: "write") }
            done += written
        }
    }
}
