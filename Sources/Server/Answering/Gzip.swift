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
    }

    /// Returns what `packed`, made by anybody, holds: one gzip file after another (RFC 1952 §2.2). However much a few bytes claim to hold,
    /// no more memory is taken than `length` bytes; throws when they hold more.
    func unpack(_ packed: ByteBuffer, upTo length: Int) throws(Fault) -> ByteBuffer {
        var packed = packed, plain = ByteBuffer()
        repeat {
            var room = min(length - plain.readableBytes, max(4 << 10, 4 * packed.readableBytes))
            while true {
                let (result, taken) = unpackMember(packed, into: &plain, atMost: room)
                if result == LIBDEFLATE_SUCCESS {
                    packed.moveReaderIndex(forwardBy: taken)
                    break
                }
                guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { throw .noGzip }
                let most = length - plain.readableBytes
                guard room < most else { throw .tooLong }
                room = min(most, 2 * room)
            }
        } while packed.readableBytes > 0
        return plain
    }

    /// Appends what the first gzip file of `packed` holds; returns how it went and how many bytes that file has.
    private func unpackMember(
        _ packed: ByteBuffer, into plain: inout ByteBuffer, atMost room: Int
    ) -> (libdeflate_result, Int) {
        var result = LIBDEFLATE_BAD_DATA, taken = 0
        unsafe plain.writeWithUnsafeMutableBytes(minimumWritableBytes: max(1, room)) { output in
            unsafe packed.withUnsafeReadableBytes { input in
                var written = 0
                // Inside: `minimumWritableBytes` are there.
                unsafe result = libdeflate_gzip_decompress_ex(
                    decompressor, input.baseAddress, input.count, output.baseAddress, room, &taken, &written)
                return result == LIBDEFLATE_SUCCESS ? written : 0
            }
        }
        return (result, taken)
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
