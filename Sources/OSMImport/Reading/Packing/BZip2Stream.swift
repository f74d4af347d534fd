import CBZip2

/// Decompresses bzip2 with libbz2.
@safe
struct BZip2Stream: ~Copyable, PackedStream {
    /// On the heap, because libbz2 refuses a state that moved.
    private let state: UnsafeMutablePointer<bz_stream>

    init?() {
        let state = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: bz_stream())
        unsafe self.state = unsafe state
        guard unsafe BZ2_bzDecompressInit(state, 0, 0) == BZ_OK else { return nil }
    }

    deinit {
        unsafe BZ2_bzDecompressEnd(state)
        unsafe state.deallocate()
    }

    @unsafe
    mutating func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep? {
        // libbz2 counts in 32 bits; it only reads its input, although the type is mutable.
        let given = UInt32(clamping: input.count), room = UInt32(clamping: output.count)
        unsafe state.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
        unsafe state.pointee.avail_in = given
        unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        unsafe state.pointee.avail_out = room
        let result = unsafe BZ2_bzDecompress(state)
        guard result == BZ_OK || result == BZ_STREAM_END else { return nil }
        return unsafe UnpackingStep(
            consumed: Int(given - state.pointee.avail_in), produced: Int(room - state.pointee.avail_out),
            isAtEnd: result == BZ_STREAM_END)
    }

    mutating func restart() -> Bool {
        unsafe BZ2_bzDecompressEnd(state)
        unsafe state.initialize(to: bz_stream())
        return unsafe BZ2_bzDecompressInit(state, 0, 0) == BZ_OK
    }
}
