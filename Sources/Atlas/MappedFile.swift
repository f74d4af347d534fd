#if canImport(Glibc)
    import Glibc

    /// A file mapped into memory, read-only, for as long as this object lives. Host only.
    ///
    /// A class because its identity is the mapping's: the last holder unmaps. Map private copies only: truncating a
    /// mapped file from outside kills the process that reads it.
    @safe
    package final class MappedFile: Sendable {
        // Written once, in `init`; the memory is read-only.
        nonisolated(unsafe) private let base: UnsafeMutableRawPointer
        package let length: Int

        /// Maps the file at `path`; throws `MappedFileError` when it cannot be opened, is not a regular file or is
        /// empty.
        package init(path: String) throws(MappedFileError) {
            // Opening a pipe would wait for somebody to write into it.
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw MappedFileError(path: path, errorNumber: errno) }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw MappedFileError(path: path, errorNumber: errno) }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
                throw MappedFileError(path: path, errorNumber: EINVAL)
            }
            guard let address = unsafe mmap(nil, status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0),
                unsafe address != MAP_FAILED
            else { throw MappedFileError(path: path, errorNumber: errno) }
            unsafe base = address
            length = status.st_size
        }

        deinit { unsafe munmap(base, length) }

        /// The mapped bytes; valid while this object lives.
        @unsafe package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: length) }
    }

    /// Why a file could not be mapped.
    package struct MappedFileError: Error, CustomStringConvertible {
        package let path: String
        package let errorNumber: Int32

        package var description: String {
            if errorNumber == EINVAL { return "\(path) is empty or not a regular file; name an existing file" }
            // `strerror` gives a static string for the errors of open, fstat and mmap.
            return
                unsafe "cannot read \(path): \(String(cString: strerror(errorNumber))); check the name and its permissions"
        }
    }
#endif
