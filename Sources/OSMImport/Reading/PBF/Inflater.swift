import CDeflate

/// Inflates blobs, one at a time, into reused memory.
@safe
struct Inflater: ~Copyable {
    private let decompressor: OpaquePointer
    private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init() {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
            preconditionFailure("no memory for a decompressor of a few kilobytes")
        }
        unsafe self.decompressor = decompressor
    }

    deinit {
        unsafe libdeflate_free_decompressor(decompressor)
        unsafe buffer.deallocate()
    }

    /// Returns the content of `blob` of the file whose bytes are `file`, or `nil` if it is damaged.
    ///
    /// The result is valid until the next call, and as long as `file`.
    @unsafe
    mutating func inflate(_ blob: Blob, of file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let packed = unsafe UnsafeRawBufferPointer(rebasing: file[blob.data])
        guard blob.packing == .zlib else { return unsafe packed }
        if unsafe buffer.count < blob.rawSize {
            let size = unsafe max(blob.rawSize, 2 * buffer.count)
            unsafe buffer.deallocate()
            unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        }
        var written = 0
        let result = unsafe libdeflate_zlib_decompress(
            decompressor, packed.baseAddress, packed.count, buffer.baseAddress, blob.rawSize, &written)
        guard result == LIBDEFLATE_SUCCESS, written == blob.rawSize else { return nil }
        return unsafe UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: buffer[..<written]))
    }
}
