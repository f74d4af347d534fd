import Glibc

/// Why an archive of tiles cannot be read or written.
package struct TileArchiveError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Describes the failure of the last system call on the file at `path`.
    init(path: String, doing verb: String) {
        // `strerror` gives a static string for the errors of file calls.
        description = unsafe "cannot \(verb) \(path): \(String(cString: strerror(errno)))"
    }

    /// Says that the archive at `path` breaks a rule of its format.
    init(_ path: String, breaks rule: String) {
        description = "\(path) is not a readable tile archive: \(rule); make it again, or name another file"
    }
}
