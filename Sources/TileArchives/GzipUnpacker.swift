import CDeflate

/// Decompresses single gzip members (RFC 1952).
///
/// A class because it owns memory of the C library. One thread uses it at a time.
@safe
final class GzipUnpacker {
    private let decompressor: OpaquePointer

    init() {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
            fatalError("no memory for a decompressor")
        }
        unsafe self.decompressor = decompressor
    }

    deinit { unsafe libdeflate_free_decompressor(decompressor) }

    /// Returns the content of one member; `nil` if it is damaged, exceeds `limit` bytes, or has more bytes behind it.
    func unpack(_ packed: [UInt8], upTo limit: Int) -> [UInt8]? {
        guard !packed.isEmpty else { return nil }
        var isWhole = false
        // One byte of deflate expands to at most 1032 bytes (zlib, *Technical Details*, "Maximum Compression Factor").
        let plain = unsafe [UInt8](unsafeUninitializedCapacity: max(1, min(limit, 1032 * packed.count))) {
            output, count in
            unsafe packed.withUnsafeBytes { input in
                var taken = 0, written = 0
                let result = unsafe libdeflate_gzip_decompress_ex(
                    decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &taken, &written)
                isWhole = result == LIBDEFLATE_SUCCESS && taken == input.count
                count = isWhole ? written : 0
            }
        }
        return isWhole ? plain : nil
    }
}
