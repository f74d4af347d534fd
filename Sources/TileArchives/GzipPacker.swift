import CDeflate

/// Compresses to single gzip members (RFC 1952), with the time 0, so that equal content has equal bytes.
///
/// A class because it owns memory of the C library. One thread uses it at a time.
@safe
final class GzipPacker {
    private let compressor: OpaquePointer

    /// Level 6, as for tiles that the server sends: an archive's tiles have the same bytes.
    init() {
        guard let compressor = unsafe libdeflate_alloc_compressor(6) else { fatalError("no memory for a compressor") }
        unsafe self.compressor = compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

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
}
