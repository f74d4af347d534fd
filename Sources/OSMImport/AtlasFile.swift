import Atlas
import Glibc
import Synchronization

/// The unfinished file of an atlas, as the output of its writer.
package final class AtlasFile: AtlasOutput {
    /// The path in errors, and the path of the unfinished file.
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private let failure = Mutex<OutputError?>(nil)

    /// `descriptor` is open for reading and writing while this object is in use.
    init(path: String, temporaryPath: String, descriptor: Int32) {
        self.path = path
        self.temporaryPath = temporaryPath
        self.descriptor = descriptor
    }

    package func check() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func fail(_ errorNumber: Int32) {
        failure.withLock { $0 = $0 ?? OutputError(path: path, errorNumber: errorNumber) }
    }

    private var hasFailed: Bool { failure.withLock { $0 != nil } }

    @unsafe
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        var done = 0
        while done < bytes.count, !hasFailed {
            let written = unsafe pwrite(
                descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if written < 0, errno == EINTR { continue }
            if written < 0 { fail(errno) } else { done += written }
        }
    }

    package func move(_ range: Range<Int>, to offset: Int) {
        // Upwards from the end, so that no byte is overwritten before it is read.
        let blocks = Array(stride(from: range.lowerBound, to: range.upperBound, by: Self.blockSize))
        for start in offset > range.lowerBound ? blocks.reversed() : blocks {
            var block = [UInt8](repeating: 0, count: min(Self.blockSize, range.upperBound - start))
            unsafe block.withUnsafeMutableBytes { bytes in
                unsafe read(into: bytes, at: start)
                unsafe write(UnsafeRawBufferPointer(bytes), at: start - range.lowerBound + offset)
            }
        }
    }

    /// The bytes that `move` copies at a time.
    private static let blockSize = 1 << 20

    @unsafe
    private func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
        var done = 0
        while done < bytes.count, !hasFailed {
            let count = unsafe pread(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            // The end of the file, before what was written, means that somebody shortened it.
            if count <= 0 { fail(count < 0 ? errno : EIO) } else { done += count }
        }
    }

    package func truncate(to length: Int) {
        if ftruncate(descriptor, off_t(length)) != 0 { fail(errno) }
    }

    package func withBytes<Result>(
        upTo end: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try check()
        let file = try MappedFile(path: temporaryPath)
        guard file.length >= end else { throw OutputError(path: path, errorNumber: EIO) }
        return try withExtendedLifetime(file) { try unsafe body(file.bytes) }
    }
}
