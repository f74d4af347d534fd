import Glibc
import NIOCore

/// An open file of the page.
struct PageFile: ~Copyable {
    /// Identifies one state of a file.
    struct Stamp: Hashable, Sendable {
        let inode: UInt
        let size: Int
        let modifiedSeconds: Int
        let modifiedNanoseconds: Int
    }

    /// The most bytes of a page's file.
    static let maximumSize = 16 << 20

    private let descriptor: Int32
    let stamp: Stamp

    /// Opens the regular file at `path`; `nil` when there is none or it is too large.
    init?(path: String) {
        // Without O_NONBLOCK a named pipe in the folder would block the thread.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.maximumSize
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        stamp = Stamp(
            inode: status.st_ino, size: status.st_size, modifiedSeconds: status.st_mtim.tv_sec,
            modifiedNanoseconds: status.st_mtim.tv_nsec)
    }

    deinit { close(descriptor) }

    /// Returns the content; `nil` when reading fails or the file shrank meanwhile.
    func bytes() -> [UInt8]? {
        let size = stamp.size
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                // Inside: `count` bytes of `size` are filled.
                let got = unsafe read(descriptor, buffer.baseAddress! + count, size - count)
                guard got > 0 else { return }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }
}
