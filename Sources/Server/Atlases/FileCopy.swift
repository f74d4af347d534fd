import Glibc

/// Copies files, sharing their blocks where the file system can.
enum FileCopy {
    /// Copies `source` to the new file `target` and returns the stamp of the copied content.
    ///
    /// Throws `AtlasStoreError` when it cannot open, read or write a file, or when the source changed meanwhile.
    static func copy(from source: String, to target: String) throws -> FileStamp {
        // Opening a pipe would block until another process writes into it.
        let input = unsafe open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { throw AtlasStoreError(path: source, doing: "read") }
        defer { close(input) }
        guard let before = FileStamp(descriptor: input) else {
            throw AtlasStoreError("\(source) is not a regular file; name an atlas")
        }
        _ = unsafe unlink(target)
        let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
        guard output >= 0 else { throw AtlasStoreError(path: target, doing: "write") }
        defer { close(output) }

        // Shares blocks on file systems that can (FICLONE, linux/fs.h); copies inside the kernel elsewhere.
        var rest = ioctl(output, 0x4004_9409, input) == 0 ? 0 : before.size
        while rest > 0 {
            let copied = sendfile(output, input, nil, Int(rest))
            guard copied != 0 else {
                throw AtlasStoreError("\(source) became shorter while it was copied; start again")
            }
            if copied < 0, errno == EINTR { continue }
            guard copied > 0 else { throw AtlasStoreError(path: target, doing: "copy \(source) to") }
            rest -= Int64(copied)
        }
        guard fsync(output) == 0 else { throw AtlasStoreError(path: target, doing: "write") }
        guard FileStamp(descriptor: input) == before else {
            throw AtlasStoreError("\(source) changed while it was copied; wait for its writer and start again")
        }
        return before
    }
}
