import CZlib

/// Decompresses gzip (RFC 1952) with zlib.
@safe
struct GzipStream: ~Copyable, PackedStream {
    /// On the heap, because zlib refuses a state that moved.
    private let state: UnsafeMutablePointer<z_stream>

    /// The largest window, with a required gzip header.
    private static let windowBits: Int32 = 15 + 16

    init?() {
        let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        unsafe self.state = unsafe state
        // A macro in C, with these last two arguments.
        guard unsafe inflateInit2_(state, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(state)
        unsafe state.deallocate()
    }

    @unsafe
    mutating func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep? {
        // zlib counts in 32 bits; it only reads its input, although the type is mutable.
        let given = UInt32(clamping: input.count), room = UInt32(clamping: output.count)
        unsafe state.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe state.pointee.avail_in = given
        unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe state.pointee.avail_out = room
        let result = unsafe inflate(state, Z_NO_FLUSH)
        // A "buffer error" means that input or output space is used up: the caller sees both counts.
        guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { return nil }
        return unsafe UnpackingStep(
            consumed: Int(given - state.pointee.avail_in), produced: Int(room - state.pointee.avail_out),
            isAtEnd: result == Z_STREAM_END)
    }

    mutating func restart() -> Bool { unsafe inflateReset(state) == Z_OK }
}
