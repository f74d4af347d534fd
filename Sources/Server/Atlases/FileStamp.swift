import Glibc

/// Distinguishes the states of a file without reading it.
package struct FileStamp: Codable, Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modifiedNanoseconds: Int64
    /// The time of the last change of content or metadata: nobody can alter a file and keep it.
    let changedNanoseconds: Int64

    /// Returns the stamp of the regular file at `path`; `nil` when there is none.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// Returns the stamp of an open file; `nil` when it is not a regular file.
    init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modifiedNanoseconds = nanoseconds(status.st_mtim)
        changedNanoseconds = nanoseconds(status.st_ctim)
    }
}
