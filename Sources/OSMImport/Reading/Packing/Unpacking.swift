/// Decompresses a file in chunks, through a buffer of fixed size and up to a limit. Streams may follow each other, as
/// parallel compressors write them.
@safe
struct Unpacking {
    private let bytes: UnsafeRawBufferPointer
    private let file: String
    private let limit: UnpackingLimit

    private static let pieceSize = 1 << 20

    /// `bytes` are the whole file's; they must stay in place while this is in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, file: String, limit: UnpackingLimit) {
        unsafe self.bytes = bytes
        self.file = file
        self.limit = limit
    }

    /// Passes the decompressed bytes to `body`, chunk by chunk, with the number of bytes of the file used so far.
    func forEachPiece<Stream: PackedStream & ~Copyable>(
        _ kind: Stream.Type, _ body: (UnsafeRawBufferPointer, Int) throws(ReadError) -> Void
    ) throws(ReadError) {
        guard var stream = Stream() else { throw error(0, "no memory to unpack it", "free some memory") }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { unsafe buffer.deallocate() }
        var offset = 0, unpacked = 0
        while true {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
            guard let step = unsafe stream.step(rest, into: buffer) else {
                throw error(offset, "the packed data are damaged", ReadError.fetchAgain)
            }
            offset += step.consumed
            unpacked += step.produced
            guard unpacked <= limit.bytes else {
                throw error(
                    offset, "it unpacks to more than \(limit.bytes) bytes, \(limit.reason)", limit.remedy)
            }
            if step.produced > 0 {
                unsafe try body(
                    UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: buffer[..<step.produced])), offset)
            }
            if step.isAtEnd {
                if unsafe offset == bytes.count { return }
                guard stream.restart() else { throw error(offset, "no memory to unpack it", "free some memory") }
            } else if step.consumed == 0, step.produced == 0 {
                throw error(offset, "the packed data end before they are complete", ReadError.fetchAgain)
            }
        }
    }

    private func error(_ offset: Int, _ problem: String, _ remedy: String) -> ReadError {
        ReadError(file: file, place: .byte(offset), problem: problem, remedy: remedy)
    }
}
