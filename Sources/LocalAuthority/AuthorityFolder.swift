import Glibc

/// The files of an authority, in a folder that only the server's user may open.
struct AuthorityFolder: Sendable {
    let path: String

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the folder, and removes others' access if it is open.
    func make() throws(LocalAuthorityFault) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, unsafe chmod(path, 0o700) == 0 else {
            throw .folder(path, cause: systemError())
        }
    }

    /// Returns the text of a file; `nil` if it does not exist. Throws if it cannot be read.
    func text(_ name: String) throws(LocalAuthorityFault) -> String? {
        switch readText(path(name)) {
        case .success(let text): return text
        case .failure(let error) where error.code == ENOENT: return nil
        case .failure(let error): throw .unreadable(path(name), cause: error.text)
        }
    }

    /// Writes a file atomically: readers see the old file until the new one is complete.
    func write(_ text: String, to name: String, mode: mode_t) throws(LocalAuthorityFault) {
        let draft = path(".\(name)-\(UInt64.random(in: 0 ... .max))")
        do throws(SystemError) {
            try Self.write(Array(text.utf8), to: draft, mode: mode)
            guard unsafe rename(draft, path(name)) == 0 else { throw SystemError() }
            try synchronize()
        } catch {
            _ = unsafe unlink(draft)
            throw .unwritable(path(name), cause: error.text)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SystemError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        // The process's umask could make the certificate unreadable to the server.
        guard fchmod(descriptor, mode) == 0 else { throw SystemError() }
        var start = 0
        while start < bytes.count {
            // Inside: `start` is below the count.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
            }
            guard count > 0 else { throw SystemError() }
            start += count
        }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    private func synchronize() throws(SystemError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }
}

/// The error of the last system call.
struct SystemError: Error {
    let code = errno
    var text: String { systemError(code) }
}

/// Returns the system's text for `code`.
func systemError(_ code: Int32 = errno) -> String {
    // `strerror` gives a static string for the errors of file calls.
    unsafe String(cString: strerror(code))
}

/// Returns the text of a small file.
func readText(_ path: String) -> Result<String, SystemError> {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(SystemError()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 14)
    // Certificates are smaller, and so is the bundle of a whole system.
    while bytes.count < 4 << 20 {
        let count = unsafe read(descriptor, &piece, piece.count)
        guard count >= 0 else { return .failure(SystemError()) }
        if count == 0 { break }
        bytes += piece.prefix(count)
    }
    return .success(String(decoding: bytes, as: UTF8.self))
}
