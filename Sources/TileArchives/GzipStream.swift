import CDeflate

/// Compresses and decompresses single gzip members (RFC 1952), with the time 0, so that equal content has equal bytes.
///
/// A class because it owns memory of the C library. One thread uses it at a time.
@safe
final class GzipStream {
    private let compressor: OpaquePointer
    private let decompressor: OpaquePointer

    /// Level 6, as for tiles that the server sends: an archive's tiles have the same bytes.
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

    func pack(_ bytes: [UInt8]) -> [UInt8] {
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            unsafe bytes.withUnsafeBytes { input in
                // Never 0: the library promises that `bound` bytes suffice.
                unsafe count = libdeflate_gzip_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
    }

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
