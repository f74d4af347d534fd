import CDeflate
import NIOCore

/// A gzip compressor and decompressor with their working memory, for one thread at a time.
///
/// A class because it owns memory of the C library and frees it with the last reference.
@safe
final class Gzip: @unchecked Sendable {
    // `Pool` lends an instance to one caller at a time, so two threads never use the library's states at once.
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

    /// Returns `bytes` compressed.
    func pack(_ bytes: borrowing [UInt8]) -> ByteBuffer {
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        var packed = ByteBufferAllocator().buffer(capacity: bound)
        unsafe packed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
            unsafe bytes.withUnsafeBytes { input in
                // Never 0: the library promises that `bound` bytes suffice.
                unsafe libdeflate_gzip_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
        return ByteBuffer(bytes: packed.readableBytesView)  // Copied to its exact size, because caches keep it.
    }

    /// Why bytes cannot be decompressed.
    enum Fault: Error {
        case tooLong
        case noGzip
        case tooManyMembers
    }

    /// The most gzip members in one body. Each costs a call, however little it holds.
    static let mostMembers = 1024
    /// One byte of deflate expands to at most this many bytes (zlib, *Technical Details*, "Maximum Compression
    /// Factor").
    static let maximumExpansion = 1032

    /// Returns the content of `packed`, which is untrusted: one gzip member after another (RFC 1952 §2.2). Throws when
    /// the content exceeds `length` bytes.
    ///
    /// The output reserves its memory at once and never moves. The system backs a page only when it is written to, so a
    /// small body takes only the memory that it needs.
    func unpack(_ packed: [UInt8], upTo length: Int) throws(Fault) -> [UInt8] {
        guard !packed.isEmpty else { throw .noGzip }
        var fault: Fault?
        let plain = unsafe [UInt8](
            unsafeUninitializedCapacity: max(1, min(length, Self.maximumExpansion * packed.count))
        ) { output, count in
            unsafe packed.withUnsafeBytes { input in
                fault = unsafe unpack(input, into: UnsafeMutableRawBufferPointer(output), &count)
            }
        }
        if let fault { throw fault }
        return plain
    }

    /// Decompresses all members of `packed` and counts the bytes; returns why it stopped before the end.
    private func unpack(
        _ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) -> Fault? {
        var taken = 0
        for _ in 0..<Self.mostMembers {
            var read = 0, written = 0
            // Inside: `taken` and `count` are the sums of what the library has read and written.
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

    /// Returns the `count` bytes of content of `packed`, which `pack` made.
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
