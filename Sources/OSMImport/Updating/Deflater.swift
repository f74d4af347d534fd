import CDeflate

/// Compresses blobs, one at a time.
@safe
struct Deflater: ~Copyable {
    private let compressor: OpaquePointer

    /// The usual compromise of speed and size.
    private static let level: Int32 = 6

    init() {
        guard let compressor = unsafe libdeflate_alloc_compressor(Self.level) else {
            preconditionFailure("no memory for a compressor of less than a megabyte")
        }
        unsafe self.compressor = compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// Returns `content` in the zlib format.
    func zlib(_ content: [UInt8]) -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, content.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = unsafe content.withUnsafeBytes { content in
                unsafe libdeflate_zlib_compress(
                    compressor, content.baseAddress, content.count, output.baseAddress, output.count)
            }
        }
    }
}
