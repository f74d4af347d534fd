import CDeflate
import NIOCore

/// A gzip compressor and decompressor with their working memory, for one user at a time.
///
/// A class because it owns memory of the C library, freed with the last reference.
@safe
final class Gzip: @unchecked Sendable {
    // `Pool` hands an instance to one user at a time, so the library's states are never used by two threads at once.
    private let compressor: OpaquePointer
    private let decompressor: OpaquePointer

    /// Level 6 of 12: the size of zlib's default at about twice the speed (libdeflate's README).
    init() {
        guard let compressor = unsafe libdeflate_alloc_compressor(6),
            let decompressor = unsafe libdeflate_alloc_decompressor()
        else { fatalError("no memory for a compressor") }
        unsafe self.compressor = compressor
        unsafe self.decompressor = decompressor
    }

    deinit {
        unsafe libdeflate_free_compressor(compressor)
        unsafe libdeflate_free_decompressor(decompressor)
    }

    /// Returns `bytes` packed.
    func pack(_ bytes: borrowing [UInt8]) -> ByteBuffer {
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        var packed = ByteBufferAllocator().buffer(capacity: bound)
        unsafe packed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
            unsafe bytes.withUnsafeBytes { input in
                // Never 0: `bound` bytes suffice by the library's promise.
                unsafe libdeflate_gzip_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
        return ByteBuffer(bytes: packed.readableBytesView)  // Of the right size: packed answers are kept.
    }

    /// Why bytes cannot be unpacked.
    enum Fault: Error {
        case tooLong
        case noGzip
        case tooManyMembers
    }

    /// The most gzip files in one body. Each costs a call, however little it holds.
    static let mostMembers = 1024
    /// A byte of deflate holds at most this many bytes (zlib, *Technical Details*, "Maximum Compression Factor").
    static let mostForOneByte = 1032

    /// Returns the content of `packed`, which anybody may have made: one gzip file after another (RFC 1952 §2.2).
    /// Throws when that is more than `length` bytes.
    ///
    /// The output gets its room at once and never moves. The system gives a page of it when it is written to, so a
    /// small body takes no more memory than it really holds.
    func unpack(_ packed: [UInt8], upTo length: Int) throws(Fault) -> [UInt8] {
        guard !packed.isEmpty else { throw .noGzip }
        var fault: Fault?
        let plain = unsafe [UInt8](
            unsafeUninitializedCapacity: max(1, min(length, Self.mostForOneByte * packed.count))
        ) { output, count in
            unsafe packed.withUnsafeBytes { input in
                fault = unsafe unpack(input, into: UnsafeMutableRawBufferPointer(output), &count)
            }
        }
        if let fault { throw fault }
        return plain
    }

    /// Unpacks all members of `packed` and counts the bytes; returns why it stopped before the end.
    private func unpack(
        _ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) -> Fault? {
        var taken = 0
        for _ in 0..<Self.mostMembers {
            var read = 0, written = 0
            // Inside: `taken` and `count` are sums of what the library has read and written of both.
            let result = unsafe libdeflate_gzip_decompress_ex(
                decompressor, packed.baseAddress! + taken, packed.count - taken, output.baseAddress! + count,
                output.count - count, &read, &written)
            guard result == LIBDEFLATE_SUCCESS else {
                return result == LIBDEFLATE_INSUFFICIENT_SPACE ? .tooLong : .noGzip
            }
            (taken, count) = (taken + read, count + written)
            if taken == packed.count { return nil }
        }
        return .tooManyMembers
    }

    /// Returns the `count` bytes that `packed`, made by `pack`, holds.
    func unpack(_ packed: ByteBuffer, count: Int) -> ByteBuffer {
        var plain = ByteBufferAllocator().buffer(capacity: count)
        unsafe plain.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { output in
            unsafe packed.withUnsafeReadableBytes { input in
                var written = 0
                let result = unsafe libdeflate_gzip_decompress(
                    decompressor, input.baseAddress, input.count, output.baseAddress, count, &written)
                precondition(result == LIBDEFLATE_SUCCESS, "our own gzip can be unpacked")
                return written
            }
        }
        return plain
    }
}
