internal import Glibc

/// Wakes a thread that waits in `poll`.
///
/// A class because it owns a pipe. Each byte in the pipe is a ring that was not heard.
final class Bell: Sendable {
    /// The file that has something to read once somebody rang.
    let file: Int32
    private let end: Int32

    /// Makes the pipe. There is none if the process may open no more files; then waiting ends by its deadline only.
    init() {
        var ends: (Int32, Int32) = (-1, -1)
        let isMade = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress) == 0
        }
        (file, end) = isMade ? ends : (-1, -1)
        for one in [file, end] {
            // Neither end may block: a full pipe wakes as well as a byte more would, and an empty one is quiet.
            _ = fcntl(one, F_SETFL, O_NONBLOCK)
            _ = fcntl(one, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(file)
        close(end)
    }

    func ring() {
        var byte: UInt8 = 0
        _ = unsafe write(end, &byte, 1)
    }

    /// Forgets the rings so far.
    func hear() {
        var bytes: UInt64 = 0
        while unsafe read(file, &bytes, 8) == 8 {}
    }

    /// Waits for a ring until `deadline`.
    func wait(until deadline: ContinuousClock.Instant) {
        var waited = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&waited, 1, Int32(clamping: max(0, (deadline - .now).milliseconds)))
    }
}
