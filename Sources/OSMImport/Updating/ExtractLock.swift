import Glibc

/// Keeps other updates from an extract: of two that begin with the same one, the later result would lack the changes of
/// the other. A class because it is held while it exists.
final class ExtractLock {
    private let descriptor: Int32

    /// Locks the file at `path`; there may be none. Throws `ReadError` if another update has it.
    init(_ path: String) throws(ReadError) {
        var descriptor = Self.open(path)
        // A file system that cannot lock is used without.
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
            Self.isReplaced(descriptor, at: path)
        {
            close(descriptor)
            descriptor = Self.open(path)
        }
        self.descriptor = descriptor
        guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw ReadError(
                file: path, problem: "another `hereabouts update` is working on it",
                remedy: "wait until that has ended, then repeat this one")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What cannot be opened is reported where it is read or written.
    private static func open(_ path: String) -> Int32 { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }

    /// Whether an update that ended just now gave the name to another file.
    private static func isReplaced(_ descriptor: Int32, at path: String) -> Bool {
        var locked = stat(), named = stat()
        guard unsafe fstat(descriptor, &locked) == 0, unsafe stat(path, &named) == 0 else { return false }
        return locked.st_dev != named.st_dev || locked.st_ino != named.st_ino
    }
}
